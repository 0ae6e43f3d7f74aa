import { resolve } from 'node:path'

/** A file that the user named cannot be read, or has the wrong content: a wrong argument of a command. */
export class InputFileError extends Error {}

/** Reasons with a remedy, by the code of a system error. */
const READING: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file. Check the path',
  ENOTDIR: 'a part of its path is not a folder. Check the path',
  EISDIR: 'it is a folder. Name a file',
  ELOOP: 'its symbolic links form a loop. Name another file',
  EACCES: 'this user has no permission to read it. Change its permissions, or name another file',
  ENAMETOOLONG: 'its name is too long. Name another file',
  EMFILE: 'this process has too many open files. Raise the limit (ulimit -n)',
}
const WRITING: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist. Create the folder, or name another file',
  ENOTDIR: 'a part of its path is not a folder. Name another file',
  EISDIR: 'it is a folder. Name a file',
  EACCES: 'this user has no permission to write it. Change the permissions, or name another file',
  EPERM: 'the system does not permit it. Name another file',
  ELOOP: 'its symbolic links form a loop. Name another file',
  ENAMETOOLONG: 'its name is too long. Choose a shorter one',
  EMFILE: 'this process has too many open files. Raise the limit (ulimit -n)',
  EROFS: 'its file system is read-only. Name a file elsewhere',
  ENOSPC: 'the disk is full. Free some space, or name a file on another disk',
  EIO: 'the disk reports an error. Check the disk',
}

/** Returns why a file given by the user cannot be read, and what to do. */
export function readingProblem(error: unknown): string {
  return problem(READING, error)
}

/** @returns an error that names the file, the reason and what to do; with the code of the system */
export function unreadable(file: string, cause: unknown): Error {
  return withCode(
    new InputFileError(`${file} cannot be read: ${readingProblem(cause)}.`, { cause }),
    cause,
  )
}

/** @returns an error that names the file or folder, the reason and what to do; with the code of the system */
export function unwritable(file: string, cause: unknown): Error {
  return withCode(
    new Error(`${file} cannot be written: ${problem(WRITING, cause)}.`, { cause }),
    cause,
  )
}

/**
 * Finds two options that write the same file, of which only the last one would remain. Devices such as `/dev/null`
 * take any number.
 *
 * @param files path by the name of its option
 * @returns the message of the error; undefined if the files differ
 */
export function sharedFile(
  files: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const options = new Map<string, string>()
  for (const [option, file] of Object.entries(files)) {
    if (file === undefined || file.startsWith('/dev/')) continue
    const path = resolve(file)
    const other = options.get(path)
    if (other !== undefined)
      return `${other} and ${option} name the same file ${file}. Name another file for one of them.`
    options.set(path, option)
  }
  return undefined
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Returns the text of a file without its byte order mark. @throws {Error} if it is not UTF-8 */
export function textOf(file: string, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (cause) {
    throw new InputFileError(
      `${file} is not text in UTF-8. Save it in this encoding, or name another file.`,
      {
        cause,
      },
    )
  }
}

/**
 * Returns the error for a file given by the user that is not JSON.
 * @param text of the file
 * @param remedy sentence that says which file is expected
 */
export function notJson(
  file: string,
  text: string,
  cause: unknown,
  remedy = 'Correct it, or name another file.',
): Error {
  return new InputFileError(`${file} is not JSON: ${jsonProblem(text, cause)}. ${remedy}`, {
    cause,
  })
}

/** Returns what is wrong with a text that is not JSON, and its line and column. */
export function jsonProblem(text: string, error: unknown): string {
  const { message } = error as Error
  const place = jsonPlace(text, error)
  return printable(message.includes(place) ? message : `${message} (${place})`)
}

/**
 * Returns where a text stops being JSON, such as `line 3 column 20`.
 * @param error of `JSON.parse`
 */
export function jsonPlace(text: string, error: unknown): string {
  const [given] = /line \d+ column \d+(?=\)$)/.exec((error as Error).message) ?? []
  if (given !== undefined) return given
  const lines = text.slice(0, jsonErrorOffset(text)).split('\n')
  return `line ${lines.length} column ${lines.at(-1)!.length + 1}`
}

/**
 * V8 reports no place for an unexpected token or end, but it stops at the first such token. So the shortest beginning of the
 * text with an unexpected token ends with it.
 */
function jsonErrorOffset(text: string): number {
  let [low, high] = [0, text.length + 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (middle > text.length || hasUnexpectedToken(text.slice(0, middle))) high = middle
    else low = middle + 1
  }
  return low - 1
}

function hasUnexpectedToken(text: string): boolean {
  try {
    JSON.parse(text)
    return false
  } catch (error) {
    return (error as Error).message.startsWith('Unexpected token')
  }
}

/** The parser quotes the file: its control characters could change the terminal or break the line. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (char) =>
    char === '\n' ? '\\n' : `\\u{${char.codePointAt(0)!.toString(16)}}`,
  )
}

function problem(reasons: Readonly<Record<string, string>>, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return reasons[code ?? ''] ?? message
}

function withCode(error: Error, cause: unknown): Error {
  const { code } = cause as NodeJS.ErrnoException
  return Object.assign(error, code !== undefined && { code })
}
