import type { Ports } from '../ports.ts'
import type { Trigger } from '../rules/lifecycle.ts'
import { type Screening, evaluate } from '../rules/screening/evaluate.ts'
import { factsOf } from '../rules/screening/facts.ts'
import { type Signals, cleanVisitor, withAbsence } from '../rules/screening/signals.ts'
import type { Change } from '../store/records.ts'
import type { ApplicantRecord } from './applicants.ts'
import { applicantOf } from './session-applicant.ts'
import type { SessionRecord } from './session-record.ts'
import { nextTrigger } from './steps.ts'
import { TEMPLATE_VERSION, type TemplateRecord, versionId } from './template-record.ts'

/**
 * What follows once a step is done. After the last one the rules of the template's version are evaluated, once, and what
 * they found stays on the session (GAP-RULE-TIMING).
 * @param changes of the same call: the applicant may have come to be known just now
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

/** The session with what the rules of its template say of it now; as it is when there are none. */
export async function withScreening(
  ports: Ports,
  scope: string,
  session: SessionRecord,
  now: number,
  changes: readonly Change[] = [],
): Promise<SessionRecord> {
  const template = await templateOf(ports, scope, session)
  if (!template || template.screening_rules.length === 0) return session
  const applicant = await applicantOf(ports, scope, session, changes)
  const signals = collected(session, applicant)
  const screening: Screening = evaluate(
    template.screening_rules,
    factsOf({
      applicant,
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

/** What was said of device and network; else those of an ordinary visitor, if anybody visited (GAP-DEVICE-SIGNALS). */
function collected(
  { facts, steps, region }: SessionRecord,
  applicant: ApplicantRecord | undefined,
): Signals {
  if (facts?.signals) return facts.signals
  return steps.some(({ status }) => status === 'submitted') ? cleanVisitor(region, applicant) : {}
}

async function templateOf(
  ports: Ports,
  scope: string,
  session: SessionRecord,
): Promise<TemplateRecord | undefined> {
  const { workflow_template_id: id, workflow_template_version: version } = session
  if (id === null || version === undefined) return undefined
  return (await ports.records.read(scope, TEMPLATE_VERSION, versionId(id, version)))?.body as
    | TemplateRecord
    | undefined
}
