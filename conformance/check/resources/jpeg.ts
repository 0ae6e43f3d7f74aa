import { JpegError, readJpeg } from '../../../fixtures/jpeg.ts'
import { count } from '../../text.ts'
import type { Context } from '../check.ts'

/**
 * Checks that the body of an image begins with a whole JPEG. Phones append depth maps and metadata to
 * their pictures, and a service may store an upload unchanged (GAP-UPLOAD-REFUSALS).
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
      `the ${artifact} as a whole JPEG: ff d8 (SOI) first, one picture, and its ff d9 (EOI)`,
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
    if (error.fault === 'trailing_bytes') return inspect(body.subarray(0, error.offset))
    const begin = body
      .subarray(0, 4)
      .toString('hex')
      .replaceAll(/..(?=.)/g, '$& ')
    const of = `${count(body.byteLength, 'byte')}${begin === '' ? '' : ` that begin with ${begin}`}`
    return { fault: `${of}; ${error.fault.replaceAll('_', ' ')}: ${error.message}` }
  }
}
