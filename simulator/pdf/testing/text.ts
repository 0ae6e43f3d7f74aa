import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Returns the text of a PDF, read by an independent library. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  return (await pageTextsOf(bytes)).join('\n')
}

/** Returns the characters of the first page as the file maps them, without the reader's replacements. */
export async function writtenTextOf(bytes: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const page = await document.getPage(1)
  const { items } = await page.getTextContent({ disableNormalization: true })
  return items.map((item) => ('str' in item ? item.str : '')).join(' ')
}

export async function pageTextsOf(bytes: Uint8Array): Promise<string[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  return Promise.all(
    Array.from({ length: document.numPages }, async (_, i) => {
      const { items } = await (await document.getPage(i + 1)).getTextContent()
      return items
        .map((item) => ('str' in item ? item.str : ''))
        .join(' ')
        .normalize('NFC')
    }),
  )
}

/** Returns the text items of the first page with position and size in points. */
export async function itemsOf(
  bytes: Uint8Array,
): Promise<{ text: string; x: number; y: number; size: number }[]> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const { items } = await (await document.getPage(1)).getTextContent()
  return items.flatMap((item) => {
    if (!('str' in item)) return []
    const [size, , , , x, y] = item.transform as [number, number, number, number, number, number]
    return [{ text: item.str, x, y, size }]
  })
}
