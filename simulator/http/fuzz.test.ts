import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import fc from 'fast-check'
import t from 'tap'
import { type Operation, document } from '../../spec/contract.ts'
import type { RunningSimulator } from '../server.ts'
import { type Client, client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { lacks } from '../testing/shape.ts'
import { SchemaCompiler } from './schemas.ts'
import { keyed, refusalOf } from './testing.ts'

/** Bodies a route. For more, or others: `VSKIT_FUZZ_RUNS=50000 VSKIT_FUZZ_SEED=7 tap simulator/http/fuzz.test.ts` */
const RUNS = Number(process.env.VSKIT_FUZZ_RUNS ?? 2000)
const SEED = Number(process.env.VSKIT_FUZZ_SEED ?? 20_261_120)
/** Callers at once, each on a connection of its own that it keeps. */
const LANES = 16

const routes = keyed.filter(({ requestBody }) => requestBody?.mediaType === 'application/json')

// ---- what is sent --------------------------------------------------------------------------------------------------

const oddText = fc.oneof(
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 200 }) },
  { weight: 1, arbitrary: fc.webUrl() },
  { weight: 1, arbitrary: fc.emailAddress() },
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      '\ud800',
      '\udfff\ud800',
      '\u202eabc',
      'e\u0301',
      '👩‍👩‍👧',
      '\ufeff',
      '\u2028',
      'ß',
      'İ',
      '__proto__',
      'constructor',
      'toString',
      'null',
      '-1',
      '1e5',
      '2026-02-30',
      '0000-00-00',
      '9999-12-31',
      '+',
      '+1',
      '+14155550132',
      '020 7946 0018',
      '+1 415 555 0132 ext. 5',
      'https://',
      'https://[',
      'HTTPS://A.EXAMPLE',
      'http://a.example',
      'https://u:p@a.example',
      'a@b',
      'x'.repeat(100),
      'x'.repeat(101),
      'x'.repeat(5000),
      '%00',
      '\\',
      '"',
      '${7*7}',
      '../..',
      'kyc.session.completed',
      'pass',
      'doc_quality',
    ),
  },
)
const oddNumber = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.constantFrom(0, -0, 1e308, -1e308, 5e-324, 2 ** 53, 2 ** 53 + 2, -1, 1.5, 1e21),
)
const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: oddText },
  { weight: 1, arbitrary: oddNumber },
  { weight: 1, arbitrary: fc.constantFrom(null, true, false, [], {}, [[]], [null], [{}]) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.array(oddText, { maxLength: 12 }) },
  { weight: 1, arbitrary: fc.dictionary(oddText, fc.oneof(oddText, oddNumber), { maxKeys: 6 }) },
)

/** Names that the contract knows in any body, as they are and as they are misspelt. */
const names = [
  ...new Set(
    Object.values(document.components.schemas).flatMap((schema) =>
      Object.keys((schema as { properties?: object }).properties ?? {}),
    ),
  ),
].filter((name) => name.length < 30)
const oddName = fc.oneof(
  fc.constantFrom(...names),
  fc.constantFrom(...names).map((name) => name.toUpperCase()),
  fc.constantFrom(
    'first_name',
    'middle_name',
    'last_name',
    'legal_name',
    'full_name',
    'familyName',
    '__proto__',
    'constructor',
    '',
  ),
  oddText,
)

/** A change to a value: at some place of it something is set, taken away or renamed. */
type Change = (value: unknown) => unknown
const change: fc.Arbitrary<Change> = fc
  .tuple(
    fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('set', 'set', 'set', 'add', 'remove', 'rename', 'repeat'),
    oddName,
    oddValue,
  )
  .map(
    ([way, what, name, odd]) =>
      (value) =>
        changed(value, way, what, name, odd),
  )

function changed(
  value: unknown,
  [step, ...way]: number[],
  what: string,
  name: string,
  odd: unknown,
): unknown {
  if (step === undefined || typeof value !== 'object' || value === null) return odd
  if (Array.isArray(value)) {
    if (value.length === 0) return [odd]
    const i = step % value.length
    return value.map((item, at) =>
      at === i ? changed(item, way, what, name, odd) : (item as unknown),
    )
  }
  const members = Object.entries(value)
  const i = step % (members.length + 1)
  const [key, inner] = members[i] ?? [name, odd]
  if (what === 'remove') members.splice(i, 1)
  else if (what === 'add' || i === members.length) members.push([name, odd])
  else if (what === 'rename') members[i] = [name, inner]
  else if (what === 'repeat') members[i] = [key, Array<unknown>(2 + (step % 11)).fill(inner)]
  else members[i] = [key, way.length === 0 ? odd : changed(inner, way, what, name, odd)]
  // Not by assignment: `__proto__` must become a member.
  return Object.fromEntries(members)
}

/** The ways to all members of a value. */
function waysInto(value: unknown): string[][] {
  if (typeof value !== 'object' || value === null) return [[]]
  return [
    [],
    ...Object.entries(value).flatMap(([key, inner]) => waysInto(inner).map((way) => [key, ...way])),
  ]
}

function withAt(value: unknown, [key, ...way]: string[], odd: unknown): unknown {
  if (key === undefined) return odd
  const members = Object.entries(value as object).map(([name, inner]): [string, unknown] => [
    name,
    name === key ? withAt(inner, way, odd) : inner,
  ])
  return Array.isArray(value) ? members.map(([, inner]) => inner) : Object.fromEntries(members)
}

/** The examples of an operation, about an applicant that there is and without what nobody here has. */
function examplesOf({ requestBody }: Operation, applicant: string): unknown[] {
  return Object.values(requestBody!.examples).map((example): unknown =>
    JSON.parse(
      JSON.stringify(example)
        .replace(/"workflow_template_id":"[^"]*",?/, '')
        .replaceAll(/app_[0-9a-z]{24}/g, applicant),
    ),
  )
}

/** A body of an operation, as bytes: most are nearly right, some are JSON of any kind, some are no JSON at all. */
function bodyFrom(examples: unknown[]): fc.Arbitrary<Buffer> {
  const example = fc.constantFrom(...examples, {})
  const places = examples.flatMap((value) => waysInto(value).map((way) => ({ value, way })))
  const oneOdd = fc
    .tuple(fc.constantFrom(...places), oddValue)
    .map(([{ value, way }, odd]) => withAt(value, way, odd))
  const near = fc
    .tuple(example, fc.array(change, { maxLength: 3 }))
    .map(([value, changes]) => changes.reduce<unknown>((at, apply) => apply(at), value))
  const text = fc.oneof(
    { weight: 4, arbitrary: near.map((value) => JSON.stringify(value)) },
    { weight: 6, arbitrary: oneOdd.map((value) => JSON.stringify(value)) },
    { weight: 2, arbitrary: oddValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: fc.json({ maxDepth: 8 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        ' ',
        '{',
        '}',
        '{}',
        '[]',
        'nul',
        '1e999',
        '-',
        '{"a":1,}',
        '{"a":01}',
        "{'a':1}",
        '\ufeff{}',
        '{}{}',
      ),
    },
  )
  const broken = fc
    .tuple(text, fc.nat(), fc.uint8Array({ maxLength: 8 }))
    .map(([whole, at, bytes]) => {
      const buffer = Buffer.from(whole)
      const i = at % (buffer.length + 1)
      return Buffer.concat([buffer.subarray(0, i), bytes, buffer.subarray(i + (at % 3))])
    })
  return fc.oneof(
    { weight: 10, arbitrary: text.map((whole) => Buffer.from(whole)) },
    { weight: 2, arbitrary: broken },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
  )
}

const oddHeaders = fc.constantFrom<Record<string, string>[]>(
  { 'accept-language': 'en-GB' },
  { 'accept-language': 'de-AT;q=0, *;q=1' },
  { 'accept-language': ';;,-,q=' },
  { 'accept-language': 'x'.repeat(3000) },
  { 'accept-language': 'en-ZZ,fr-XX' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
)
const headers = fc.oneof(
  { weight: 9, arbitrary: fc.constant({}) },
  { weight: 1, arbitrary: oddHeaders },
)

// ---- what comes back -----------------------------------------------------------------------------------------------

const compiler = new SchemaCompiler(document)

/** A check of every answer of an operation. @throws {Error} that says what is wrong with it */
function judge({ operationId, errorCodes, success }: Operation) {
  const fits = compiler.compile(success.body!.schema)
  return (status: number, reply: { headers: Headers; text: string }): void => {
    if (status === success.status) {
      if (!fits(JSON.parse(reply.text)))
        throw new Error(`${operationId} answered in another shape: ${lacks(fits)}: ${reply.text}`)
      return
    }
    const { code, details } = refusalOf({ status, ...reply })
    if (status >= 500 || !errorCodes.includes(code))
      throw new Error(`${operationId} answered ${status} ${code}`)
    if (code === 'validation_error' && !details.issues?.length)
      throw new Error(`${operationId} refused without a word: ${reply.text}`)
  }
}

/** All that a list shows, over its pages. */
async function count(call: Client, list: string): Promise<number> {
  let sum = 0
  for (let cursor: string | null = ''; cursor !== null;) {
    const reply = await call('GET', `${list}?limit=100${cursor && `&cursor=${cursor}`}`)
    const page: { data: unknown[]; next_cursor: string | null } = reply.json()
    sum += page.data.length
    cursor = page.next_cursor
  }
  return sum
}

/** One resource for each lane, where the operation speaks of one: its last answer is what must be kept. */
async function resourcesFor({ path }: Operation, call: Client): Promise<string[]> {
  if (!path.includes('{id}')) return []
  const collection = path.slice(0, path.indexOf('/{id}'))
  const body = collection.endsWith('applicants')
    ? { family_name: 'x' }
    : collection.endsWith('subscriptions')
      ? { url: 'https://a.example/', events: ['kyc.session.expired'] }
      : collection.endsWith('templates')
        ? { name: 'x', steps: [{ id: 'x', type: 'id_verification' }] }
        : {}
  return Promise.all(
    Array.from(
      { length: LANES },
      async () => (await call('POST', collection, body)).json<{ data: { id: string } }>().data.id,
    ),
  )
}

/** Sends all bodies, and returns the texts of the answers that were no refusals, by lane. */
async function send(
  simulator: RunningSimulator,
  operation: Operation,
  examples: unknown[],
  key: string,
  resources: string[],
): Promise<string[][]> {
  const bodies = fc.sample(fc.tuple(bodyFrom(examples), headers), { numRuns: RUNS, seed: SEED })
  const check = judge(operation)
  const agent = new Agent({ keepAlive: true, maxSockets: LANES })
  const accepted = Array.from({ length: LANES }, (): string[] => [])
  const lane = async (no: number): Promise<void> => {
    for (let i = no; i < bodies.length; i += LANES) {
      const [body, more] = bodies[i]!
      const url = simulator.base_urls.us + operation.path.replace('{id}', resources[no] ?? '')
      const { status, ...reply } = await post(agent, url, operation.method, body, {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...more,
      })
      try {
        check(status, reply)
      } catch (error) {
        throw new Error(
          `body ${i} of seed ${SEED}, ${JSON.stringify(body.toString('latin1').slice(0, 2000))}`,
          { cause: error },
        )
      }
      if (status === operation.success.status) accepted[no]!.push(reply.text)
    }
  }
  try {
    await Promise.all(Array.from({ length: LANES }, (_, no) => lane(no)))
  } finally {
    agent.destroy()
  }
  return accepted
}

/** One request on a kept connection; `fetch` would take three times as long. */
async function post(
  agent: Agent,
  url: string,
  method: string,
  body: Buffer,
  headers: Record<string, string>,
) {
  const length = { 'content-length': body.length }
  const sent = request(url, {
    agent,
    method: method.toUpperCase(),
    headers: { ...headers, ...length },
  })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  const text = await textOf(response)
  return {
    status: response.statusCode!,
    headers: new Headers(response.headers as Record<string, string>),
    text,
  }
}

// Some milliseconds a body on a machine that has other work to do.
t.setTimeout(60_000 + RUNS * 50)
t.comment(`${RUNS} bodies for each of ${routes.length} routes, seed ${SEED}`)

for (const operation of routes) {
  t.test(
    `${operation.operationId} survives what is sent, and keeps what it accepted and nothing else`,
    async (t) => {
      // A fault of the simulator is thrown where nobody catches it: an answer 500 is never the only sign.
      const world = roomyWorld((organization) => {
        organization.webhook_subscriptions = []
      })
      const simulator = await simulatorFor(t, { world })
      const key = demoKey('org_acme')
      const call = client(simulator, key)
      const resources = await resourcesFor(operation, call)
      const known = (await call('POST', '/v1/applicants', { family_name: 'Known' })).json<{
        data: { id: string }
      }>().data.id
      const accepted = await send(
        simulator,
        operation,
        examplesOf(operation, known),
        key,
        resources,
      )
      const texts = accepted.flat()
      t.comment(`${texts.length} of ${RUNS} accepted`)
      t.ok(texts.length < RUNS, 'some were refused')
      const data = texts.map((text) => (JSON.parse(text) as { data: Record<string, unknown> }).data)
      switch (operation.operationId) {
        case 'createSession': {
          t.equal(await count(call, '/v1/sessions'), texts.length)
          const inline = data.filter(
            ({ applicant_id }) => applicant_id !== null && applicant_id !== known,
          )
          t.equal(
            await count(call, '/v1/applicants'),
            1 + inline.length,
            'an applicant for each that came inline',
          )
          break
        }
        case 'createApplicant':
          t.equal(await count(call, '/v1/applicants'), 1 + texts.length)
          break
        case 'createWebhookSubscription':
          t.equal(await count(call, '/v1/webhook-subscriptions'), texts.length)
          break
        case 'createWorkflowTemplate':
          t.equal(await count(call, '/v1/workflow-templates'), texts.length)
          break
        case 'updateApplicant':
        case 'updateWorkflowTemplate':
        case 'updateWebhookSubscription':
          for (const [no, id] of resources.entries()) {
            const kept = await call('GET', operation.path.replace('{id}', id))
            if (accepted[no]!.length > 0)
              t.equal(kept.text, accepted[no]!.at(-1), 'as it was answered last')
          }
          break
      }
    },
  )
}
