import type { Ports } from '../../ports.ts'
import type { Trigger } from '../sessions/rules/lifecycle.ts'
import { type Screening, evaluate } from './rules/evaluate.ts'
import { factsOf } from './rules/facts.ts'
import { earlierVerifications } from './earlier-verifications.ts'
import { type Signals, visitSignals, withAbsence } from './rules/signals.ts'
import type { Change } from '../../store/records.ts'
import type { ApplicantRecord } from '../applicants/applicants.ts'
import { printedIdentity } from '../sessions/capture.ts'
import { applicantOf } from '../sessions/session-applicant.ts'
import type { SessionRecord } from '../sessions/session-record.ts'
import { nextTrigger } from '../sessions/steps.ts'
import { startedVersion } from '../templates/started-versions.ts'

/**
 * Applies the consequences of a finished step. After the last one, evaluates the rules of the template's version once
 * and stores the result on the session (GAP-RULE-TIMING).
 * @param changes of the same call: they may create the applicant
 */
export async function conclude(
  ports: Ports,
  scope: string,
  session: SessionRecord,
  now: number,
  changes: readonly Change[] = [],
): Promise<{ session: SessionRecord; trigger: Trigger }> {
  if (session.steps.some(({ status }) => status === 'pending'))
    return { session, trigger: nextTrigger(session) }
  const screened = await withScreening(ports, scope, session, now, changes)
  return { session: screened, trigger: nextTrigger(screened) }
}

/** Returns the session with the current result of its template's rules; unchanged when there are none. */
export async function withScreening(
  ports: Ports,
  scope: string,
  session: SessionRecord,
  now: number,
  changes: readonly Change[] = [],
): Promise<SessionRecord> {
  const { workflow_template_id: id, workflow_template_version: version } = session
  if (id === null || version === undefined) return session
  const template = await startedVersion(ports, scope, id, version)
  // Data folders of earlier releases have all versions, also those without rules.
  if (!template || template.screening_rules.length === 0) return session
  const applicant = await applicantOf(ports, scope, session, changes)
  const signals = template.device_intelligence
    ? await collected(ports, scope, session, applicant)
    : {}
  const screening: Screening = evaluate(
    template.screening_rules,
    factsOf({
      applicant,
      printed: printedIdentity(session),
      steps: session.steps,
      metadata: JSON.parse(template.metadata) as Record<string, unknown>,
      deviceIntelligence: template.device_intelligence,
      ...session.facts,
      signals,
      now,
    }),
  )
  return {
    ...session,
    screening: {
      ...screening,
      signals: template.device_intelligence ? withAbsence(signals) : null,
    },
  }
}

/** The signals of the visit; before the first submitted step only the given ones. */
async function collected(
  ports: Ports,
  scope: string,
  session: SessionRecord,
  applicant: ApplicantRecord | undefined,
): Promise<Signals> {
  const { signals } = session.facts ?? {}
  const given = signals ?? {}
  // An empty object means that nothing was captured.
  const nothing = signals !== undefined && Object.keys(signals).length === 0
  if (nothing || !session.steps.some(({ status }) => status === 'submitted')) return given
  const earlier = await earlierVerifications(ports, scope, session, applicant)
  return visitSignals(session.region, applicant, given, earlier)
}
