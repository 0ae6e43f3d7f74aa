import { GateError } from '../judgement.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of a file. A byte order mark is no part of it.
 * @throws {GateError} when it is not UTF-8, which JSON and OpenAPI require
 */
export function textOf(name: string, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new GateError(`${name} is not UTF-8`)
  }
}
