import { fileURLToPath } from 'node:url'
import { type Canvas, createCanvas } from '@napi-rs/canvas'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

const FONTS = fileURLToPath(
  new URL('../../standard_fonts/', import.meta.resolve('pdfjs-dist/legacy/build/pdf.mjs')),
)

/** Draws the first page as an independent library shows it, with one pixel for each point. */
export async function pictureOf(bytes: Uint8Array): Promise<Canvas> {
  const document = await getDocument({
    data: new Uint8Array(bytes),
    verbosity: 0,
    // The fonts of a machine may not be drawable.
    useSystemFonts: false,
    standardFontDataUrl: FONTS,
  }).promise
  const page = await document.getPage(1)
  const viewport = page.getViewport({ scale: 1 })
  const canvas = createCanvas(viewport.width, viewport.height)
  await page.render({ canvas: canvas as never, viewport }).promise
  return canvas
}

/** Returns how many pixels of an area have a colour. */
export function pixels(
  canvas: Canvas,
  [x, y, width, height]: readonly [number, number, number, number],
  matches: (red: number, green: number, blue: number) => boolean,
): number {
  const { data } = canvas.getContext('2d').getImageData(x, y, width, height)
  let count = 0
  for (let i = 0; i < data.length; i += 4)
    if (matches(data[i]!, data[i + 1]!, data[i + 2]!)) count++
  return count
}
