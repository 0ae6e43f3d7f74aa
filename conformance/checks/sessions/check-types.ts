import type { Check, Context } from '../../check/check.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { readCompleted, readSettled, STATES_OF_VERDICTS } from '../../check/verdict.ts'
import { comparing, rule } from '../../check/resources/templates.ts'
import { at, isObject } from '../../http/json.ts'

/** Check types whose result can be requested in test mode, by provider state. */
const SYNTHETIC: readonly [checks: string, requirement: string][] = [
  ['id_verification', 'CHK-001'],
  ['credit_history', 'CHK-008'],
  ['background_check', 'CHK-017'],
  ['sanctions_screening', 'CHK-018'],
]

const RESULTS = ['pass', 'fail', 'review', 'error']

export const checkTypeChecks: readonly Check[] = [
  ...SYNTHETIC.map(([type, requirement]): Check => ({
    id: `sessions.check-${type.replaceAll('_', '-')}`,
    area: 'sessions',
    requirements: [requirement, 'PLN-023'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      states: ['open_session', 'submitted_session'],
      optionalStates: STATES_OF_VERDICTS,
    },
    why: 'Test mode must simulate every check without real lookups.',
    async run(ctx) {
      // The requested outcome is the only input: no document, register or list is involved.
      const passed = await finished(ctx, type, 'pass')
      const parked = await finished(ctx, type, 'review')
      for (const one of [requirement, 'PLN-023']) {
        ctx.expect(
          one,
          'completed if pass was requested',
          passed.status === 'completed',
          passed.status,
        )
        ctx.expect(
          one,
          'not completed if review was requested',
          typeof parked.status === 'string' && parked.status !== 'completed',
          parked.status,
        )
      }
      if (requirement === 'CHK-001')
        for (const { idv, status } of [passed, parked]) {
          ctx.expect(
            requirement,
            `idv in the session, which is ${String(status)}: a document was examined`,
            isObject(idv),
            idv,
          )
        }
    },
  })),
  {
    id: 'screening.check-outcomes',
    area: 'screening',
    requirements: ['STA-027'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: [], states: ['screened_session'] },
    why: 'Rules compare with these four values; any other value never matches.',
    async run(ctx) {
      const field = 'check.id_verification.outcome'
      const rules = [
        rule({
          name: 'one of four',
          condition: comparing({ field, operator: 'in', value: RESULTS }),
        }),
        ...RESULTS.map((value) =>
          rule({ name: value, condition: comparing({ field, operator: 'eq', value }) }),
        ),
      ]
      const seen = new Set<string>()
      for (const expected_outcome of ['pass', 'review', 'fail', 'doc_quality']) {
        const { tags } = await reach(ctx, 'screened_session', {
          checks: ['id_verification'],
          expected_outcome,
          screening_rules: rules,
          applicant: { family_name: 'Testperson', given_names: ['Una'] },
        })
        if (!Array.isArray(tags))
          throw new Blocked('screened_session: expected the binding tags, a list')
        const named = tags.map(String).filter((tag) => RESULTS.includes(tag))
        ctx.expect(
          'STA-027',
          `pass, fail, review or error of a check where ${expected_outcome} was requested`,
          tags.includes('one of four') && named.length === 1,
          tags,
        )
        for (const one of named) seen.add(one)
      }
      ctx.expect(
        'STA-027',
        'pass, fail and review among them',
        ['pass', 'fail', 'review'].every((one) => seen.has(one)),
        [...seen],
      )
    },
  },
]

/** A verification of one check with all steps submitted, as its owner reads it. */
async function finished(
  ctx: Context,
  type: string,
  expected_outcome: 'pass' | 'review',
): Promise<{ status: unknown; idv: unknown }> {
  const {
    organization,
    key,
    session_id: id,
  } = await reach(ctx, 'open_session', { checks: [type], expected_outcome }, 'session_id')
  await reach(ctx, 'submitted_session', { organization, session_id: id })
  const read = expected_outcome === 'pass' ? readCompleted : readSettled
  const { json } = await read(ctx, 'retrieve the session', { id, key })
  return { status: at(json, 'data', 'status'), idv: at(json, 'data', 'idv') }
}
