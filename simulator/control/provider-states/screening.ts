import { CHECK_ERROR } from '../../features/sessions/capture.ts'
import { type ProviderState, flag, list, object, text } from './state.ts'
import {
  CAN_ERROR,
  CHECKS,
  EXPECTED,
  PERSON,
  openSession,
  submitAll,
  typed,
} from './session-setup.ts'
import type { StateUse } from './use.ts'

interface Screened {
  screening_rules: object[]
  applicant?: Record<string, unknown>
  metadata?: object
  session_metadata?: object
  device_intelligence?: boolean
  signals?: object
  findings?: object[]
  checks?: string[]
  expected_outcome?: string
}

/** Verifications with screening results. */
export const screeningStates: Record<string, ProviderState> = {
  screened_session: {
    description: 'A verification by a template with screening rules, submitted.',
    takes: {
      screening_rules: list(object),
      applicant: object,
      metadata: object,
      session_metadata: object,
      device_intelligence: flag,
      signals: object,
      findings: list(object),
      checks: CHECKS,
      expected_outcome: EXPECTED,
    },
    needs: ['screening_rules'],
    async setUp(use) {
      const {
        screening_rules,
        applicant = PERSON,
        metadata,
        session_metadata,
        device_intelligence,
        signals,
        findings,
        checks = ['id_verification'],
        expected_outcome,
      } = use.given<Screened>()
      const { legal_name, ...components } = applicant as { legal_name?: string }
      const { id } = await openSession(use, {
        checks,
        template: {
          screening_rules,
          ...(metadata && { metadata }),
          ...(device_intelligence !== undefined && { device_intelligence }),
        },
        applicant: legal_name === undefined ? components : {},
        ...(expected_outcome && { expected_outcome }),
        ...(session_metadata && { metadata: session_metadata }),
      })
      if (signals ?? findings) {
        await use.control('POST', `/sessions/${id}/screening_facts`, {
          ...(signals && { signals }),
          ...(findings && { findings }),
        })
      }
      // No request of the backend contains a captured name.
      if (legal_name !== undefined)
        await typed(use, id, { legalName: legal_name, ...inSdkSpelling(components) })
      // A session with one step was submitted by typing.
      if (legal_name === undefined || checks.length > 1) await submitAll(use, id)
      return { session_id: id, tags: await tagsOf(use, id) }
    },
  },
  template_session: {
    description: 'A verification by a template of the organization, as it is now, submitted.',
    takes: { template_id: text, applicant: object },
    needs: ['organization', 'template_id'],
    async setUp(use) {
      const { template_id, applicant = PERSON } = use.given<{
        template_id: string
        applicant?: object
      }>()
      const { id } = await openSession(use, { templateId: template_id, applicant })
      await submitAll(use, id)
      return { session_id: id, tags: await tagsOf(use, id) }
    },
  },
  errored_check: {
    description:
      'A verification by a template with screening rules, one of whose checks ended in error.',
    takes: { check: CAN_ERROR, beside: CAN_ERROR, screening_rules: list(object) },
    needs: ['check', 'screening_rules'],
    async setUp(use) {
      const { check, beside, screening_rules } = use.given<{
        check: string
        beside?: string
        screening_rules: object[]
      }>()
      const checks = beside === undefined ? [check] : [check, beside]
      const { id } = await openSession(use, { checks, template: { screening_rules } })
      if (beside === undefined) await submitAll(use, id, { specimen: CHECK_ERROR })
      else {
        await typed(use, id, {}, { specimen: CHECK_ERROR })
        await submitAll(use, id)
      }
      return { session_id: id, tags: await tagsOf(use, id) }
    },
  },
}

/** Names of the rules that fired and only tag. */
async function tagsOf(use: StateUse, id: string): Promise<string[]> {
  const { screening } = await use.control<{ screening: { tags: string[] } | null }>(
    'GET',
    `/sessions/${id}`,
  )
  return screening?.tags ?? []
}

function inSdkSpelling(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}
