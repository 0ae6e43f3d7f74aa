import { isStatedCode } from '../check/error-urls.ts'
import type { Answer } from '../http/answer.ts'
import { at } from '../http/json.ts'
import type { Judge } from './exchange.ts'

const MEMBERS = [
  ['type', 'ENV-002'],
  ['doc_url', 'ENV-003'],
] as const

/**
 * Checks that no two codes have the same URL: then it is the URL of at most one of them. A code may
 * have several, as of two regions. Codes that the contract does not name may share one.
 */
export class ErrorUrlMemory {
  /** The code that a URL was first seen with, by member and URL. */
  readonly #codes = new Map<string, string>()

  judge(judge: Judge, { status, json }: Answer): void {
    const code = at(json, 'error', 'code')
    if (status < 400 || !isStatedCode(code)) return
    for (const [member, requirement] of MEMBERS) {
      const url = at(json, 'error', member)
      if (typeof url !== 'string') continue
      const place = `${member} ${url}`
      const first = this.#codes.get(place) ?? code
      this.#codes.set(place, first)
      judge.expect(
        requirement,
        `a ${member} of the code ${code} that no other code has, such as ${first}`,
        first === code,
        url,
      )
    }
  }
}
