import { StoreUnavailable } from '../unavailable.ts'
import type { Database } from './database.ts'

const ADD = {
  name: 'names.add',
  text: 'INSERT INTO names (name) SELECT unnest($1::text[]) ON CONFLICT DO NOTHING',
}
const FIND = {
  name: 'names.find',
  text: 'SELECT name, no FROM names WHERE name = ANY ($1::text[])',
}
const NAMED = { name: 'names.named', text: 'SELECT name, no FROM names WHERE no = ANY ($1::int[])' }

/** Numbers of long names. The number of a name never changes in a database, so both directions are cached. */
export class Names {
  #database: Database
  readonly #numbers = new Map<string, number>()
  readonly #names = new Map<number, string>()

  constructor(database: Database) {
    this.#database = database
    // A standby that has become the primary may lack the latest names.
    database.onRecovery(() => {
      this.#numbers.clear()
      this.#names.clear()
    })
  }

  /**
   * Returns the number of a name that `learn` knows. Read all numbers of a statement in the turn in which it
   * is sent.
   * @throws {StoreUnavailable} if the name was learned before an outage
   */
  number(name: string): number {
    const number = this.#numbers.get(name)
    if (number === undefined) throw new StoreUnavailable(`the number of ${name} is not known`)
    return number
  }

  /** Returns the name of a number that `learn` or `named` knows. */
  name(number: number): string | undefined {
    return this.#names.get(number)
  }

  /** Returns the number of a name; gives it one if it has none. */
  async numberOf(name: string): Promise<number> {
    if (!this.#numbers.has(name)) await this.learn([name])
    return this.number(name)
  }

  /** Assigns a number to each name. Resolves at once if all names have one. */
  async learn(names: Iterable<string>): Promise<void> {
    const unknown = [...new Set(names)].filter((name) => !this.#numbers.has(name))
    if (unknown.length === 0) return
    let found = await this.#database.read<[string, number]>(FIND, [unknown])
    if (found.length < unknown.length) {
      // Sorted, so that two writers do not wait for each other.
      const missing = unknown.filter((name) => !found.some(([known]) => known === name)).sort()
      await this.#database.write(ADD, [missing])
      found = await this.#database.read<[string, number]>(FIND, [unknown])
    }
    for (const [name, number] of found) this.#keep(name, number)
  }

  /** Returns the names of numbers, in their order. */
  async named(numbers: readonly number[]): Promise<string[]> {
    const unknown = [...new Set(numbers)].filter((number) => !this.#names.has(number))
    if (unknown.length > 0)
      for (const [name, number] of await this.#database.read<[string, number]>(NAMED, [unknown]))
        this.#keep(name, number)
    return numbers.map((number) => this.#names.get(number)!)
  }

  #keep(name: string, number: number): void {
    this.#numbers.set(name, number)
    this.#names.set(number, name)
  }
}
