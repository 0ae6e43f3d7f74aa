import { positionOf } from './crypto/chain.ts'
import { claimsOf } from './crypto/seal.ts'
import type { Ports } from '../../ports.ts'
import { inTurn } from '../../store/conflict.ts'
import { ApiError } from '../../call/errors.ts'
import { ceremonyChanges, readCeremony } from './ceremony-state.ts'
import type { EnvelopeRecord } from './envelope-record.ts'
import { withSeals } from './sealing.ts'
import { sealKeys } from './seal-keys.ts'

/**
 * Seals an envelope again whose seals name a revoked key (VST-009, GAP-REISSUE). The files and their hashes stay, so
 * that every copy verifies; no event is sent, since nothing was signed.
 * @throws {ApiError} resource_not_found, also when the record of the ceremony is gone; illegal_transition
 */
export function reissue(
  ports: Ports,
  scope: string,
  id: string,
  now: number,
): Promise<EnvelopeRecord> {
  return inTurn(ports.turns, id, async () => {
    const ceremony = await readCeremony(ports, scope, id)
    if (!ceremony || ceremony.ended) throw new ApiError('resource_not_found')
    const { envelope, documents, chain } = ceremony
    const revoked = new Set(
      sealKeys(ports, envelope)
        .filter(({ status }) => status === 'revoked')
        .map(({ kid }) => kid),
    )
    const kids = documents.map(({ seal }) => seal && claimsOf(seal)?.kid)
    if (!kids.some((kid) => typeof kid === 'string' && revoked.has(kid))) {
      const message = 'Only documents whose sealing key was revoked can be sealed again.'
      throw new ApiError(
        'illegal_transition',
        { status: envelope.status, trigger: 'reissued' },
        message,
      )
    }
    const sealed = await withSeals(ports, ceremony, positionOf(chain), now)
    await ports.records.write(ceremonyChanges(scope, sealed))
    return sealed.envelope
  })
}
