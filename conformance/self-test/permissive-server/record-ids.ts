import { exactNumber, isObject, parseJson } from '../../http/json.ts'
import type { Choice } from './choice.ts'

/** Row of the ledger about the ids of records. */
export const RECORD_IDS = 'GAP-RECORD-IDS'

/** Ids of the simulator, except those of sessions, which are stated to be strings. */
const THEIRS = /^(app|wt|whs|dsr)_[0-9a-z]{20,}$/
const IN_PATH =
  /(?<=\/(?:applicants|workflow-templates|data_subject_requests|webhook-subscriptions)\/|[?&]subscription_id=)\d+/g
/** Greater than any other number in a body. */
const FIRST = 7_000_000_000n
/** The first number after which a double can't hold each one. */
const FIRST_LARGE = 2n ** 53n + 1n

/** A number, a number that a double can't hold, or digits as text. */
type Form = 'number' | 'large number' | 'digits'

/**
 * Numbers the records except sessions, as a service with a table for each kind does. Each region
 * counts its own records.
 * @param form of an id in JSON
 * @returns the choices to make outside of all others and after them: others would round the numbers,
 * and bindings pass all choices in one order
 */
export function numberedRecords(form: Form): { outer: Choice; inner: Choice } {
  const tables = new Map(REGIONS.map((region) => [region, new Table(form)]))
  const tableOf = (region: unknown): Table => tables.get(region === 'eu' ? 'eu' : 'us')!
  return {
    outer: {
      row: RECORD_IDS,
      request(request) {
        const { nameOf } = tableOf(request.region)
        request.path = request.path.replaceAll(IN_PATH, (id) => String(nameOf(id)))
        request.body = changed(request.body, request.headers['content-type'], nameOf)
      },
      response({ region }, response) {
        const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1]
        response.body = changed(response.body, type, tableOf(region).numberOf)
      },
    },
    inner: {
      row: RECORD_IDS,
      state: (use) => rewrite(use, tableOf(use.params?.['region']).nameOf),
      bindings: ({ params }, bindings) => rewrite(bindings, tableOf(params?.['region']).numberOf),
    },
  }
}

const REGIONS = ['us', 'eu'] as const

/** The numbers of the records of a region. */
class Table {
  readonly #numbers = new Map<string, string>()
  readonly #names = new Map<string, string>()
  readonly #form: Form

  constructor(form: Form) {
    this.#form = form
  }

  readonly numberOf = (value: unknown): unknown => {
    if (typeof value !== 'string' || !THEIRS.test(value)) return value
    const first = this.#form === 'large number' ? FIRST_LARGE : FIRST
    const number = this.#numbers.get(value) ?? String(first + BigInt(this.#numbers.size))
    this.#numbers.set(value, number)
    this.#names.set(number, value)
    return this.#form === 'digits' ? number : exactNumber(number)
  }

  readonly nameOf = (value: unknown): unknown =>
    typeof value === 'number' || typeof value === 'string'
      ? (this.#names.get(String(value)) ?? value)
      : value
}

function rewrite<T extends object>(value: T, one: (value: unknown) => unknown): void {
  Object.assign(value, walked(value, one))
}

/** Returns the bytes unchanged unless an id in them changes, as some checks compare bytes. */
function changed(body: Buffer, type: string | undefined, one: (value: unknown) => unknown): Buffer {
  if (!type?.includes('json') || body.byteLength === 0) return body
  let json: unknown
  try {
    json = parseJson(body.toString())
  } catch {
    return body
  }
  const text = JSON.stringify(walked(json, one))
  return text === JSON.stringify(json) ? body : Buffer.from(text)
}

function walked(value: unknown, one: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => walked(item, one))
  if (!isObject(value)) return one(value)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walked(item, one)]))
}
