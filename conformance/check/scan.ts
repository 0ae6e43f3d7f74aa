import { randomBytes } from 'node:crypto'
import { evidenceFor } from '../../fixtures/evidence.ts'
import type { Answer } from '../http/answer.ts'
import { blockIfAssumed } from './advice.ts'
import type { Context, StepRequest } from './check.ts'

/** Uploads to the standalone scan of a document. */

export const SCAN = '/v1/id-verification'
export const MIB = 1024 * 1024

/** A part of a form: a file where it is bytes, else a field. */
export type Part = [name: string, value: string | Buffer]

/** The front of a specimen; another person's by number. */
export function documentImage(person = 0): Buffer {
  return evidenceFor(person).images.front.bytes()
}

/** The same picture in exactly that many bytes: comment segments, which every reader skips, make up the rest. */
export function documentImageOf(bytes: number): Buffer {
  const image = documentImage()
  const segments: Buffer[] = []
  for (let left = bytes - image.byteLength; left > 0;) {
    // The length in a segment counts itself, and what is left over has to be a whole segment, too.
    const whole = Math.min(left, 65_537)
    const taken = left - whole > 0 && left - whole < 4 ? whole - 4 : whole
    const head = Buffer.from([0xff, 0xfe, (taken - 2) >> 8, (taken - 2) & 0xff])
    segments.push(Buffer.concat([head, Buffer.alloc(taken - 4, 0x20)]))
    left -= taken
  }
  // Behind the first two bytes, which say that it is a JPEG.
  return Buffer.concat([image.subarray(0, 2), ...segments, image.subarray(2)])
}

/** The parts of a good scan, by the names that this target gives them. */
export function scanParts(ctx: Context, outcome?: string, image: Buffer = documentImage()): Part[] {
  return [
    [ctx.open.scanImagePart, image],
    ...(outcome === undefined ? [] : [['expected_outcome', outcome] as Part]),
  ]
}

export function scanRequest(as: StepRequest['as'], parts: readonly Part[]): StepRequest {
  const boundary = `vskit-${randomBytes(12).toString('hex')}`
  const chunks = parts.flatMap(([name, value]) => {
    const file =
      typeof value === 'string' ? '' : `; filename="document.jpg"\r\nContent-Type: image/jpeg`
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

/** Scans a document that nothing is wrong with. @throws {Blocked} where the service wants another form than assumed */
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
