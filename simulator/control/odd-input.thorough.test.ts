import t from 'tap'
import {
  type Operation,
  operations as publicOperations,
  readOperations,
} from '../../spec/contract.ts'
import { controlDocument } from './spec/document.ts'
import { type Client, client, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'
import { verdict } from '../http/testing.ts'

/** Possible forms of a query parameter: given twice, empty, or of another form. */
const ODD_QUERIES = ['a', '', '__proto__', '%00', '-1', '1e99', 'x'.repeat(3000)]
const ODD_VALUES = [
  null,
  true,
  -1,
  1e308,
  '',
  '\0',
  '\ud800',
  '__proto__',
  'x'.repeat(300),
  [],
  [[]],
  {},
  [null],
  { a: 1 },
]
/** Skipped: they disturb other requests or wait for deliveries. */
const APART = new Set(['reset', 'restoreSnapshot', 'settle', 'advanceClock', 'setClock'])

function pathOf({ path }: Operation): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? 'org_acme' : 'x'))
}

/** Returns variants of a value with an odd value at each place in turn, or one member more. */
function* spoiled(value: unknown): Generator<unknown> {
  yield* ODD_VALUES
  if (typeof value !== 'object' || value === null) return
  for (const [key, inner] of Object.entries(value)) {
    for (const odd of spoiled(inner))
      yield Array.isArray(value)
        ? value.map((one: unknown, i) => (String(i) === key ? odd : one))
        : { ...value, [key]: odd }
  }
}

/** Rejected or served; a fault of the simulator throws too, and nothing catches it. */
async function survives(t: Tap, call: Client, operation: Operation, path: string, body?: unknown) {
  const reply = await call(operation.method.toUpperCase(), path, body)
  if (reply.status >= 500)
    t.fail(
      `${operation.operationId} ${path.slice(0, 200)} ${JSON.stringify(body)?.slice(0, 500)}: ${reply.text}`,
    )
  return reply.status
}
type Tap = Pick<typeof t, 'fail'>

const simulator = await simulatorFor(t, { world: roomyWorld() })
const control = client(simulator, undefined, 'control')
const region = client(simulator, demoKey('org_acme'))
// A stream of lines stays open; its own tests close it.
const controlOperations = (readOperations(controlDocument) as readonly Operation[]).filter(
  ({ success }) => success.body?.mediaType !== 'application/x-ndjson',
)

t.test('a filter that is given twice is rejected and named', async (t) => {
  const twice = await control('GET', '/control/v1/requests?operation=a&operation=a')
  t.equal(verdict(twice), '422 validation_error')
  t.match(twice.json(), { error: { details: { issues: [{ path: ['operation'] }] } } })
})

t.test(
  'every query parameter, given twice or with an odd value, is rejected or served',
  async (t) => {
    let sent = 0
    for (const [call, operations] of [
      [control, controlOperations],
      [region, publicOperations],
    ] as const) {
      for (const operation of operations.filter(({ method }) => method === 'get')) {
        for (const { name } of operation.parameters.filter(
          (parameter) => parameter.in === 'query',
        )) {
          for (const odd of ODD_QUERIES) {
            const statuses = [
              await survives(t, call, operation, `${pathOf(operation)}?${name}=${odd}`),
              await survives(
                t,
                call,
                operation,
                `${pathOf(operation)}?${name}=${odd}&${name}=${odd}`,
              ),
              await survives(t, call, operation, `${pathOf(operation)}?${name}[a]=${odd}`),
            ]
            sent += statuses.length
            if (statuses[1]! < 400) t.fail(`${operation.operationId}: ${name} twice was served`)
          }
        }
      }
    }
    t.ok(sent > 200, `${sent} requests`)
  },
)

for (const operation of controlOperations) {
  const { requestBody, operationId } = operation
  if (requestBody?.mediaType !== 'application/json' || APART.has(operationId)) continue
  t.test(`${operationId} rejects or accepts every odd body`, async (t) => {
    const bodies = [{}, ...Object.values(requestBody.examples)]
      .flatMap((example) => [...spoiled(example)])
      .filter((body) => body !== undefined)
      // npm test sends every fourth body with an odd value inside.
      .filter((_, i) => process.env.TEST_FULL || i < ODD_VALUES.length || i % 4 === 0)
    for (const body of bodies) await survives(t, control, operation, pathOf(operation), body)
    t.ok(bodies.length >= ODD_VALUES.length, `${bodies.length} bodies`)
  })
}
