import { Pages } from './pages.ts'

export interface AuthoredDocument {
  title: string
  paragraphs: readonly string[]
  /** BCP 47. */
  language?: string
}

/** A text that a customer wrote, as the signer is shown it. The same text gives the same bytes, whenever it is drawn. */
export async function drawAuthoredDocument({
  title,
  paragraphs,
  language,
}: AuthoredDocument): Promise<Uint8Array> {
  const pages = await Pages.create({
    title,
    now: 0,
    footer: title,
    ...(language !== undefined && { language }),
  })
  pages.heading(title, 18)
  pages.space(6)
  for (const paragraph of paragraphs) {
    for (const line of paragraph.split(/\r\n|[\n\r\u2028\u2029]/)) pages.paragraph(line, 10.5)
    pages.space(4)
  }
  return pages.save()
}
