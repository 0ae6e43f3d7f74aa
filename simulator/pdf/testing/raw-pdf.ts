export interface RawPdf {
  /** Content stream of the page. @default a line of text */
  content?: string
  /** Further entries of the dictionaries. */
  catalog?: string
  page?: string
  resources?: string
  stream?: string
  /** Further objects; the first has the number 5. */
  objects?: string[]
}

export const RAW_TEXT = 'BT /F1 24 Tf 72 600 Td (Sign here) Tj ET'

/** Writes a PDF of one page as given, also one that no library writes. */
export function rawPdf({
  content = RAW_TEXT,
  catalog = '',
  page = '',
  resources = '',
  stream = '',
  objects = [],
}: RawPdf = {}): Buffer {
  const font = '/Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
  const bodies = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R ${page}
/Resources << ${font} ${resources} >> >>`,
    `<< /Length ${content.length} ${stream} >>\nstream\n${content}\nendstream`,
    ...objects,
  ]
  let file = '%PDF-1.7\n'
  const offsets = bodies.map((body, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${body}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const end = `trailer\n<< /Size ${bodies.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  const table = `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(file + table + end, 'latin1')
}
