import t from 'tap'
import type { Operation, OperationId } from '../../spec/contract.ts'
import type { Client } from '../testing/simulator.ts'
import { roomyBudgets } from '../world/roomy-budgets.ts'
import {
  type RawReply,
  UNKNOWN_IDS,
  bodyOf,
  controlOf,
  exchange,
  keyed,
  newOwner,
  requestText,
  roomySimulator,
} from './testing.ts'

/** Records of one organization in one mode. */
interface Belongings {
  session: string
  applicant: string
  subscription: string
}

async function belongings(
  call: Client,
  control: ReturnType<typeof controlOf>,
): Promise<Belongings> {
  const made = async (path: string, body: object): Promise<string> => {
    const reply = await call('POST', path, body)
    if (reply.status !== 201) throw new Error(`${path}: ${reply.status} ${reply.text}`)
    return reply.json<{ data: { id: string } }>().data.id
  }
  const session = await made('/v1/sessions', {})
  await control('POST', `/sessions/${session}/journey`, { action: 'submit' })
  return {
    session,
    applicant: await made('/v1/applicants', { family_name: 'Suharto' }),
    subscription: await made('/v1/webhook-subscriptions', {
      url: 'https://hooks.example.com/',
      events: ['kyc.session.expired'],
    }),
  }
}

function kindOf(path: string): keyof Belongings | undefined {
  if (path.startsWith('/v1/sessions/{id}')) return 'session'
  if (path.startsWith('/v1/applicants/{id}')) return 'applicant'
  return path.startsWith('/v1/webhook-subscriptions/{id}') ? 'subscription' : undefined
}

/** Malformed ids, and ids of other records. */
function malformed(kind: keyof Belongings, own: Belongings): Record<string, string> {
  const id = own[kind]
  const [prefix, rest] = [id.slice(0, id.indexOf('_') + 1), id.slice(id.indexOf('_') + 1)]
  return {
    nothing: '',
    'a blank': '%20',
    'one letter': 'x',
    'the prefix': prefix,
    'without its prefix': rest,
    'one letter less': id.slice(0, -1),
    'one letter more': `${id}0`,
    capitals: id.toUpperCase(),
    'half in capitals': prefix + rest.toUpperCase(),
    'NUL behind it': `${id}%00`,
    'blank behind it': `${id}%20`,
    'line feed behind it': `${id}%0a`,
    'a slash in it': `${prefix}%2f${rest.slice(1)}`,
    dots: '..',
    'the same by way of its parent': `x%2f..%2f${id}`,
    'a broken escape': `${id}%`,
    'half a letter': `${id}%c3`,
    'a letter of another script': `${id.slice(0, -1)}%D0%B0`,
    surrogate: `${id}%ed%a0%80`,
    'a pattern': `${prefix}%25`,
    'a quote': `${id}'--`,
    'a list': `${id},${id}`,
    long: prefix + '0'.repeat(10_000),
    __proto__: '__proto__',
    constructor: 'constructor',
    null: 'null',
    undefined: 'undefined',
    'id of another kind': own[kind === 'session' ? 'applicant' : 'session'],
  }
}

/** The answer but for what differs from one request to the next: the request id, the date and the rate counters. */
function essence({ statusLine, fields, text }: RawReply): string {
  const changing = new Set(['x-request-id', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset'])
  return [
    statusLine,
    ...fields.map(([name, value]) => `${name}: ${changing.has(name.toLowerCase()) ? '…' : value}`),
    text.replace(/"request_id":"req_[0-9a-z]+"/, '"request_id":"…"'),
  ].join('\n')
}

/** The test reads more reports than an organization of the tier standard may. */
const ACCOUNT = { tier: 'elevated', budgets: roomyBudgets() }

/** The requirements that speak of an operation's invisible ids. */
const REQUIREMENTS: Partial<Record<OperationId, string>> = {
  retrieveSession: 'PLN-014 PLN-017',
  retrieveEvidenceImage: 'IMG-005 IMG-017 IMG-018 IMG-019 IMG-020 IMG-021 IMG-022 IMG-034 IMG-035',
  retrieveApplicant: 'PLN-013',
}

const UNSERVED = [
  'back',
  'Front',
  'FRONT',
  'front.jpg',
  'front%00',
  'front%20',
  '%20front',
  'portrait%2ffront',
  'document',
  'selfies',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(5000),
  '%',
  '%c3',
  'b%61ck',
  '..',
  'null',
]

t.test(
  'a record that a key cannot see gets the response of an unknown one, byte for byte',
  async (t) => {
    const simulator = await roomySimulator(t)
    const control = controlOf(simulator)
    const others = async (region: 'us' | 'eu', mode: 'test' | 'live') =>
      belongings(await (await newOwner(simulator, { region, ...ACCOUNT })).caller(mode), control)
    const owner = await newOwner(simulator, ACCOUNT)
    const [call, live] = [await owner.caller('test'), await owner.caller('live')]
    const own = await belongings(call, control)
    const invisible = {
      "nobody's": UNKNOWN_IDS,
      'of another organization': await others('us', 'test'),
      'of the other mode': await belongings(live, control),
      'of another organization in the other mode': await others('us', 'live'),
      'of the other region': await others('eu', 'test'),
      'of the other region, live': await others('eu', 'live'),
    }
    const states = async (): Promise<unknown> =>
      Promise.all(
        [call, live].flatMap((by) =>
          ['/v1/sessions', '/v1/applicants', '/v1/webhook-subscriptions'].map(async (path) =>
            (await by('GET', path)).json(),
          ),
        ),
      )
    const before = await states()

    /** All paths of an operation that lead to nothing, by what is wrong with them. */
    const inVain = ({ path, method }: Operation, kind: keyof Belongings): [string, string][] => {
      const at = (id: string): string => path.replace('{id}', id).replace('{artifact}', 'front')
      const wrong = Object.entries(malformed(kind, own))
        // With nothing or dots for an id it is another path, that other routes may have.
        .filter(([title]) => method === 'get' || (title !== 'nothing' && title !== 'dots'))
      return [
        ...Object.entries(invisible).map(([title, { [kind]: other }]): [string, string] => [
          title,
          at(other),
        ]),
        ...wrong.map(([title, id]): [string, string] => [title, at(id)]),
        ...(path.includes('{artifact}')
          ? UNSERVED.map((artifact): [string, string] => [
              `artifact ${artifact.slice(0, 20)}`,
              path.replace('{id}', own[kind]).replace('{artifact}', artifact),
            ])
          : []),
      ]
    }
    for (const operation of keyed) {
      const kind = kindOf(operation.path)
      if (!kind) continue
      await t.test(
        `ERR-005 ERR-006 ERR-007 ${REQUIREMENTS[operation.operationId] ?? 'PLN-002 PLN-007'} ${operation.operationId}`,
        async (t) => {
          const body = bodyOf(operation)
          const ask = async (path: string): Promise<RawReply> =>
            (
              await exchange(
                simulator.base_urls.us,
                requestText(
                  operation.method.toUpperCase(),
                  path,
                  {
                    Authorization: `Bearer ${call.key}`,
                    ...(body !== undefined && { 'Content-Type': 'application/json' }),
                  },
                  body === undefined ? '' : JSON.stringify(body),
                ),
              )
            )[0]!
          const paths = inVain(operation, kind)
          const expected = essence(await ask(paths[0]![1]))
          t.match(expected, /^HTTP\/1.1 404 Not Found\n/)
          t.match(expected, '"code":"resource_not_found","message":"No such resource."')
          for (const [title, path] of paths) t.equal(essence(await ask(path)), expected, title)
        },
      )
    }
    t.strictSame(await states(), before, 'and nothing was changed or deleted')
    t.strictSame(
      await control('GET', '/activity'),
      [],
      'ACT-009 ACT-010 ACT-011 nor entered in any log',
    )
  },
)

t.test(
  'IMG-023 ERR-009 ERR-010 an artifact of a visible session that is not stored is artifact_not_available',
  async (t) => {
    const simulator = await roomySimulator(t)
    const call = await (await newOwner(simulator)).caller('test')
    const { session } = await belongings(call, controlOf(simulator))
    const reply = await call('GET', `/v1/sessions/${session}/idv-image/selfie`)
    t.equal(reply.status, 404)
    t.match(reply.json(), { error: { code: 'artifact_not_available' } })
  },
)
