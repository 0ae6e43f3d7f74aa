import type { Test } from 'tap'
import { pictureOf, pixels } from './pixels.ts'
import { RAW_TEXT, type RawPdf, rawPdf } from './raw-pdf.ts'
import type { RunningSimulator } from '../../server.ts'
import { signingFor } from '../../testing/signing.ts'

/** Signs an uploaded PDF, and returns the first page of the sealed file as shown. */
export async function sealedPage(
  simulator: RunningSimulator,
  pdf: RawPdf,
  mode: 'test' | 'live' = 'test',
) {
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
export const LINE = [60, 160, 200, 40] as const
const isRed = (red: number, green: number, blue: number) => red > 150 && green < 80 && blue < 80
export const isPink = (red: number, green: number, blue: number) =>
  red > green + 10 && green === blue
export const isDark = (red: number, green: number, blue: number) => red + green + blue < 150

export const TEXT = `q ${RAW_TEXT} Q`
/** Signs a page with this content in test mode, and expects its text and the mark. */
export async function expectMark(
  t: Test,
  simulator: RunningSimulator,
  what: string,
  content: string,
): Promise<void> {
  const page = await sealedPage(simulator, { content })
  t.ok(pixels(page, LINE, isDark) > 100, `${what}: the text is shown`)
  t.ok(pixels(page, BAND, isRed) > 0.7 * 612 * 18, `${what}: the band`)
  t.ok(pixels(page, MIDDLE, isPink) > 3000, `${what}: the diagonal`)
}
