import { GateError } from '../judgement.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns the text of a file without its byte order mark.
 * @throws {GateError} if the file is not UTF-8, which JSON and OpenAPI require
 */
export function textOf(name: string, bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch {
    throw new GateError(`${name} is not UTF-8; save it in this encoding`)
  }
}
