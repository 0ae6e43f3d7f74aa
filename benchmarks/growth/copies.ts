import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The letters of ids. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** Letters of an id that tell its copies apart: so many copies can there be. */
export const MOST_COPIES = ALPHABET.length ** 2 - 1

/**
 * Ids that belong to a session, wherever they stand in a text. Subscriptions belong to the organization: the copies name
 * the same one.
 */
const IDS = /\b(?!whs_)([a-z]{2,4}_)([0-9a-z])([0-9a-z])(?=[0-9a-z]{22}\b)/g

/**
 * A text with every id in it changed as the ids of that copy are. The first letters change, so that ids which lay close
 * together still do: that's how the simulator makes them, and what its indexes cost hangs on it.
 * @param copy from 1
 */
export function ofCopy(text: string, copy: number): string {
  return text.replace(
    IDS,
    (_id, prefix: string, first: string, second: string) =>
      prefix +
      turned(first, copy % ALPHABET.length) +
      turned(second, Math.floor(copy / ALPHABET.length)),
  )
}

function turned(letter: string, by: number): string {
  return ALPHABET[(ALPHABET.indexOf(letter) + by) % ALPHABET.length]!
}

/**
 * Copies what is in the records of a simulator that has ended, under other ids: sessions, applicants, events, deliveries.
 * A million sessions made one by one take a quarter of an hour.
 */
export async function addCopies(
  dataFolder: string,
  copies: number,
  progress: (done: number) => void,
): Promise<void> {
  if (copies > MOST_COPIES) throw new RangeError(`at most ${MOST_COPIES} copies, got ${copies}`)
  const db = new DatabaseSync(join(dataFolder, 'records.sqlite'))
  try {
    // Nobody else has the file, and who is interrupted begins again.
    db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144')
    db.function('of_copy', { deterministic: true }, (text, copy) =>
      text === null ? null : ofCopy(String(text), Number(copy)),
    )
    const columns = (
      db.prepare("SELECT name, type FROM pragma_table_info('documents')").all() as {
        name: string
        type: string
      }[]
    ).filter(({ name }) => name !== 'seq')
    const names = columns.map(({ name }) => name).join(', ')
    const values = columns
      .map(({ name, type }) => (type === 'TEXT' ? `of_copy(${name}, ?1)` : name))
      .join(', ')
    const { last } = db.prepare('SELECT max(seq) AS last FROM documents').get() as { last: number }
    const add = db.prepare(
      `INSERT INTO documents (${names}) SELECT ${values} FROM documents WHERE seq <= ?2 ORDER BY seq`,
    )
    for (let copy = 1; copy <= copies; copy++) {
      add.run(copy, last)
      progress(copy)
      // A signal wants to be heard.
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    }
    db.prepare('UPDATE blob_refs SET count = count * ?').run(copies + 1)
    db.exec('PRAGMA journal_mode = WAL')
  } finally {
    db.close()
  }
}
