import type { Test } from 'tap'
import { PdfRenderer, type PdfRendererOptions } from '../pdf-renderer.ts'

export const short = { title: 'Short', paragraphs: ['One line.'] }
export const long = {
  title: 'Long',
  paragraphs: Array<string>(60).fill('A sentence that is repeated. '.repeat(12)),
}

/** Returns a renderer that is closed with the test. */
export function newPdfRenderer(t: Test, options?: PdfRendererOptions): PdfRenderer {
  const pdf = new PdfRenderer(options)
  t.teardown(() => pdf.close())
  return pdf
}
