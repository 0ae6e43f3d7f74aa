import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a PDF as another reader finds it. */
export async function textOf(bytes: Uint8Array): Promise<string> {
  const document = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages = await Promise.all(Array.from({ length: document.numPages }, async (_, i) =>
    (await (await document.getPage(i + 1)).getTextContent()).items.map((item) => 'str' in item ? item.str : '').join(' ')))
  return pages.join('\n').normalize('NFC')
}
