import { Blocked } from './outcome.ts'

/** Records that the caller may get while a check runs. */
const MARGIN = 3n
const MOST_RECORDS = 20

/**
 * Makes a record whose id names none of the caller's. Ids may be numbers (GAP-RECORD-IDS), and each
 * region or mode may count its own records, so that one number names a record in both. The check has
 * to run alone where keys are shared.
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
    made = await make()
  }
  return made
}

function countIn(id: string): bigint | undefined {
  return /^\d+$/.test(id) ? BigInt(id) : undefined
}
