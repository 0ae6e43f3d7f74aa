import t from 'tap'
import { pictureOf, pixels } from '../../pdf/testing/pixels.ts'
import { RAW_TEXT, type RawPdf, rawPdf } from '../../pdf/testing/raw-pdf.ts'
import { signingFor } from '../../testing/signing.ts'
import { roomyWorld, simulatorFor } from '../../testing/simulator.ts'

const simulator = await simulatorFor(t, { world: roomyWorld() })

/** Signs an uploaded PDF and returns the first page of the sealed file as shown. */
async function sealedPage(pdf: RawPdf, mode: 'test' | 'live' = 'test') {
  const signing = signingFor(simulator, 'org_acme', mode)
  const { id } = await signing.control.call<{ id: string }>(
    'POST',
    '/organizations/org_acme/document_templates',
    {
      mode,
      name: 'Rules',
      title: 'Rules',
      document_class: 'other',
      carve_outs_acknowledged: true,
      pdf_base64: rawPdf(pdf).toString('base64'),
    },
  )
  const documents = [{ id: 'rules', documentTemplateId: id }] as never
  const { envelope, file } = await signing.signed(await signing.workflow({ documents }))
  return pictureOf((await file(envelope.documents[0]!.documentId)).bytes)
}

const BAND = [0, 0, 612, 18] as const
const MIDDLE = [50, 250, 500, 300] as const
const LINE = [60, 160, 200, 40] as const
const isRed = (red: number, green: number, blue: number) => red > 150 && green < 80 && blue < 80
const isPink = (red: number, green: number, blue: number) => red > green + 10 && green === blue
const isDark = (red: number, green: number, blue: number) => red + green + blue < 150

const TEXT = `q ${RAW_TEXT} Q`
const CONTENTS: [what: string, content: string][] = [
  ['ordinary content', TEXT],
  ['a clip after more Q than q', `Q Q Q ${TEXT} 0 0 1 1 re W n q q`],
  ['a scale', `Q ${TEXT} 0.0001 0 0 0.0001 0 0 cm q`],
  ['a shift', `Q ${TEXT} 1 0 0 1 9000 9000 cm q`],
  ['q without Q', `${TEXT} ${'q '.repeat(100)} 0 0 1 1 re W n`],
  ['a clip by text', `Q ${TEXT} BT /F1 1 Tf 7 Tr (.) Tj ET q`],
  ['a text object without end', `${TEXT} BT`],
  ['a string without end', `${TEXT} (`],
  ['a hexadecimal string without end', `${TEXT} <`],
  ['a dictionary without end', `${TEXT} /A <<`],
  ['an array without end', `${TEXT} [`],
  ['a comment without end', `${TEXT} %`],
  ['an inline image without end', `${TEXT} BI /W 1 /H 1 /BPC 8 /CS /G ID `],
  ['a compatibility section without end', `${TEXT} BX`],
]

t.test('the mark of test mode is on a page whatever its content does', async (t) => {
  for (const [what, content] of CONTENTS) {
    const page = await sealedPage({ content })
    t.ok(pixels(page, LINE, isDark) > 100, `${what}: the text is shown`)
    t.ok(pixels(page, BAND, isRed) > 0.7 * 612 * 18, `${what}: the band`)
    t.ok(pixels(page, MIDDLE, isPink) > 3000, `${what}: the diagonal`)
  }
})

t.test('a page of live mode has no mark', async (t) => {
  const page = await sealedPage({ content: TEXT }, 'live')
  t.equal(pixels(page, [0, 0, 612, 792], isPink), 0)
  t.ok(pixels(page, LINE, isDark) > 100)
})
