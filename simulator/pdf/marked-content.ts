import { PDFName, PDFOperator, PDFOperatorNames, type PDFPage } from 'pdf-lib'
import type { Structure, Tag } from './structure.ts'

const { BeginMarkedContentSequence, EndMarkedContent } = PDFOperatorNames
const END = PDFOperator.of(EndMarkedContent)

/** Repeated or decorative content, which screen readers skip. */
export type Artifact = 'Header' | 'Footer' | 'Watermark' | 'Layout'

/** Draws the content of a tag. */
export function tagged(structure: Structure, page: PDFPage, tag: Tag, draw: () => void): void {
  const mark = structure.mark(page, tag)
  if (mark === undefined) return draw()
  within(page, tag.role, `<</MCID ${mark}>>`, draw)
}

/** Draws an artifact, which is not part of the document's content. */
export function artifact(page: PDFPage, kind: Artifact, draw: () => void): void {
  const type = kind === 'Layout' ? '/Type/Layout' : `/Type/Pagination/Subtype/${kind}`
  within(page, 'Artifact', `<<${type}>>`, draw)
}

function within(page: PDFPage, name: string, properties: string, draw: () => void): void {
  page.pushOperators(PDFOperator.of(BeginMarkedContentSequence, [PDFName.of(name), properties]))
  draw()
  page.pushOperators(END)
}
