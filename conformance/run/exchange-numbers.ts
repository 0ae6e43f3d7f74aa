import type { Answer } from '../http/answer.ts'
import type { Redactor } from '../http/redactor.ts'
import type { HttpRequest } from '../http/request.ts'
import { record, type Traffic } from '../http/traffic.ts'

/** Numbers of exchanges within the traffic of their check, by response or by error. */
const NUMBERS = new WeakMap<object, number>()

/** Notes the exchange that a response or an error belongs to, and returns the value. */
export function numbered<Value extends object>(value: Value, exchange: number | undefined): Value {
  if (exchange !== undefined) NUMBERS.set(value, exchange)
  return value
}

/** Returns the number of the exchange, counted from 1; undefined if it is unknown. */
export function exchangeOf(value: object): number | undefined {
  return NUMBERS.get(value)
}

/** Keeps an exchange for the reports, and notes its number. */
export function keepExchange(
  traffic: Traffic[],
  redactor: Redactor,
  ...[label, request, outcome]: [label: string, request: HttpRequest, outcome: Answer | Error]
): void {
  numbered(outcome, traffic.push(record(label, request, outcome, redactor)))
}
