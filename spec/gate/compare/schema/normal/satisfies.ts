import { isMembers, type Json } from '../../../load/parse.ts'
import { isMultiple } from '../values/assertions.ts'
import { matchName } from '../patterns/matcher.ts'

type Test = (bound: Json, value: Json) => boolean | undefined

const ofNumber =
  (test: (bound: number, value: number) => boolean): Test =>
  (bound, value) =>
    typeof value !== 'number' || test(Number(bound), value)

const ofText =
  (test: (bound: Json, value: string) => boolean | undefined): Test =>
  (bound, value) =>
    typeof value !== 'string' || test(bound, value)

const sizeOf = (value: Json): number => Object.keys(value as object).length

const ofItems =
  (test: (bound: number, size: number) => boolean): Test =>
  (bound, value) =>
    !Array.isArray(value) || test(Number(bound), sizeOf(value))

const ofFields =
  (test: (bound: number, size: number) => boolean): Test =>
  (bound, value) =>
    !isMembers(value) || test(Number(bound), sizeOf(value))

const TESTS: Readonly<Record<string, Test>> = {
  minimum: ofNumber((bound, value) => value >= bound),
  maximum: ofNumber((bound, value) => value <= bound),
  exclusiveMinimum: ofNumber((bound, value) => value > bound),
  exclusiveMaximum: ofNumber((bound, value) => value < bound),
  multipleOf: ofNumber((bound, value) => value === 0 || isMultiple(Math.abs(value), bound)),
  minLength: ofText((bound, value) => [...value].length >= Number(bound)),
  maxLength: ofText((bound, value) => [...value].length <= Number(bound)),
  minItems: ofItems((bound, size) => size >= bound),
  maxItems: ofItems((bound, size) => size <= bound),
  minProperties: ofFields((bound, size) => size >= bound),
  maxProperties: ofFields((bound, size) => size <= bound),
  pattern: ofText((bound, value) => {
    const isMatch = matchName(String(bound), value)
    return typeof isMatch === 'boolean' ? isMatch : undefined
  }),
}

/** Keywords that can be tested with a value of a list. */
export const TESTABLE: readonly string[] = Object.keys(TESTS)

/** Whether a value satisfies a keyword of `TESTABLE`; undefined if a pattern cannot be decided. */
export function satisfies(keyword: string, bound: Json, value: Json): boolean | undefined {
  return TESTS[keyword]!(bound, value)
}
