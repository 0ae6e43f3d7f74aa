import { JpegError, type JpegStructure, readJpeg } from '../../../../fixtures/jpeg.ts'
import { PngError, checkPixels, readPng } from '../../../../fixtures/png.ts'

/** Code and message of the issue if a scan rejects the bytes. */
export interface ImageFault {
  code: 'custom' | 'too_big'
  message: string
}

/**
 * Validates an uploaded image by its bytes, not by the type that its part declares (GAP-UPLOAD-REFUSALS): one whole
 * JPEG or PNG, with no more pixels than a camera makes. Decodes no pixels of a JPEG; inflates and counts those of a PNG
 * once their number is known to be bounded.
 */
export async function imageFault(
  bytes: Uint8Array,
  mostPixels: number,
): Promise<ImageFault | undefined> {
  const format = formatOf(bytes)
  if (!format) return { code: 'custom', message: 'Expected a JPEG or PNG image' }
  try {
    const png = format === 'PNG' ? readPng(bytes) : undefined
    const { width, height } = png ?? readJpegPicture(bytes)
    if (width * height > mostPixels) {
      return {
        code: 'too_big',
        message: `Expected at most ${mostPixels} pixels, got ${width}x${height}`,
      }
    }
    if (png) await checkPixels(png)
    return undefined
  } catch (error) {
    if (!(error instanceof JpegError || error instanceof PngError)) throw error
    return { code: 'custom', message: `Expected a whole ${format} image: ${error.message}` }
  }
}

function formatOf(bytes: Uint8Array): 'JPEG' | 'PNG' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'JPEG'
  return bytes[0] === 0x89 && bytes[1] === 0x50 ? 'PNG' : undefined
}

/** Phones append depth maps, gain maps and maker notes: data behind a whole JPEG is ignored. */
export function readJpegPicture(bytes: Uint8Array): JpegStructure {
  try {
    return readJpeg(bytes)
  } catch (error) {
    if (error instanceof JpegError && error.fault === 'trailing_bytes')
      return readJpeg(bytes.subarray(0, error.offset))
    throw error
  }
}
