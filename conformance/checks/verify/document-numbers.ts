import { walk } from '../../http/json.ts'

/** The two numbers of a text such as `3 of 17`; none in an id or a time, which may have any. */
export function placeIn(text: string): number[] {
  const [, ...numbers] = /^[a-z ]*(\d{1,3})(?: of |\/| \/ )(\d{1,3})$/i.exec(text) ?? []
  return numbers.map(Number)
}

/** Returns the numbers in a response, except those in its seal, version and lists. */
export function numbersIn(json: unknown): number[] {
  const verifyMembers = walk(
    json,
    (key) => typeof key === 'string' && key !== 'seal' && key !== 'protocol_version',
  )
  return [...verifyMembers].flatMap(({ value }) =>
    typeof value === 'string'
      ? /^\d{1,9}$/.test(value)
        ? [Number(value)]
        : placeIn(value)
      : Number.isInteger(value)
        ? [Number(value)]
        : [],
  )
}

/**
 * Whether a place in the second response has the next number after that in the first: the names of members are open
 * (GAP-VERIFY-IDENTIFIERS).
 */
export function isNumberedNext(first: unknown, second: unknown): boolean {
  // Not spread first: the walk reuses its path.
  const [one, next] = [first, second].map(
    (json) =>
      new Map(
        walk(json, (key) => key !== 'seal' && key !== 'protocol_version').map(({ path, value }) => [
          path.join('.'),
          numbersIn({ value })[0],
        ]),
      ),
  )
  return [...one!].some(([path, number]) => number !== undefined && next!.get(path) === number + 1)
}
