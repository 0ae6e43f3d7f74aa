import t, { type Test } from 'tap'
import type { Check, Context } from '../../check/check.ts'
import { Answer } from '../../http/answer.ts'
import type { JsonObject } from '../../http/json.ts'
import { type Hook, Hooks } from '../../receiver/hooks.ts'
import { reviewedEventChecks } from './reviewed-events.ts'
import { webhookReplayChecks } from './webhook-replays.ts'

/** Runs a check against a provider; returns the requirements that it found broken. */
async function brokenIn(
  t: Test,
  { run }: Check,
  state: (name: string, params: JsonObject, hook: Hook) => void,
): Promise<string[]> {
  const hooks = await Hooks.start({
    receiver: { host: '127.0.0.1', port: 0, plainHttp: true },
    patienceSeconds: 10,
  })
  t.after(() => hooks.close())
  const hook = hooks.open(() => {})
  const broken: string[] = []
  let sessions = 0
  const context: Partial<Context> = {
    home: 'us',
    mode: 'test',
    receiver: () => hook,
    sessionFields: () => ({}),
    observe: () => {},
    async state(name, params) {
      state(name, params, hook)
      return { organization: 'org', key: 'key', subscription_id: 'sub', secret: 'secret' }
    },
    async setUp() {
      const body = Buffer.from(JSON.stringify({ id: `vs_${++sessions}` }))
      return new Answer({ status: 201, statusLine: '', rawHeaders: [], milliseconds: 0, body })
    },
    expect(requirement, _expected, holds) {
      if (!holds) broken.push(requirement)
      return holds
    },
  }
  await run(context as Context)
  return broken
}

function send({ url }: Hook, json: JsonObject, headers: Record<string, string> = {}): void {
  fetch(url, { method: 'POST', body: JSON.stringify(json), headers }).catch(() => {})
}

t.test('a ping may take as long as any delivery', async (t) => {
  const [ping] = webhookReplayChecks.filter(({ id }) => id === 'webhooks.test-ping')
  const broken = await brokenIn(t, ping!, (name, _, hook) => {
    const marked = { 'X-Webhook-Origin': 'test_ping' }
    if (name === 'test_ping') setTimeout(() => send(hook, { test: true }, marked), 3500)
  })
  t.strictSame(broken, [])
})

t.test('a ping need not be retried: a lost one is requested again', async (t) => {
  const [ping] = webhookReplayChecks.filter(({ id }) => id === 'webhooks.test-ping')
  let requests = 0
  const broken = await brokenIn(t, ping!, (name, _, hook) => {
    if (name === 'test_ping' && ++requests === 2)
      send(hook, { test: true }, { 'X-Webhook-Origin': 'test_ping' })
  })
  t.strictSame(broken, [])
})

t.test('an event of a further type is not the end of a session', async (t) => {
  const broken = await brokenIn(t, reviewedEventChecks[0]!, (name, params, hook) => {
    if (name !== 'session') return
    const { session_id: sessionId, status, outcome = null } = params
    const event = { sessionId, status, outcome }
    send(hook, { ...event, type: 'kyc.session.archived', decisionSource: 'automatic' })
    const decisionSource = status === 'completed' ? 'reviewer' : undefined
    setTimeout(
      () => send(hook, { ...event, type: `kyc.session.${String(status)}`, decisionSource }),
      200,
    )
  })
  t.strictSame(broken, [])
})
