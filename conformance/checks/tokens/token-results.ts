import type { Check, Context } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach, submissionOf } from '../../check/states.ts'
import { readCompleted, statusIn } from '../../check/verdict.ts'
import { walk } from '../../http/json.ts'

const ME = '/sdk/v1/sessions/me'
const VERDICTS = new Set(['approved', 'declined'])
/** Outcomes of a check, where a member of that name has one. */
const CHECK_OUTCOMES = new Set(['pass', 'fail', 'review', 'error'])
/** Members of the identity check that need `sessions:read`, and who decided. */
const RESULTS = new Set(['idv', 'available_images', 'capture_acquisition', 'decisionSource'])

/** Whether a member of a response is a result of the verification. */
function isResult({ path, value }: { path: readonly unknown[]; value: unknown }): boolean {
  const name = path.at(-1)
  return (
    VERDICTS.has(String(value)) ||
    (RESULTS.has(String(name)) && value !== null) ||
    (name === 'outcome' && CHECK_OUTCOMES.has(String(value)))
  )
}

/** A page may show what its applicant did, in the words of a verdict: only members with such names are results. */
function isNamedResult(name: unknown): boolean {
  return RESULTS.has(String(name)) || /outcome|verdict|decision|result/i.test(String(name))
}

/** Ends of a session with a result. */
const ENDS = [
  { outcome: 'approved', decided_by: 'rules' },
  { outcome: 'declined', decided_by: 'applicant' },
] as const

async function expectNoResult(ctx: Context, end: (typeof ENDS)[number]): Promise<void> {
  const { organization, session_id, client_token, browser_token } = await reach(
    ctx,
    'client_token',
    {},
    'session_id',
    'client_token',
    'browser_token',
  )
  await reach(ctx, 'session', { organization, session_id, status: 'completed', ...end })
  for (const [label, key] of [
    ['the working token', browser_token],
    ['the client token', client_token],
  ] as const) {
    const answer = await ctx.step(`resolve the ${end.outcome} session with ${label}`, {
      method: 'GET',
      path: ME,
      as: { key },
    })
    const leaked = walk(answer.json).find(
      (one) => isResult(one) && (end.outcome !== 'declined' || isNamedResult(one.path.at(-1))),
    )
    ctx.expect(
      'TOK-010',
      `no result of a session that ended ${end.outcome}, with ${label}, or a refusal`,
      isRefused(answer) || leaked === undefined,
      leaked
        ? `${JSON.stringify(leaked.value)} at /${leaked.path.join('/')}`
        : statusAndCode(answer),
    )
  }
}

/** Result of a session that a page completes, and the part that the page may see. */
export const tokenResultChecks: readonly Check[] = [
  {
    id: 'tokens.no-result-after-completion',
    area: 'tokens',
    requirements: ['TOK-010'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      states: ['client_token', 'session'],
    },
    why: 'A visible verdict would help to test forgeries.',
    async run(ctx) {
      for (const end of ENDS) await expectNoResult(ctx, end)
    },
  },
  {
    id: 'sdk.finishes-the-checks',
    area: 'sdk',
    requirements: ['GEN-006'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      states: ['open_session'],
    },
    why: "Integrators with their own page must be able to finish a session with the page's calls.",
    async run(ctx) {
      const open = await reach(
        ctx,
        'open_session',
        { checks: ['id_verification'], expected_outcome: 'pass' },
        'session_id',
        'browser_token',
      )
      const answer = await ctx.step(
        'submit the only step with the browser token',
        submissionOf(ctx, open['submission'], open.browser_token),
      )
      if (answer.status === 422)
        throw new Blocked(`the submission returned ${statusAndCode(answer)}`)
      const status = statusIn(
        await readCompleted(ctx, 'retrieve the session', { id: open.session_id, key: open.key }),
      )
      ctx.expect('GEN-006', 'a completed session', status === 'completed', status)
    },
  },
]
