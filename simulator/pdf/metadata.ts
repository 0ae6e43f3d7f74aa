import { type PDFDocument, PDFName } from 'pdf-lib'

export interface Metadata {
  title: string
  /** Epoch ms. */
  now: number
  /** BCP 47. */
  language?: string
}

const PRODUCER = 'vskit'

/** Writes title, language, date and producer, in the information dictionary and as XMP. */
export function writeMetadata(document: PDFDocument, { title, now, language }: Metadata): void {
  document.setTitle(title, { showInWindowTitleBar: true })
  if (language !== undefined) document.setLanguage(language)
  document.setProducer(PRODUCER)
  document.setCreationDate(new Date(now))
  document.setModificationDate(new Date(now))
  const { catalog, context } = document
  // Not compressed, so that programs without PDF support find the packet by its first bytes.
  const stream = context.stream(
    Buffer.from(packet({ title, now, ...(language && { language }) })),
    {
      Type: 'Metadata',
      Subtype: 'XML',
    },
  )
  catalog.set(PDFName.of('Metadata'), context.register(stream))
}

/** The PDF/UA identifier is left out: no validator has confirmed it (decisions/pdf.md). */
function packet({ title, now, language }: Metadata): string {
  const languages =
    language === undefined
      ? ''
      : `
<dc:language><rdf:Bag><rdf:li>${xml(language)}</rdf:li></rdf:Bag></dc:language>`
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xml(title)}</rdf:li></rdf:Alt></dc:title>${languages}
<xmp:CreateDate>${new Date(now).toISOString()}</xmp:CreateDate>
<pdf:Producer>${PRODUCER}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`
}

/** Escapes text for XML, and removes characters that XML does not allow. */
function xml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll(/[&<>]/g, (one) => entities[one]!)
}
