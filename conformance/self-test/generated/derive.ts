import type { JsonObject } from '../../http/json.ts'
import type { ProxiedResponse } from '../proxy.ts'
import { EVENTS, type Event, type Operation, OPERATIONS } from './operations.ts'
import { holdersOf, listOf, type Member, membersOf } from './schema.ts'
import { type Derived, isOf, jsonOf } from './derived.ts'
import { requestMutants } from './request-faults.ts'

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
