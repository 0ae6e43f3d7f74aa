import { identities } from '../../../fixtures/identities.ts'
import { eraseApplicant } from '../../features/privacy/erasure.ts'
import { move } from '../../features/sessions/transitions.ts'
import { StateUnavailable } from './state-unavailable.ts'
import { type ProviderState, count, flag, object, oneOf, text } from './state.ts'
import { Refused, type StateUse } from './use.ts'
import {
  EXPECTED,
  CHECKS,
  type Wanted,
  type Session,
  openSession,
  known,
  submitAll,
  typed,
  browserToken,
  submitPath,
} from './session-setup.ts'

/** An identity whose document also prints the name in its own script. */
const IN_OWN_SCRIPT = identities.find(({ localized_name }) => localized_name !== undefined)!

/** Verifications in each status. */
export const sessionStates: Record<string, ProviderState> = {
  session: {
    description: 'A verification with that status.',
    takes: {
      status: oneOf('open', 'in_progress', 'awaiting_review', 'completed', 'cancelled', 'expired'),
      outcome: oneOf('approved', 'declined'),
      decided_by: oneOf('rules', 'reviewer', 'applicant'),
      from: oneOf('open', 'awaiting_review'),
      checks: CHECKS,
      session_id: text,
    },
    needs: ['status'],
    async setUp(use) {
      const {
        status,
        outcome,
        decided_by: by,
        from,
        checks,
        session_id,
      } = use.given<{
        status: string
        outcome?: string
        decided_by?: string
        from?: string
        checks?: string[]
        session_id?: string
      }>()
      refuseContradictions(use.params)
      const parked = status === 'awaiting_review' || by === 'reviewer' || from === 'awaiting_review'
      const wanted = {
        ...(checks && { checks }),
        ...forcing(use, parked ? 'review' : outcome === 'declined' ? 'fail' : 'pass'),
      }
      const { id } =
        session_id === undefined ? await openSession(use, wanted) : await known(use, session_id)
      const act = (path: string, body?: object) =>
        use.control<Session>('POST', `/sessions/${id}${path}`, body)
      if (by === 'applicant') await act('/journey', { action: 'end' })
      else if (
        (parked || status === 'completed') &&
        (await known(use, id)).body.status !== 'awaiting_review'
      )
        await act('/journey', { action: 'submit' })
      if (by === 'reviewer') await act('/review', { outcome: outcome ?? 'approved' })
      if (status === 'in_progress') await act('/journey', { action: 'abandon' })
      if (status === 'cancelled') await act('/cancel')
      if (status === 'expired') await lapse(use, id)
      return came(use, id, status === 'open' ? 'created' : status, outcome)
    },
  },
  open_session: {
    description: 'A verification without submissions.',
    takes: {
      checks: CHECKS,
      expected_outcome: EXPECTED,
      face_check: oneOf('none', 'selfie', 'liveness'),
    },
    async setUp(use) {
      const { checks, expected_outcome, face_check } = use.given<{
        checks?: string[]
        expected_outcome?: string
        face_check?: string
      }>()
      const { id } = await openSession(use, {
        ...(checks && { checks }),
        ...(expected_outcome && { expected_outcome }),
        ...(face_check && { faceCheck: face_check }),
      })
      const token = await browserToken(use, id)
      const { data } = await use.publicly<{ data: { steps: { id: string; type: string }[] } }>(
        'GET',
        '/sdk/v1/sessions/me',
        undefined,
        token,
      )
      const step =
        data.steps.find(({ type }) => !['custom_form', 'esign'].includes(type)) ?? data.steps[0]!
      return {
        session_id: id,
        browser_token: token,
        submission: { path: submitPath(step.id), json: {}, applicant: 'applicant' },
      }
    },
  },
  submitted_session: {
    description: 'The applicant of an open verification submitted everything.',
    takes: { session_id: text, applicant: object, acquisition: oneOf('camera', 'upload') },
    needs: ['session_id'],
    async setUp(use) {
      const { id } = await known(use, use.params.session_id as string)
      const { applicant, acquisition } = use.params
      if (applicant !== undefined) await typed(use, id, applicant as object)
      // A session with one step was submitted by typing.
      const { steps } = await use.control<{ steps: { status: string }[] }>('GET', `/sessions/${id}`)
      if (steps.every(({ status }) => status !== 'pending')) return { session_id: id }
      await submitAll(use, id, acquisition === undefined ? {} : { acquisition })
      return { session_id: id }
    },
  },
  reverified_session: {
    description: 'The identity step of a completed verification was verified again.',
    takes: { session_id: text, times: count(1, 100) },
    needs: ['session_id'],
    async setUp(use) {
      const { id, body } = await known(use, use.params.session_id as string)
      const { times = 1 } = use.given<{ times?: number }>()
      const hasRun = body.status === 'completed' && body.idv !== undefined
      let done = 0
      for (; done < times; done++) {
        try {
          await use.control('POST', `/sessions/${id}/reverify`)
        } catch (error) {
          if (hasRun && error instanceof Refused && error.status === 409) break
          throw error
        }
      }
      return { session_id: id, done }
    },
  },
  deleted_images: {
    description: 'All images of a verification are gone.',
    takes: { session_id: text, by: oneOf('retention', 'erasure') },
    needs: ['session_id', 'by'],
    async setUp(use) {
      const { id, scope, body } = await known(use, use.params.session_id as string)
      if (use.params.by === 'retention') await use.control('POST', `/sessions/${id}/delete_images`)
      else if (body.applicant_id === null)
        throw new StateUnavailable('nothing can be erased: the session has no applicant')
      else await eraseApplicant(use.ports, scope, body.applicant_id, use.ports.clock.now())
      return { session_id: id }
    },
  },
  wiped_test_data: {
    description: 'The test data of an organization was wiped.',
    takes: {},
    needs: ['organization'],
    async setUp(use) {
      await use.control('POST', '/reset', { organization: await use.organization(), mode: 'test' })
      return {}
    },
  },
  applicant: {
    description: 'An applicant whose name was captured.',
    takes: { legal_name: text, own_script: flag },
    async setUp(use) {
      const { legal_name, own_script = false } = use.given<{
        legal_name?: string
        own_script?: boolean
      }>()
      if (legal_name === undefined && !own_script)
        throw new StateUnavailable('legal_name or own_script is required')
      const document = own_script ? { specimen: IN_OWN_SCRIPT.id } : {}
      const { id } = await openSession(use, legal_name === undefined ? {} : { applicant: {} })
      if (legal_name === undefined) await submitAll(use, id, document)
      else await typed(use, id, { legalName: legal_name }, document)
      const { data } = await use.publicly<{ data: { applicant_id: string } }>(
        'GET',
        `/v1/sessions/${id}`,
      )
      return {
        applicant_id: data.applicant_id,
        ...(own_script && { localized_name: IN_OWN_SCRIPT.localized_name }),
      }
    },
  },
}

/** @throws {StateUnavailable} when the session did not reach the expected state */
async function came(use: StateUse, id: string, wanted: string, verdict: string | undefined) {
  const { status, outcome } = (await known(use, id)).body
  if (status === wanted && (verdict ?? outcome) === outcome) return { session_id: id }
  throw new StateUnavailable(`the session came to ${status} ${outcome ?? ''}`)
}

/** @throws {StateUnavailable} */
function refuseContradictions({
  status,
  outcome,
  decided_by,
  from,
}: Record<string, unknown>): void {
  const problems = [
    status !== 'completed' &&
      (outcome ?? decided_by) !== undefined &&
      'outcome and decided_by go with completed',
    status !== 'expired' && from !== undefined && 'from goes with expired',
    decided_by === 'applicant' &&
      outcome === 'approved' &&
      'an applicant who ends a session is not approved',
  ].filter((problem) => problem !== false)
  if (problems.length > 0) throw new StateUnavailable(problems.join('; '))
}

/**
 * Makes the rules reach the wanted outcome: by `expected_outcome` in test mode, in live mode by a template with a
 * matching screening rule or metadata.
 */
function forcing(use: StateUse, result: 'pass' | 'review' | 'fail'): Wanted {
  if (use.params.mode === 'test') return { expected_outcome: result }
  if (result === 'pass') return {}
  const rule = {
    name: 'Everybody',
    ruleType: 'custom',
    action: 'review',
    condition: { kind: 'field', field: 'session.metadata.all', operator: 'exists' },
  }
  return { template: { screening_rules: [rule], metadata: { all: result === 'fail' ? {} : true } } }
}

/** Expires this session directly: all uses share the clock, so it cannot be advanced. */
async function lapse(use: StateUse, id: string): Promise<void> {
  const { scope } = await known(use, id)
  await move(use.ports, scope, id, use.ports.clock.now(), (session) => ({
    session,
    trigger: { type: 'lapsed' },
  }))
}
