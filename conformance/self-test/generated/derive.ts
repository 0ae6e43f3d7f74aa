import { isObject, type JsonObject } from '../../http/json.ts'
import type { Fault, ProxiedRequest, ProxiedResponse } from '../proxy.ts'
import { EVENTS, type Event, type Operation, operationOf, OPERATIONS } from './operations.ts'
import { holdersOf, listOf, type Member, membersOf, valuesAt } from './schema.ts'

/** A fault that was derived from the contract. */
export interface Derived {
  /** What is broken: operation or event, answer, member or header, and how. */
  name: string
  /** What a check has to have seen, so that it could find the fault. */
  seenBy: string
  /** Rows of the ledger that leave the broken part open. */
  gaps: readonly string[]
  /** @param applied is called whenever something that passed was changed */
  fault: (applied: () => void) => Fault
}

/** Another status for a refusal; no client would take one for the other. */
const OTHER_STATUS: Record<number, number> = {
  401: 403,
  402: 403,
  403: 401,
  404: 410,
  409: 400,
  413: 400,
  415: 400,
  422: 400,
  429: 503,
}

export function derive(): Derived[] {
  return [
    ...OPERATIONS.flatMap(answerMutants),
    ...REFUSALS.flatMap(refusalMutants),
    ...OPERATIONS.flatMap(requestMutants),
    ...EVENTS.flatMap(eventMutants),
  ]
}

function answerMutants(operation: Operation): Derived[] {
  return operation.answers.flatMap(({ status, schema, headers }): Derived[] => {
    if (status >= 500) return []
    if (status >= 400) return [statusMutant(operation, status)]
    const derived = (
      what: string,
      gaps: readonly string[],
      change: (response: ProxiedResponse) => boolean,
    ): Derived => ({
      name: `${operation.id} ${status}: ${what}`,
      seenBy: `${operation.id} ${status}`,
      gaps,
      fault: (applied) => ({
        response(request, response) {
          if (response.status !== status || !isOf(operation, request)) return
          if (change(response)) applied()
        },
      }),
    })
    const ofHeaders = headers.map((name) =>
      derived(`without the header ${name}`, [], (response) => withoutHeader(response, name)),
    )
    const ofMembers = membersOf(schema).flatMap((member) =>
      changesOf(member).map(([what, change]) =>
        derived(`${member.path.join('.')} ${what}`, member.gaps, (response) =>
          changeBody(response, (json) => changeMember(json, member, change)),
        ),
      ),
    )
    return [...ofHeaders, ...ofMembers]
  })
}

/** Refusals have one form for all operations: each part is broken everywhere at once. */
const REFUSALS = [400, 401, 402, 403, 404, 409, 413, 415, 422, 429].flatMap((status) => {
  const described = OPERATIONS.flatMap(({ answers }) => answers).filter(
    (one) => one.status === status,
  )
  const schema = { anyOf: described.flatMap((one) => (one.schema ? [one.schema] : [])) }
  const headers = new Set(described.flatMap((one) => one.headers))
  return described.length === 0 ? [] : [{ status, schema, headers: [...headers] }]
})

function refusalMutants({ status, schema, headers }: (typeof REFUSALS)[number]): Derived[] {
  const derived = (what: string, change: (response: ProxiedResponse) => boolean): Derived => ({
    name: `refusal ${status}: ${what}`,
    seenBy: `${status}`,
    gaps: [],
    fault: (applied) => ({
      response(_, response) {
        if (response.status === status && change(response)) applied()
      },
    }),
  })
  return [
    ...headers.map((name) =>
      derived(`without the header ${name}`, (response) => withoutHeader(response, name)),
    ),
    ...membersOf(schema).flatMap((member) =>
      changesOf(member).map(([what, change]) =>
        derived(`${member.path.join('.')} ${what}`, (response) =>
          changeBody(response, (json) => changeMember(json, member, change)),
        ),
      ),
    ),
  ]
}

function statusMutant(operation: Operation, status: number): Derived {
  const other = OTHER_STATUS[status] ?? 418
  return {
    name: `${operation.id} ${status}: answered ${other}`,
    seenBy: `${operation.id} ${status}`,
    gaps: [],
    fault: (applied) => ({
      response(request, response) {
        if (response.status !== status || !isOf(operation, request)) return
        response.status = other
        applied()
      },
    }),
  }
}

function withoutHeader(response: ProxiedResponse, name: string): boolean {
  const kept = response.headers.filter(([one]) => one.toLowerCase() !== name.toLowerCase())
  const changed = kept.length < response.headers.length
  response.headers = kept
  return changed
}

function eventMutants({ type, schema, headers }: Event): Derived[] {
  const derived = (
    what: string,
    gaps: readonly string[],
    change: (json: JsonObject, headers: [string, string][]) => boolean,
  ): Derived => ({
    name: `${type}: ${what}`,
    seenBy: type,
    gaps,
    fault: (applied) => ({
      delivery(delivery) {
        const json = JSON.parse(delivery.body.toString()) as JsonObject
        const isPing = delivery.headers.some(([, value]) => value === 'test_ping')
        if (isPing ? type !== 'webhook.test_ping' : json['type'] !== type) return
        if (!change(json, delivery.headers)) return
        delivery.body = Buffer.from(JSON.stringify(json))
        applied()
      },
    }),
  })
  return [
    ...headers.map((name) =>
      derived(`without the header ${name}`, [], (_, sent) => {
        const at = sent.findIndex(([one]) => one.toLowerCase() === name.toLowerCase())
        if (at >= 0) sent.splice(at, 1)
        return at >= 0
      }),
    ),
    ...membersOf(schema).flatMap((member) =>
      changesOf(member).map(([what, change]) =>
        derived(`${member.path.join('.')} ${what}`, member.gaps, (json) =>
          changeMember(json, member, change),
        ),
      ),
    ),
  ]
}

type Change = (holder: JsonObject, name: string) => void

/** What can be wrong with a member of an answer. */
function changesOf({ schema }: Member): [what: string, change: Change][] {
  const values = listOf(schema['enum'])
  const types = [schema['type']].flat()
  return [
    ['left out', (holder, name) => delete holder[name]],
    ...(values.length > 1
      ? ([
          [
            'with another of its values',
            (holder, name) => {
              const at = values.indexOf(holder[name])
              holder[name] = values[(at + 1) % values.length]
            },
          ],
        ] as [string, Change][])
      : []),
    ...(types.includes('boolean')
      ? ([
          [
            'turned over',
            (holder, name) => {
              holder[name] = holder[name] !== true
            },
          ],
        ] as [string, Change][])
      : []),
    ...(types.includes('integer') || types.includes('number')
      ? ([
          [
            'one too high',
            (holder, name) => {
              if (typeof holder[name] === 'number') holder[name]++
            },
          ],
        ] as [string, Change][])
      : []),
  ]
}

function changeMember(json: unknown, { path }: Member, change: Change): boolean {
  const holders = holdersOf(json, path)
  const before = JSON.stringify(holders)
  for (const holder of holders) change(holder, path.at(-1)!)
  return JSON.stringify(holders) !== before
}

function changeBody(response: ProxiedResponse, change: (json: unknown) => boolean): boolean {
  const json = jsonOf(response.body)
  if (json === undefined || !change(json)) return false
  response.body = Buffer.from(JSON.stringify(json))
  return true
}

/** A rule that a schema sets for a value: what breaks it, and what lies just within. */
interface Rule {
  what: string
  broken: (value: unknown) => boolean
  within?: (value: unknown) => boolean
}

function rulesOf({ schema }: Member): Rule[] {
  const length = (value: unknown): number =>
    typeof value === 'string' ? [...value].length : Array.isArray(value) ? value.length : NaN
  const number = (value: unknown): number => (typeof value === 'number' ? value : NaN)
  const bound = (name: string, of: (value: unknown) => number, upper: boolean): Rule[] => {
    const limit = schema[name]
    if (typeof limit !== 'number') return []
    return [
      {
        what: `${name} ${limit}`,
        broken: (value) => (upper ? of(value) > limit : of(value) < limit),
        within: (value) => of(value) === limit,
      },
    ]
  }
  const values = listOf(schema['enum'])
  return [
    ...bound('maxLength', length, true),
    ...bound('minLength', length, false),
    ...bound('maxItems', length, true),
    ...bound('minItems', length, false),
    ...bound('maximum', number, true),
    ...bound('minimum', number, false),
    ...(values.length > 0
      ? [{ what: 'one of its values', broken: (value: unknown) => !values.includes(value) }]
      : []),
    ...values.map((one): Rule => ({
      what: `the value ${JSON.stringify(one)}`,
      broken: () => false,
      within: (value) => value === one,
    })),
  ]
}

/** Takes what a rule forbids, or refuses what it allows. */
function requestMutants(operation: Operation): Derived[] {
  if (operation.body === undefined) return []
  const derived = (
    what: string,
    gaps: readonly string[],
    isMeant: (json: unknown) => boolean,
    takes: boolean,
  ): Derived => ({
    name: `${operation.id}: ${what}`,
    seenBy: operation.id,
    gaps,
    fault: (applied) => ({
      response(request, response) {
        const refused = response.status === 422
        if (!isOf(operation, request) || (takes ? !refused : response.status >= 300)) return
        const json = jsonOf(request.body)
        if (json === undefined || !isMeant(json)) return
        if (takes) take(response, json)
        else refuse(response)
        applied()
      },
    }),
  })
  return membersOf(operation.body).flatMap((member): Derived[] => {
    const { path, required, gaps } = member
    const name = path.join('.')
    const [last, above] = [path.at(-1)!, path.slice(0, -1)]
    const rules = rulesOf(member).flatMap(({ what, broken, within }) => [
      ...(what.startsWith('the value')
        ? []
        : [
            derived(
              `takes ${name} against ${what}`,
              gaps,
              (json) => valuesAt(json, path).some(broken),
              true,
            ),
          ]),
      ...(within
        ? [
            derived(
              `refuses ${name} at ${what}`,
              gaps,
              (json) => valuesAt(json, path).some(within),
              false,
            ),
          ]
        : []),
    ])
    return [
      derived(`refuses ${name}`, gaps, (json) => valuesAt(json, path).length > 0, false),
      ...(required
        ? [
            derived(
              `takes what lacks ${name}`,
              gaps,
              (json) =>
                valuesAt(json, above).some(
                  (holder) => isObject(holder) && !Object.hasOwn(holder, last),
                ),
              true,
            ),
          ]
        : []),
      ...rules,
    ]
  })
}

function isOf({ id }: Operation, { method, path }: ProxiedRequest): boolean {
  return operationOf(method, path)?.id === id
}

function take(response: ProxiedResponse, json: unknown): void {
  response.status = 200
  response.body = Buffer.from(JSON.stringify({ data: { id: 'x_1', ...(json as object) } }))
}

function refuse(response: ProxiedResponse): void {
  const address = 'https://docs.vskit.example/errors/validation_error'
  response.status = 422
  response.body = Buffer.from(
    JSON.stringify({
      error: {
        type: address,
        code: 'validation_error',
        message: 'No.',
        request_id: 'req_1',
        doc_url: address,
        details: { issues: [{ code: 'custom', path: [], message: 'No.' }] },
      },
    }),
  )
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}
