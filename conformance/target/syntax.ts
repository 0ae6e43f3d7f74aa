import type { Document } from 'yaml'
import { jsonProblem } from '../../library/file-errors.ts'

/** Neither YAML nor JSON allows these. */
const CONTROL_CHARACTER = /(?![\t\n\r\u0085])\p{Cc}/u

/**
 * Returns the syntax errors of a file, YAML or JSON. Those of a JSON file are in the words of JSON, not of the YAML parser that
 * reads both.
 */
export function syntaxProblems(
  text: string,
  file: string,
  { errors, contents }: Document,
): string[] {
  if (CONTROL_CHARACTER.test(text))
    return ['it is not a text file: it contains control characters. Name a file of YAML or JSON']
  const isJson = file.endsWith('.json') || /^\s*\{\s*"/.test(text)
  if (isJson && (errors.length > 0 || contents === null)) {
    try {
      JSON.parse(text)
    } catch (error) {
      return [`it is not JSON: ${jsonProblem(text, error)}`]
    }
  }
  return errors.map(({ message }) => message.split('\n')[0]!.replace(/:$/, ''))
}
