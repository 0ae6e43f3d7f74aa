import { Pages } from './pages.ts'

export interface AuthoredDocument {
  title: string
  paragraphs: readonly string[]
  /** BCP 47. */
  language?: string
}

/**
 * Draws a text document of a customer as the signer sees it. The same text always gives the same
 * bytes.
 */
export async function drawAuthoredDocument({
  title,
  paragraphs,
  language,
}: AuthoredDocument): Promise<Uint8Array> {
  const pages = await Pages.create(
    {
      title,
      now: 0,
      footer: title,
      ...(language !== undefined && { language }),
    },
    [title, ...paragraphs].join(''),
  )
  pages.heading(title, 18)
  pages.space(6)
  for (const paragraph of paragraphs) {
    for (const line of paragraph.split(/\r\n|[\n\r\u2028\u2029]/)) pages.paragraph(line, 10.5)
    pages.space(4)
  }
  return pages.save()
}
