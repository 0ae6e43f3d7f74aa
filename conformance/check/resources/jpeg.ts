import { JpegError, readJpeg } from '../../../fixtures/jpeg.ts'
import { count } from '../../text.ts'
import type { Context } from '../check.ts'

/**
 * Judges that the body of an image is one JPEG from its first byte to its last.
 * @returns its number of pixels; undefined if it is no JPEG
 */
export function expectJpeg(
  ctx: Context,
  requirements: readonly string[],
  artifact: string,
  body: Buffer,
): number | undefined {
  const { area, fault } = inspect(body)
  for (const requirement of requirements) {
    ctx.expect(
      requirement,
      `the ${artifact} as one JPEG: ff d8 (SOI) first, one picture, ff d9 (EOI) last, and no byte around it`,
      area !== undefined,
      fault ?? 'a JPEG',
    )
  }
  return area
}

function inspect(body: Buffer): { area?: number; fault?: string } {
  try {
    const { width, height } = readJpeg(body)
    return { area: width * height }
  } catch (error) {
    if (!(error instanceof JpegError)) throw error
    const begin = body
      .subarray(0, 4)
      .toString('hex')
      .replaceAll(/..(?=.)/g, '$& ')
    const of = `${count(body.byteLength, 'byte')}${begin === '' ? '' : ` that begin with ${begin}`}`
    return { fault: `${of}; ${error.fault.replaceAll('_', ' ')}: ${error.message}` }
  }
}
