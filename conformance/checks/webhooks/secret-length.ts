import type { Context } from '../../check/check.ts'
import type { Hook } from '../../receiver/hooks.ts'
import { holds32Bytes, secretKey } from '../../receiver/signature.ts'

/**
 * Judges the length of a signing secret. The encoding is left open: without a scheme, a text that
 * reads as 32 bytes in a usual one will do (GAP-SIGNATURE).
 * @param where completes "a secret of 32 bytes"
 */
export function expectSecretLength(
  ctx: Context,
  secret: string,
  scheme: Hook['scheme'],
  where = '',
): void {
  const named = scheme && scheme.secret !== 'raw'
  const holds = named ? secretKey(secret, scheme.secret)?.byteLength === 32 : holds32Bytes(secret)
  const got = `${secret.length} characters`
  // A longer text may have an unknown encoding; a shorter one has no room for 32 bytes.
  if (!named && !holds && secret.length > 32)
    ctx.observe(
      'GAP-SIGNATURE',
      `SUB-004 not judged: a secret of ${got} in an encoding that is not known`,
    )
  else
    ctx.expect(
      'SUB-004',
      ['a secret of 32 bytes', named && `in ${scheme.secret}`, where].filter(Boolean).join(' '),
      holds,
      got,
    )
}
