import type { Database } from '../store/postgres/database.ts'
import { JOIN } from './lane-statements.ts'
import { switchOff } from './switches.ts'

/**
 * Registers a replica.
 * @param given.again whether it was registered before
 * @returns its slot
 * @throws {Error} if a seed and a second living replica would meet
 */
export async function registered(
  database: Database,
  { seeded, about, again }: { seeded: boolean; about: string; again: boolean },
): Promise<number> {
  return database.transaction(async (ask) => {
    await ask('LOCK TABLE replicas IN EXCLUSIVE MODE')
    const others = await ask<[boolean]>(
      "SELECT seeded FROM replicas WHERE beat > clock_timestamp() - interval '6 s'",
    )
    if (seeded && others.length > 0)
      throw new Error(
        '--seed gives the same ids at each run, which works for one process alone; another replica uses this store. Leave out --seed, or stop the other one.',
      )
    if (others.some(([other]) => other))
      throw new Error(
        'The replica that uses this store was started with --seed. Stop it, or start it without --seed.',
      )
    // Faults and the journal end with the last process, as they do without a database.
    if (others.length === 0 && !again) await switchOff(ask)
    const [row] = await ask<[number]>(JOIN.text, [seeded, about])
    return row![0]
  })
}
