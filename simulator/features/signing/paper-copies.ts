import { iso } from '../../time/clock.ts'
import type { Ports } from '../../ports.ts'
import { ApiError } from '../../call/errors.ts'
import { retryOnConflict } from '../../store/conflict.ts'
import { ceremonyChanges, readCeremony, withEnvelope, withEvent } from './ceremony-state.ts'
import { isPaperCopyPending } from './envelope-record.ts'

/**
 * Records that the business has sent the requested paper copy: only then does another request count as new (CER-030).
 * @throws {ApiError} resource_not_found; illegal_transition if no request is outstanding
 */
export function recordPaperSent(
  ports: Ports,
  scope: string,
  id: string,
  now: number,
): Promise<void> {
  return retryOnConflict(async () => {
    const ceremony = await readCeremony(ports, scope, id)
    if (!ceremony) throw new ApiError('resource_not_found')
    const { status } = ceremony.envelope
    if (!isPaperCopyPending(ceremony.envelope)) {
      const message = 'No request for a paper copy is outstanding.'
      throw new ApiError('illegal_transition', { status, trigger: 'paper_copy_sent' }, message)
    }
    const sent = withEnvelope(ceremony, { paper_copy_sent_at: iso(now) })
    await ports.records.write(ceremonyChanges(scope, withEvent(sent, 'paper_copy_sent', iso(now))))
  })
}
