import fc from 'fast-check'
import type { Backend, Clients, Signer } from '../clients.ts'
import type { Response } from '../http/client.ts'
import { type Model, type ModelSession, isOpen } from './model.ts'

export interface Real {
  clients: Clients
  backend: Backend
  lease: string
}

type Command = fc.AsyncCommand<Model, Real>

const LIFETIME_S = 7 * 24 * 3600

/** @throws {Error} if they differ */
function same(what: string, got: unknown, expected: unknown): void {
  const [left, right] = [JSON.stringify(got), JSON.stringify(expected)]
  if (left !== right) throw new Error(`${what}: expected ${right}, got ${left}`)
}

function dataOf<T>(response: Response): T {
  if (response.status >= 300) throw new Error(`refused: ${response.status} ${response.text}`)
  return (JSON.parse(response.text) as { data: T }).data
}

/** Returns the session with this index, modulo their number. */
const chosen = ({ state }: Readonly<Model>, no: number): ModelSession =>
  state.sessions[no % state.sessions.length]!

function command(
  name: string,
  run: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return { check, run, toString: () => name }
}

const hasSessions = ({ state }: Readonly<Model>): boolean => state.sessions.length > 0

function create(expected: string, metadata: string): Command {
  return command(`create(${expected}, ${metadata})`, async (model, { backend }) => {
    const body = `{"expected_outcome":"${expected}","metadata":${metadata}}`
    const { id } = dataOf<{ id: string }>(await backend.ask('POST', '/v1/sessions', body))
    const { now } = model.state
    model.state.sessions.push({
      id,
      status: 'created',
      outcome: null,
      metadata,
      expected,
      waitsSince: now,
    })
  })
}

/** Actions that end a session: refused unless the session is in one of these states. */
function act(
  name: string,
  no: number,
  from: ModelSession['status'][],
  send: (real: Real, id: string) => Promise<Response>,
  apply: (model: Model, session: ModelSession) => void,
): Command {
  return command(
    `${name}(${no})`,
    async (model, real) => {
      const session = chosen(model, no)
      const response = await send(real, session.id)
      if (from.includes(session.status)) {
        dataOf(response)
        apply(model, session)
      } else same(`${name} of a session that is ${session.status}`, response.status, 409)
      const shown = dataOf<ModelSession>(
        await real.backend.ask('GET', `/v1/sessions/${session.id}`),
      )
      same(`status after ${name}`, [shown.status, shown.outcome], [session.status, session.outcome])
    },
    hasSessions,
  )
}

const OPEN: ModelSession['status'][] = ['created', 'in_progress']
const operator = (what: string, body?: object) => (real: Real, id: string) =>
  real.clients.control.ask(
    'POST',
    `/control/v1/sessions/${id}/${what}`,
    body ? { 'content-type': 'application/json' } : {},
    body && JSON.stringify(body),
  )

const submit = (no: number): Command =>
  act('submit', no, OPEN, operator('journey', { action: 'submit' }), (model, session) => {
    const { expected } = session
    if (expected === 'pass') model.end(session, 'completed', 'approved')
    else if (expected === 'fail') model.end(session, 'completed', 'declined')
    else model.end(session, 'awaiting_review', null)
  })
const cancel = (no: number): Command =>
  act(
    'cancel',
    no,
    OPEN,
    ({ backend }, id) => backend.ask('POST', `/v1/sessions/${id}/cancel`),
    (model, session) => model.end(session, 'cancelled', null),
  )
const review = (no: number, outcome: string): Command =>
  act(
    'review',
    no,
    [...OPEN, 'awaiting_review'],
    operator('review', { outcome }),
    (model, session) => model.end(session, 'completed', outcome),
  )
const expire = (no: number): Command =>
  act('expire', no, [...OPEN, 'awaiting_review'], operator('expire'), (model, session) =>
    model.end(session, 'expired', null),
  )

function signing(what: 'sign' | 'decline' | 'end'): Command {
  return command(what, async (model, { backend, lease }) => {
    const signer: Signer = await backend.signer(lease)
    dataOf(await signer[what]())
    const { now } = model.state
    const { metadata } = dataOf<{ metadata: object }>(
      await backend.ask('GET', `/v1/sessions/${signer.id}`),
    )
    const session: ModelSession = {
      id: signer.id,
      status: 'in_progress',
      outcome: null,
      expected: 'pass',
      waitsSince: now,
      metadata: JSON.stringify(metadata),
    }
    model.state.sessions.push(session)
    const eventName = { sign: 'document_signed', decline: 'document_declined', end: undefined }[
      what
    ]
    if (eventName !== undefined)
      model.state.events.push({ type: `kyc.session.${eventName}`, session: session.id })
    model.end(session, 'completed', what === 'sign' ? 'approved' : 'declined')
  })
}

const applicant = (name: string): Command =>
  command(`applicant(${name})`, async (model, { backend }) => {
    const { id } = await backend.data<{ id: string }>('POST', '/v1/applicants', {
      family_name: name,
    })
    model.state.applicants.set(id, name)
  })
const rename = (no: number, name: string): Command =>
  command(
    `rename(${no}, ${name})`,
    async (model, { backend }) => {
      const id = [...model.state.applicants.keys()][no % model.state.applicants.size]!
      await backend.data('PATCH', `/v1/applicants/${id}`, { family_name: name })
      model.state.applicants.set(id, name)
    },
    ({ state }) => state.applicants.size > 0,
  )
const forget = (no: number): Command =>
  command(
    `forget(${no})`,
    async (model, { backend }) => {
      const id = [...model.state.applicants.keys()][no % model.state.applicants.size]!
      const { status } = await backend.ask('DELETE', `/v1/applicants/${id}`)
      same('deletion', status < 300, true)
      same('a deleted applicant', (await backend.ask('GET', `/v1/applicants/${id}`)).status, 404)
      model.state.applicants.delete(id)
    },
    ({ state }) => state.applicants.size > 0,
  )
const template = (name: string): Command =>
  command(`template(${name})`, async (model, { backend }) => {
    const steps = [{ id: 'identity', type: 'id_verification' }]
    const { id } = await backend.data<{ id: string }>('POST', '/v1/workflow-templates', {
      name,
      steps,
    })
    model.state.templates.set(id, name)
  })
const subscribe: Command = command('subscribe', async (model, { backend }) => {
  const body = { url: 'https://hooks.example.com/', events: ['kyc.session.form_flagged'] }
  const { id } = await backend.data<{ id: string }>('POST', '/v1/webhook-subscriptions', body)
  model.state.subscriptions.set(id, true)
})
const unsubscribe = (no: number): Command =>
  command(
    `unsubscribe(${no})`,
    async (model, { backend }) => {
      const id = [...model.state.subscriptions.keys()][no % model.state.subscriptions.size]!
      const { status } = await backend.ask('DELETE', `/v1/webhook-subscriptions/${id}`)
      same('deletion', status < 300, true)
      model.state.subscriptions.delete(id)
    },
    ({ state }) => state.subscriptions.size > 0,
  )
const advance = (seconds: number): Command =>
  command(`advance(${seconds})`, async (model, { clients }) => {
    await clients.controlClient('POST', '/clock/advance', { seconds })
    await clients.controlClient('POST', '/settle')
    model.advance(seconds, LIFETIME_S)
  })
const snapshot: Command = command('snapshot', async (model, { clients }) => {
  model.snapshot((await clients.controlClient<{ id: string }>('POST', '/snapshots')).id)
})
const restore = (no: number): Command =>
  command(
    `restore(${no})`,
    async (model, { clients }) => {
      const at = no % model.snapshots.length
      await clients.controlClient('POST', `/snapshots/${model.snapshots[at]!.id}/restore`)
      model.restore(at)
    },
    ({ snapshots }) => snapshots.length > 0,
  )

/** Compares everything that the organization can read. */
export const compare: Command = command('compare', async ({ state }, { clients, backend }) => {
  const all = async <T>(path: string): Promise<T[]> => {
    const found: T[] = []
    for (let cursor = ''; ;) {
      const response = await backend.ask('GET', `${path}?limit=100${cursor}`)
      found.push(...dataOf<T[]>(response))
      const { next_cursor } = JSON.parse(response.text) as { next_cursor: string | null }
      if (next_cursor === null) return found
      cursor = `&cursor=${next_cursor}`
    }
  }
  const sessions = await all<ModelSession>('/v1/sessions')
  same(
    'sessions',
    sessions.map(({ id, status, outcome }) => [id, status, outcome]),
    state.sessions.map(({ id, status, outcome }) => [id, status, outcome]).toReversed(),
  )
  const named = await all<{ id: string; family_name: string }>('/v1/applicants')
  const own = new Map(named.map(({ id, family_name }) => [id, family_name]))
  for (const [id, name] of state.applicants) same(`applicant ${id}`, own.get(id), name)
  const templates = await all<{ id: string; name: string }>('/v1/workflow-templates')
  const names = new Map(templates.map(({ id, name }) => [id, name]))
  for (const [id, name] of state.templates) same(`template ${id}`, names.get(id), name)
  const subscriptions = await all<{ id: string }>('/v1/webhook-subscriptions')
  same(
    'subscriptions',
    subscriptions.map(({ id }) => id).sort(),
    [...state.subscriptions.keys()].sort(),
  )
  const events = await clients.controlClient<{ type: string; session_id: string }[]>(
    'GET',
    `/events?limit=100&organization=${backend.organization}`,
  )
  // Events of the same time may be in any order.
  const sorted = (list: string[]): string[] => list.toSorted()
  if (state.events.length <= 100)
    same(
      'events',
      sorted(events.map(({ type, session_id }) => `${type} ${session_id}`)),
      sorted(state.events.map(({ type, session }) => `${type} ${session}`)),
    )
  same(
    'open sessions',
    sessions.filter((one) => isOpen(one)).length,
    state.sessions.filter(isOpen).length,
  )
})

const no = fc.nat(30)
const name = fc.constantFrom('Ek', 'Núñez Ó', '李', "O'Brien", 'x'.repeat(100))
const metadata = fc.constantFrom(
  '{}',
  '{"10":1,"9":2,"a":{"B":[]}}',
  '{"long":12345678901234567890}',
)

/** Commands by frequency. */
export const commands: fc.Arbitrary<Command>[] = [
  ...Array.from({ length: 3 }, () =>
    fc
      .tuple(fc.constantFrom('pass', 'fail', 'review', 'doc_quality'), metadata)
      .map((x) => create(...x)),
  ),
  no.map(submit),
  no.map(submit),
  no.map(cancel),
  fc.tuple(no, fc.constantFrom('approved', 'declined')).map((x) => review(...x)),
  no.map(expire),
  fc.constantFrom('sign' as const, 'decline' as const, 'end' as const).map(signing),
  name.map(applicant),
  fc.tuple(no, name).map((x) => rename(...x)),
  no.map(forget),
  name.map(template),
  fc.constant(subscribe),
  no.map(unsubscribe),
  fc.constantFrom(1, 3600, 86_400, LIFETIME_S - 1, LIFETIME_S).map(advance),
  fc.constant(snapshot),
  no.map(restore),
  fc.constant(compare),
]
