import type { Context } from '../../check/check.ts'
import { hasFragment, type OutsideReference } from '../../check/references.ts'
import type { Answer } from '../../http/answer.ts'

/** Most other documents that are requested. */
const MOST_DOCUMENTS = 20

/**
 * Requests the documents of the target's own origin that references lead to.
 * @returns the references to nothing, and those that it cannot judge: to other origins, to
 * documents that are not served as JSON, and beyond the limit
 */
export async function followReferences(
  ctx: Context,
  references: readonly OutsideReference[],
): Promise<{ dangling: string[]; unknown: string[] }> {
  const base = `${ctx.baseUrl}/openapi.json`
  const { origin } = new URL(base)
  const documents = new Map<string, Answer>()
  const [dangling, unknown]: [string[], string[]] = [[], []]
  for (const { reference, place } of references) {
    const [address, fragment = ''] = reference.split('#')
    const url = URL.parse(address!, base)
    const isKnown = documents.has(String(url))
    if (url?.origin !== origin || (!isKnown && documents.size >= MOST_DOCUMENTS)) {
      unknown.push(place)
      continue
    }
    if (!isKnown) {
      documents.set(
        String(url),
        await ctx.step('request a document that the description refers to', {
          method: 'GET',
          path: url.pathname + url.search,
          baseUrl: origin,
          as: 'home.test',
        }),
      )
    }
    const { status, json } = documents.get(String(url))!
    const isMissing = status === 404 || status === 410
    if (isMissing || (status === 200 && json !== undefined && !hasFragment(json, fragment)))
      dangling.push(place)
    else if (status !== 200 || json === undefined) unknown.push(place)
  }
  return { dangling, unknown }
}
