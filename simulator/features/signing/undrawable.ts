import type { Issue } from '../../call/errors.ts'
import type { Ports } from '../../ports.ts'
import { eachText } from './rules/localized.ts'

/** Number of characters that a message lists. */
const NAMED = 10

/**
 * Rejects a title or text with characters that no font has: a signer would see boxes in their place. Paths start at the
 * document. Accepts texts of any form.
 */
export async function undrawableIssues(
  ports: Pick<Ports, 'pdf'>,
  title: unknown,
  body: unknown,
): Promise<Issue[]> {
  const texts = [
    ...eachText(title).map((one) => ({ ...one, param: 'title' })),
    ...eachText(body).map((one) => ({ ...one, param: 'body' })),
  ]
  // Every font has plain Latin characters, so such texts need no check in the thread.
  const asked = texts.filter(({ text }) => /[^\t\n\r -~\u00a0-\u017f]/.test(text))
  const issues = asked.map(async ({ path, text, param }): Promise<Issue[]> => {
    const characters = await ports.pdf.undrawableIn([text])
    if (characters.length === 0) return []
    const named = characters.slice(0, NAMED).map(nameOf).join(', ')
    const more = characters.length > NAMED ? ` and ${characters.length - NAMED} more` : ''
    const message = `No font of the simulator has these characters: ${named}${more}. Use others, or upload a PDF`
    return [{ code: 'custom', path: [param, ...path], message, param }]
  })
  return (await Promise.all(issues)).flat()
}

/** The same for every document in the steps of a workflow. Paths start at the list. */
export async function undrawableInSteps(
  ports: Pick<Ports, 'pdf'>,
  steps: unknown,
): Promise<Issue[]> {
  if (!Array.isArray(steps)) return []
  const documents = steps.flatMap((step: Record<string, unknown> | null, i) => {
    const { documents } = (step?.['config'] ?? {}) as { documents?: unknown }
    if (step?.['type'] !== 'esign' || !Array.isArray(documents)) return []
    return documents.map((document: { title?: unknown; body?: unknown } | null, j) => ({
      at: [i, 'config', 'documents', j],
      title: document?.title,
      body: document?.body,
    }))
  })
  const issues = documents.map(async ({ at, title, body }) =>
    (await undrawableIssues(ports, title, body)).map((issue) => ({
      ...issue,
      path: [...at, ...issue.path],
    })),
  )
  return (await Promise.all(issues)).flat()
}

/** Values to fill in; an undrawable character is followed by its code point, so that it is not lost. */
export async function drawableValues<Name extends string>(
  ports: Ports,
  values: Partial<Record<Name, string>>,
): Promise<Partial<Record<Name, string>>> {
  const entries = Object.entries(values) as [Name, string][]
  const drawn = entries.map(async ([name, value]) => {
    if (/^[ -~\u00a0-\u017f]*$/.test(value)) return [name, value]
    const missing = await ports.pdf.undrawableIn([value])
    return [name, missing.length === 0 ? value : `${value} (${missing.map(nameOf).join(', ')})`]
  })
  return Object.fromEntries(await Promise.all(drawn)) as Partial<Record<Name, string>>
}

/** As `𠮷 (U+20BB7)`. */
function nameOf(character: string): string {
  return `${character} U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}
