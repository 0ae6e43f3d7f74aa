import { readFileSync } from 'node:fs'
import t from 'tap'
import { client, roomyWorld } from '../../testing/simulator.ts'
import { controlFor } from '../testing.ts'

const PROTOCOL = readFileSync(
  new URL('../../../conformance/target/PROTOCOL.md', import.meta.url),
  'utf8',
)
/** Check types that `checks` may name. */
const TYPES = [...PROTOCOL.split('`checks` is a list of ')[1]!.split(', in')[0]!.matchAll(/\w+/g)]
const STATUSES = [
  { status: 'open' },
  { status: 'in_progress' },
  { status: 'awaiting_review' },
  { status: 'cancelled' },
  { status: 'expired' },
  { status: 'expired', from: 'awaiting_review' },
  { status: 'completed' },
  ...['approved', 'declined'].map((outcome) => ({
    status: 'completed',
    outcome,
    decided_by: 'reviewer',
  })),
  { status: 'completed', outcome: 'declined', decided_by: 'applicant' },
  ...['approved', 'declined'].map((outcome) => ({
    status: 'completed',
    outcome,
    decided_by: 'rules',
  })),
]

const tagOf = (type: string, outcome: string) => ({
  name: outcome,
  ruleType: 'custom',
  action: 'tag',
  condition: {
    kind: 'field',
    field: `check.${type}.outcome`,
    operator: 'eq',
    value: outcome,
  },
})

t.test('each check type of the protocol reaches each status in both modes', async (t) => {
  const { simulator, control } = await controlFor(t, { world: roomyWorld() })
  let uses = 0
  const setUp = async (state: string, params: object) => {
    const reply = await control('POST', '/states', {
      state,
      action: 'setup',
      run_id: `run-${++uses}`,
      params: { region: 'us', ...params },
    })
    t.equal(reply.status, 200, `${state} ${JSON.stringify(params)}: ${reply.text}`)
    return reply.json<{ bindings?: Record<string, string> & { tags?: string[] } }>().bindings
  }
  t.equal(TYPES.length, 6)
  for (const [type] of TYPES)
    for (const mode of ['test', 'live']) {
      // Signing has its own route; the other types differ little.
      for (const given of type === 'esign' ? STATUSES : STATUSES.slice(-2)) {
        const made = await setUp('session', { mode, checks: [type], ...given })
        if (!made) continue
        const { data } = (
          await client(simulator, made['key']!)('GET', `/v1/sessions/${made['session_id']}`)
        ).json<{ data: { status: string; outcome: string } }>()
        t.match(data, {
          status: given.status === 'open' ? 'created' : given.status,
          ...('outcome' in given && { outcome: given.outcome }),
        })
      }
      await setUp('open_session', { mode, checks: [type] })
      await setUp('screened_session', { mode, checks: [type], screening_rules: [] })
      if (type === 'esign') continue
      const errored = await setUp('errored_check', {
        mode,
        check: type,
        screening_rules: ['error', 'pass', 'fail', 'review'].map((outcome) => tagOf(type, outcome)),
      })
      t.strictSame(errored?.['tags'], ['error'], `${type} ${mode}`)
    }
})
