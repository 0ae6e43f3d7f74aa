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
  #numbers = new Map<string, number>()
  #names = new Map<number, string>()
  /** For tasks that learned their names before an outage. */
  #earlier: ReadonlyMap<string, number> = new Map()

  constructor(database: Database) {
    this.#database = database
    // A standby that has become the primary may lack the latest names.
    database.onRecovery(() => {
      this.#earlier = this.#numbers
      this.#numbers = new Map()
      this.#names = new Map()
    })
  }

  /** Returns the number of a name that `learn` knows. */
  number(name: string): number {
    const number = this.#numbers.get(name) ?? this.#earlier.get(name)
    if (number === undefined) throw new Error(`name ${name} was not learned`)
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
