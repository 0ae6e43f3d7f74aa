import { randomBytes } from 'node:crypto'
import { evidenceFor } from '../../../fixtures/evidence.ts'
import type { Answer } from '../../http/answer.ts'
import { blockIfAssumed } from '../advice.ts'
import type { Context, StepRequest } from '../check.ts'
import { at, isObject } from '../../http/json.ts'
import { isPng } from './png-image.ts'

/** Uploads to the standalone scan of a document. */

export const SCAN = '/v1/id-verification'
export const MIB = 1024 * 1024

/** A part of a form: a file if it is bytes, else a field. */
export type Part = [name: string, value: string | Buffer]

/** Returns the front of a specimen; the number selects another person. */
export function documentImage(person = 0): Buffer {
  return evidenceFor(person).images.front.bytes()
}

/**
 * Returns the same image with exactly that many bytes: comment segments, which every decoder skips,
 * fill it.
 */
export function documentImageOf(bytes: number): Buffer {
  const image = documentImage()
  const segments: Buffer[] = []
  for (let left = bytes - image.byteLength; left > 0;) {
    // The length of a segment includes itself, and the rest has to be a complete segment, too.
    const whole = Math.min(left, 65_537)
    const taken = left - whole > 0 && left - whole < 4 ? whole - 4 : whole
    const head = Buffer.from([0xff, 0xfe, (taken - 2) >> 8, (taken - 2) & 0xff])
    segments.push(Buffer.concat([head, Buffer.alloc(taken - 4, 0x20)]))
    left -= taken
  }
  // After the first two bytes, which mark a JPEG.
  return Buffer.concat([image.subarray(0, 2), ...segments, image.subarray(2)])
}

/** Returns the parts of a valid scan, with the names that this target uses. */
export function scanParts(ctx: Context, outcome?: string, image: Buffer = documentImage()): Part[] {
  return [
    [ctx.open.scanImagePart, image],
    ...(outcome === undefined ? [] : [['expected_outcome', outcome] as Part]),
  ]
}

export function scanRequest(as: StepRequest['as'], parts: readonly Part[]): StepRequest {
  const boundary = `vskit-${randomBytes(12).toString('hex')}`
  const chunks = parts.flatMap(([name, value]) => {
    const [end, type] = Buffer.isBuffer(value) && isPng(value) ? ['png', 'png'] : ['jpg', 'jpeg']
    const file =
      typeof value === 'string' ? '' : `; filename="document.${end}"\r\nContent-Type: image/${type}`
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]
  })
  return {
    method: 'POST',
    path: SCAN,
    as,
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

/** Scans a valid document. @throws {Blocked} if the service expects another form than assumed */
export async function goodScan(ctx: Context, as: StepRequest['as'] = 'home.test'): Promise<Answer> {
  const answer = await scan(ctx, 'scan a document', as, scanParts(ctx))
  blockIfAssumed(ctx, 'scan_image_part', 'scan a document', answer)
  return answer
}

export function scan(
  ctx: Context,
  label: string,
  as: StepRequest['as'],
  parts: readonly Part[],
): Promise<Answer> {
  return ctx.step(label, scanRequest(as, parts))
}

/** Expects the response to a scan that took the document. */
export function expectExtraction(ctx: Context, answer: Answer, mode: string): void {
  const data = at(answer.json, 'data')
  ctx.expect('SCN-015', `data.mode ${mode}`, at(data, 'mode') === mode, at(data, 'mode'))
  // The contract leaves the fields open (GAP-ID-SCAN-BODY).
  const fields = isObject(data) ? Object.keys(data).filter((key) => key !== 'mode') : []
  ctx.expect('END-018', 'fields that were read, beside the mode', fields.length > 0, data)
}
