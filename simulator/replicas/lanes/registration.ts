import type { Database } from '../../store/postgres/database.ts'
import { JOIN, LIVING } from './lane-statements.ts'
import { switchOff } from '../switches.ts'

/**
 * Registers a replica.
 * @param given.again whether it was registered before
 * @returns its slot
 * @throws {Error} if one of two running replicas has a seed
 */
export async function registered(
  database: Database,
  { seeded, about, again }: { seeded: boolean; about: string; again: boolean },
): Promise<number> {
  return database.transaction(async (ask) => {
    await ask('LOCK TABLE replicas IN EXCLUSIVE MODE')
    const others = await ask<[boolean]>(`SELECT seeded FROM ${LIVING}`)
    if (seeded && others.length > 0)
      throw new Error(
        '--seed generates the same ids in each run, so only one process may use it, and another replica uses this store. Omit --seed, or stop the other replica.',
      )
    if (others.some(([other]) => other))
      throw new Error(
        'The replica that uses this store was started with --seed. Stop it, or start it without --seed.',
      )
    // Faults and the request log end with the last process, as without a database.
    if (others.length === 0 && !again) await switchOff(ask)
    const [row] = await ask<[number]>(JOIN.text, [seeded, about])
    return row![0]
  })
}
