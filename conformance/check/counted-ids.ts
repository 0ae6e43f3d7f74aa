import { Blocked } from './outcome.ts'

/** Records that the caller may get while a check runs. */
const MARGIN = 3n
const MOST_RECORDS = 20
/** No service has so many creations between two calls of a check. Ids farther apart are not counted. */
const COUNTED_DISTANCE = 1_000_000n

/**
 * Makes a record whose id names none of the caller's. Ids may be numbers (GAP-RECORD-IDS), and each
 * region or mode may count its own records, so that one number names a record in both. The check has
 * to run alone where keys are shared. Ids that are not counted, such as random numbers, name one record.
 * @param makeOwn makes such a record for the caller, and returns its id
 * @throws {Blocked} if the owner's records have lower numbers
 */
export async function withIdUnknownTo<Made extends { id: string }>(
  makeOwn: () => Promise<string>,
  make: () => Promise<Made>,
): Promise<Made> {
  let made = await make()
  if (countIn(made.id) === undefined) return made
  const taken = countIn(await makeOwn()) ?? 0n
  for (let records = 1; (countIn(made.id) ?? 0n) <= taken + MARGIN; records++) {
    if (records === MOST_RECORDS)
      throw new Blocked(
        `the id ${made.id} may name another record of the caller: its newest id is ${taken}`,
      )
    const previous = countIn(made.id) ?? 0n
    made = await make()
    if (distance(countIn(made.id) ?? 0n, previous) > COUNTED_DISTANCE) return made
  }
  return made
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one
}

function countIn(id: string): bigint | undefined {
  return /^\d+$/.test(id) ? BigInt(id) : undefined
}
