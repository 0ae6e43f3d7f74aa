import { createHash } from 'node:crypto'
import type { Context } from '../../check/check.ts'
import type { Answer } from '../../http/answer.ts'

/** Requirements on the digest of a downloaded signed file. */
export const DIGEST = ['VFY-019', 'VFY-020', 'VFY-021'] as const

/** Downloads a document as its signer. */
export function download(
  ctx: Context,
  label: string,
  path: string,
  token: unknown,
): Promise<Answer> {
  return ctx.step(label, { method: 'GET', path, as: { key: String(token) } })
}

/** Judges the digest header of a signed file. Returns the SHA-256 of the received bytes in hex. */
export function expectDigest(ctx: Context, file: Answer): string {
  const digest = createHash('sha256').update(file.body)
  const [hex, header] = [digest.copy().digest('hex'), file.header('Repr-Digest')]
  for (const requirement of DIGEST) {
    ctx.expect(
      requirement,
      'Repr-Digest with the SHA-256 of these bytes in base64',
      header
        ?.split(',')
        .map((one) => one.trim())
        .includes(`sha-256=:${digest.copy().digest('base64')}:`) ?? false,
      header,
    )
  }
  return hex
}
