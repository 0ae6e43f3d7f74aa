import { at, type JsonObject, walk } from '../../http/json.ts'
import { isStatus } from './log-queries.ts'

const CODE = /^(?:[\w.:/-]{2,64}|\d)$/
const TIME = /^\d{4}-\d\d-\d\d|^\d{8}T\d{4}|^[A-Z][a-z]{2}, \d/
const MEASURED = /http|status|latency|duration|elapsed|attempt|retry|next|_ms$/i
/** The prefix of a session, which differs between the rows of two events. */
const SESSION = /^vs_/

/** A value of a row, and the value in the same place of another row. */
interface WordApart {
  word: unknown
  other: unknown
}

/**
 * Whether the row of a failed attempt has an error code, compared with the row of an accepted one. The contract leaves
 * the names of fields open (GAP-DELIVERY-LOG). A text with the address of the receiver is not from a bounded list.
 */
export function hasErrorCode(
  failed: JsonObject | undefined,
  accepted: JsonObject | undefined,
  receiverUrl: string,
): boolean {
  const { host } = new URL(receiverUrl)
  const codes = wordsApart(failed, accepted).filter(
    ({ word }) =>
      CODE.test(String(word)) && !SESSION.test(String(word)) && !String(word).includes(host),
  )
  // A code that only the failed row has, or a second differing word besides the status.
  return codes.some(({ other }) => isNone(other)) || codes.length > 1
}

/** Whether a member that both rows have has another value in that of the failed attempt, as a status has. */
export function hasOwnStatus(
  failed: JsonObject | undefined,
  accepted: JsonObject | undefined,
): boolean {
  return wordsApart(failed, accepted).some(
    ({ other }) => other !== undefined && other !== null && other !== '',
  )
}

/** Whether two rows of failed attempts have a word in common that the row of an accepted one lacks, such as a status. */
export function sharesWord(
  row: JsonObject,
  failed: JsonObject,
  accepted: JsonObject | undefined,
): boolean {
  const words = wordsApart(failed, accepted)
  return wordsApart(row, accepted).some(({ word }) => words.some((one) => one.word === word))
}

/**
 * Words that differ between two rows, with their counterparts; excludes ids and times, which always
 * differ.
 */
export function wordsApart(row: JsonObject | undefined, than: JsonObject | undefined): WordApart[] {
  // The walk reuses the path, so it is copied.
  const apart = walk(row).flatMap(({ value: word, path }) => {
    const other = at(than, ...path)
    const isWord =
      (typeof word === 'string' &&
        word !== '' &&
        !TIME.test(word) &&
        !isStatus(word, 503) &&
        !(isAnyStatus(word) && isAnyStatus(other))) ||
      typeof word === 'boolean' ||
      // A number may be a code if only one row has it, unless it is the result or the time of the attempt.
      (typeof word === 'number' && isNone(other) && !MEASURED.test(path.join('.')))
    return isWord && word !== other && !/id$/i.test(String(path.at(-1))) ? [{ word, other }] : []
  })
  return [...apart]
}

/** Whether a value is an HTTP status, as the code of the receiver's response is in both rows. */
const isAnyStatus = (value: unknown): boolean => {
  const status = Number(/\b[1-5]\d\d\b/.exec(String(value))?.[0])
  return isStatus(value, status)
}

/** Whether a value says that there was no error. */
const isNone = (value: unknown): boolean => [undefined, null, '', 0].includes(value as null)
