import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { UnusableCopy } from './records.ts'
import { SCHEMA_VERSION } from './schema.ts'

/** What the worker is asked to do, and what it answers. */
export type CopyTask = { do: 'begin' } | { do: 'copy'; to: string } | { do: 'replace'; by: string }
export type CopyReply = { done: true } | { failed: string }

/**
 * Copies a SQLite file, and brings a copy back, on a thread and a connection of its own. The thread starts at its first use
 * and stays: who brings a copy back before each test would wait for its start each time.
 */
export class Copies {
  #file: string
  #worker: Worker | undefined

  constructor(file: string) {
    this.#file = file
  }

  /** Has the thread ready, so that nobody has to wait for its start. */
  async ready(): Promise<void> {
    if (this.#worker) return
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
    const worker = new Worker(new URL(`./copy-worker.${extension}`, import.meta.url), {
      workerData: { file: this.#file },
    })
    this.#worker = worker
    worker.unref()
    worker.on('error', () => {
      this.#worker = undefined
    })
    await reply(worker)
  }

  /** Takes hold of the state that is there now: it is what `copy` writes. */
  begin(): Promise<void> {
    return this.#ask({ do: 'begin' })
  }

  /** Writes the state of `begin` into a file that is not there yet, whatever happens to the database meanwhile. */
  copy(to: string): Promise<void> {
    return this.#ask({ do: 'copy', to })
  }

  /** Makes the database what a copy is: whole or not at all. Nobody may write meanwhile. */
  replace(by: string): Promise<void> {
    return this.#ask({ do: 'replace', by })
  }

  async close(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }

  async #ask(task: CopyTask): Promise<void> {
    await this.ready()
    const worker = this.#worker!
    const answered = reply(worker)
    worker.postMessage(task)
    await answered
  }
}

/** The next answer. A thread keeps the process alive only as long as somebody waits for one. */
function reply(worker: Worker): Promise<void> {
  worker.ref()
  return new Promise<void>((resolve, reject) => {
    const ended = (): void => {
      worker.unref()
      worker.off('message', answered).off('error', died).off('exit', exited)
    }
    const answered = (answer: CopyReply): void => {
      ended()
      if ('failed' in answer) reject(new Error(answer.failed))
      else resolve()
    }
    const died = (error: Error): void => {
      ended()
      reject(error)
    }
    const exited = (): void => died(new Error('the thread that copies has ended'))
    worker.on('message', answered).on('error', died).on('exit', exited)
  })
}

/** @throws {UnusableCopy} that says in words why a file is no copy that this program could bring back */
export function checkCopy(file: string): void {
  let version: number
  try {
    const db = new DatabaseSync(file, { readOnly: true })
    try {
      version = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
    } finally {
      db.close()
    }
  } catch (error) {
    throw new UnusableCopy(`its records can't be read: ${(error as Error).message}`)
  }
  if (version !== SCHEMA_VERSION) {
    throw new UnusableCopy(
      `it holds records of version ${version}, and this simulator keeps version ${SCHEMA_VERSION}`,
    )
  }
}

/**
 * The same as `replace` for a database that only its own connection sees, in one transaction; it stops the event loop for
 * as long as it takes.
 */
export function replaceTables(db: DatabaseSync, by: string): void {
  db.prepare('ATTACH ? AS copy').run(by)
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
      name: string
    }[]
    db.exec('BEGIN IMMEDIATE')
    try {
      for (const { name } of tables)
        db.exec(`DELETE FROM main.${name}; INSERT INTO main.${name} SELECT * FROM copy.${name}`)
      db.exec('COMMIT')
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  } finally {
    db.exec('DETACH copy')
  }
}
