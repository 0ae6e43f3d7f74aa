import { isObject } from '../../http/json.ts'
import type { ProxiedResponse } from '../proxy.ts'
import type { Operation } from './operations.ts'
import { listOf, type Member, membersOf, valuesAt } from './schema.ts'
import { type Derived, isOf, jsonOf } from './derived.ts'

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
export function requestMutants(operation: Operation): Derived[] {
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
