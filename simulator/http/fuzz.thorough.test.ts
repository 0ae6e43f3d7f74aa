import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'
import fc from 'fast-check'
import t from 'tap'
import { type Operation, document } from '../../spec/contract.ts'
import type { RunningSimulator } from '../server.ts'
import { type Client, client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { bodyFrom, examplesOf, oddHeaders } from '../testing/odd-values.ts'
import { validationErrors } from '../testing/shape.ts'
import { SchemaCompiler } from './schemas.ts'
import { keyed, refusalOf } from './testing.ts'
import { rounds } from '../../tools/testing/rounds.ts'

/**
 * Bodies a route; `npm run torture -- --part fuzz` sends far more, of all kinds. For more here, or others:
 * `VSKIT_FUZZ_RUNS=50000 VSKIT_FUZZ_SEED=7 tap simulator/http/fuzz.thorough.test.ts`
 */
const RUNS = Number(process.env.VSKIT_FUZZ_RUNS ?? rounds(500))
const SEED = Number(process.env.VSKIT_FUZZ_SEED ?? 20_261_120)
/** Callers at once, each on a connection of its own that it keeps. */
const LANES = 16

const routes = keyed.filter(({ requestBody }) => requestBody?.mediaType === 'application/json')

// ---- what comes back -----------------------------------------------------------------------------------------------

const compiler = new SchemaCompiler(document)

/** A check of every answer of an operation. @throws {Error} that says what is wrong with it */
function judge({ operationId, errorCodes, success }: Operation) {
  const fits = compiler.compile(success.body!.schema)
  return (status: number, reply: { headers: Headers; text: string }): void => {
    if (status === success.status) {
      if (!fits(JSON.parse(reply.text)))
        throw new Error(
          `${operationId} answered in another shape: ${validationErrors(fits)}: ${reply.text}`,
        )
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
  const bodies = fc.sample(fc.tuple(bodyFrom(examples), oddHeaders), { numRuns: RUNS, seed: SEED })
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
      // Unexpected errors of the simulator are thrown outside any handler: a 500 response is never
      // the only sign.
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
