import { limits } from '../../../spec/generated/limits.ts'
import type { Ports } from '../../ports.ts'
import { ApiError } from '../../call/errors.ts'
import { CHECK_ERROR, type Capture, captureIdentity } from './capture.ts'
import { withLocalizedName } from '../applicants/localized-name.ts'
import { withScreening } from '../screening/screening.ts'
import type { SessionRecord } from './session-record.ts'
import { checked, withStep } from './steps.ts'
import { type Effect, assertAllowed, move } from './transitions.ts'

const LIMIT = limits.reverifications_per_session.value

/**
 * Runs the identity step of a completed session again (STA-022 to STA-025). The new images replace those of the earlier
 * run; status and outcome stay, and no event is sent.
 * @throws {ApiError} resource_not_found, session_already_completed, illegal_transition, reverification_limit_reached
 */
export function reverify(
  ports: Ports,
  scope: string,
  id: string,
  now: number,
  capture: Capture,
): Promise<SessionRecord> {
  return move(ports, scope, id, now, async (session): Promise<Effect> => {
    const trigger: Effect['trigger'] = { type: 'identity_reverified' }
    assertAllowed(session, trigger)
    const step = session.steps.find(({ type }) => type === 'id_verification')
    if (!step) {
      throw new ApiError(
        'illegal_transition',
        { status: session.status, trigger: trigger.type },
        'This session has no identity step to verify again.',
      )
    }
    const { reverifications = 0 } = session
    if (reverifications >= LIMIT)
      throw new ApiError('reverification_limit_reached', { limit: LIMIT })
    const { run, changes } = captureIdentity(session, step, scope, now, capture)
    const verified = await withScreening(
      ports,
      scope,
      withStep(session, checked(session, step, now, { broken: capture.specimen === CHECK_ERROR })),
      now,
    )
    const next: SessionRecord = { ...verified, idv: run, reverifications: reverifications + 1 }
    return {
      session: next,
      changes: await withLocalizedName(ports, scope, session, next, changes),
      trigger,
    }
  })
}
