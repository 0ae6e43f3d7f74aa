import { recordsIn } from '../check/lists.ts'
import { plainName } from '../check/resources/personal.ts'
import type { Answer } from '../http/answer.ts'
import { isObject, walk } from '../http/json.ts'
import type { Judge } from './exchange.ts'

/** Members that events have and delivery rows must not have. */
const OF_EVENTS = ['occurredAt', 'decisionSource', 'documents', 'signedAt', 'declinedAt']
/** Outcomes of verifications. The outcome of a delivery row is something else. */
const OUTCOMES: readonly unknown[] = [null, 'approved', 'declined']

/** Checks that rows contain neither the signing secret nor the payload, under any column name. */
export function expectRows(judge: Judge, answer: Answer): void {
  // `walk` reuses the path array, so copy it.
  const members = recordsIn(answer).flatMap((row) =>
    walk(row)
      .map(({ value, path }) => ({ value, path: [...path] }))
      .toArray(),
  )
  for (const [requirement, what, isIt] of [
    ['DLV-007', 'signing secret', isSecret],
    ['DLV-008', 'payload', isPayload],
  ] as const) {
    const found = members.find(({ value, path }) =>
      isIt(value, plainName(path.at(-1)), path.length),
    )
    judge.expect(requirement, `no ${what} in a row`, found === undefined, found?.path.join('.'))
  }
}

/** A masked secret shows nothing. */
const isSecret = (value: unknown, name: string): boolean =>
  typeof value === 'string' &&
  (value.startsWith('whsec_') ||
    (['secret', 'signingsecret'].includes(name) && /[^*.\u2022]/.test(value)))

function isPayload(value: unknown, name: string, depth: number): boolean {
  const body = typeof value === 'string' ? parsed(value) : value
  if (!isObject(body)) return false
  const isNamed = ['payload', 'eventpayload', 'requestbody'].includes(name)
  const isEvent =
    Object.hasOwn(body, 'sessionId') &&
    (OUTCOMES.includes(body['outcome']) || OF_EVENTS.some((name) => Object.hasOwn(body, name)))
  return depth > 0 && (isEvent || (isNamed && Object.keys(body).length > 0))
}

/** Returns the object in a text that is JSON, or JSON in base64. */
function parsed(text: string): unknown {
  // `eyJ` begins every object in base64 whose first member has a name.
  const json = /^eyJ[\w+/-]+=*$/.test(text) ? Buffer.from(text, 'base64').toString() : text
  try {
    return json.startsWith('{') ? JSON.parse(json) : undefined
  } catch {
    return undefined
  }
}
