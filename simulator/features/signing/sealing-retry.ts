import type { Ports } from '../../ports.ts'
import { ApiError } from '../../call/errors.ts'
import { inTurn } from '../../store/conflict.ts'
import type { Change, Document } from '../../store/records.ts'
import { ceremonyChanges, readCeremony } from './ceremony-state.ts'
import type { EnvelopeRecord } from './envelope-record.ts'
import { emit } from '../webhooks/events.ts'
import { sealCeremony } from './sealing.ts'
import { namedApplicant } from '../applicants/applicant-erasure.ts'
import { SESSION, type SessionRecord } from '../sessions/session-record.ts'
import { documentSigned } from './signing-events.ts'
import { mailSignedRecord } from './signing-mails.ts'

/**
 * Tries again to seal a signed envelope, also after the session has ended. The seal releases the event that was held
 * back (STA-019, STA-021); the session stays unchanged (STA-020).
 * @throws {ApiError} resource_not_found; illegal_transition for an envelope that is not signed or already sealed
 */
export function retrySealing(
  ports: Ports,
  scope: string,
  id: string,
  now: number,
): Promise<EnvelopeRecord> {
  return inTurn(ports.turns, id, async () => {
    const ceremony = await readCeremony(ports, scope, id)
    const organization = ports.world.organization(scope.split('/')[2]!)
    if (!ceremony || ceremony.ended || !organization) throw new ApiError('resource_not_found')
    const { status, mode, session_id } = ceremony.envelope
    if (status !== 'signed') {
      const message = 'Only signed, unsealed envelopes can be sealed.'
      throw new ApiError('illegal_transition', { status, trigger: 'sealed' }, message)
    }
    const signer = await signerOf(ports, scope, session_id)
    const sealing = await sealCeremony(ports, organization, scope, ceremony, now, signer?.email)
    const { envelope } = sealing.ceremony
    const changes = [...sealing.changes, ...ceremonyChanges(scope, sealing.ceremony)]
    if (signer) changes.push(signer.unerased)
    const lanes: string[] = []
    if (sealing.sealed) {
      const event = await emit(ports, organization, mode, scope, now, {
        ...documentSigned(envelope),
        session_id,
      })
      const mail = mailSignedRecord(ports, organization, scope, envelope, signer?.email, now)
      changes.push(...event.changes, ...mail.changes)
      lanes.push(...event.lanes, ...mail.lanes)
    }
    await ports.records.write(changes)
    for (const lane of lanes) ports.wake(lane)
    return envelope
  })
}

/**
 * Returns the signer's e-mail address, and a change that conflicts if the signer is erased meanwhile: drawing the files
 * takes time.
 */
async function signerOf(
  ports: Ports,
  scope: string,
  sessionId: string,
): Promise<{ email: string | undefined; unerased: Change } | undefined> {
  const session = (await ports.records.read(scope, SESSION, sessionId)) as
    | Document<SessionRecord>
    | undefined
  const id = session?.body.applicant_id ?? null
  const unerased = id === null ? undefined : await namedApplicant(ports, scope, id)
  return unerased && { email: unerased.body.email, unerased }
}
