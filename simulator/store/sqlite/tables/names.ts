import type { DatabaseSync, StatementSync } from 'node:sqlite'

/** Numbers of names begin at 1. */
const UNUSED = -1

/** Maps repeated long names to numbers; each is stored once. */
export class Names {
  #numbers = new Map<string, number>()
  #names = new Map<number, string>()
  #all: StatementSync
  #add: StatementSync

  constructor(db: DatabaseSync) {
    this.#all = db.prepare('SELECT no, name FROM names')
    this.#add = db.prepare('INSERT INTO names (name) VALUES (?)')
    this.reload()
  }

  /** Returns the number of a name; a new name gets the next number, in the open transaction. */
  number(name: string): number {
    let no = this.#numbers.get(name)
    if (no === undefined) {
      no = Number(this.#add.run(name).lastInsertRowid)
      this.#numbers.set(name, no)
      this.#names.set(no, name)
    }
    return no
  }

  /** Returns the number of a name for a read, which must not write: for a new name, one that no row has. */
  find(name: string): number {
    return this.#numbers.get(name) ?? UNUSED
  }

  name(no: number): string {
    return this.#names.get(no)!
  }

  /** Reloads after a rollback, which also removed new names. */
  reload(): void {
    this.#numbers.clear()
    this.#names.clear()
    for (const row of this.#all.all() as { no: number; name: string }[]) {
      this.#numbers.set(row.name, row.no)
      this.#names.set(row.no, row.name)
    }
  }
}
