import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The characters of ids. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** Maximum number of copies: two characters of an id identify the copy. */
export const MOST_COPIES = ALPHABET.length ** 2 - 1

/**
 * Ids of a session anywhere in a text. Subscription ids are excluded: they belong to the
 * organization, and copies refer to the same one.
 */
const IDS = /\b(?!whs_)([a-z]{2,4}_)([0-9a-z])([0-9a-z])(?=[0-9a-z]{22}\b)/g

/**
 * Rewrites every id in a text for a copy. Only the first characters change, so that adjacent ids
 * stay adjacent, as the simulator creates them; the cost of its indexes depends on that.
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
 * Copies the records of a stopped simulator under other ids: sessions, applicants, events,
 * deliveries. Creating a million sessions one by one takes 15 minutes.
 */
export async function addCopies(
  dataFolder: string,
  copies: number,
  progress: (done: number) => void,
): Promise<void> {
  if (copies > MOST_COPIES) throw new RangeError(`at most ${MOST_COPIES} copies, got ${copies}`)
  const db = new DatabaseSync(join(dataFolder, 'records.sqlite'))
  try {
    // No other process uses the file, and an interrupted run starts again.
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
      // Yield, so that signals are handled.
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
