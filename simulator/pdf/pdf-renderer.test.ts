import t from 'tap'
import { PdfRenderer } from './pdf-renderer.ts'
import { textOf } from './testing/text.ts'
import { newPdfRenderer, short, long } from './testing/renderer.ts'

// Starting a thread costs 0.5 s of CPU time, so the tests that leave it as it was share one.
const shared = newPdfRenderer(t)

t.test('the thread draws the same bytes as the function', async (t) => {
  t.match(await textOf(await shared.drawAuthoredDocument(short)), 'One line.')
  const drawn = await shared.drawBlocks({ title: 'x', now: 0, footer: 'x' }, [
    { kind: 'row', label: 'Name', value: 'Ana' },
  ])
  t.match(await textOf(drawn), /Name\s+Ana/)
  t.match(await shared.readUploadedDocument(Buffer.from(drawn)), { pages: 1, copy: Buffer })
})

t.test('the main thread is not blocked', async (t) => {
  let turns = 0
  let drawing = true
  const turn = (): void => {
    turns++
    if (drawing) setImmediate(turn)
  }
  turn()
  await shared.drawAuthoredDocument(long)
  drawing = false
  t.ok(turns > 1000, `${turns} turns`)
})

t.test('tasks run in order', async (t) => {
  const done: string[] = []
  await Promise.all(
    [long, short].map((document) =>
      shared.drawAuthoredDocument(document).then(() => done.push(document.title)),
    ),
  )
  t.strictSame(done, ['Long', 'Short'])
})

t.test('an error of a task does not affect the next one', async (t) => {
  await t.rejects(shared.appendCertificate(Buffer.from('no pdf'), {} as never), /PDF/)
  await t.rejects(
    shared.drawAuthoredDocument({ title: (() => 'x') as never, paragraphs: [] }),
    /could not be cloned/,
  )
  t.ok(await shared.drawAuthoredDocument(short))
})

t.test('an upload is not refused for the memory that earlier tasks left', async (t) => {
  const worker = new URL('./testing/full-worker.ts', import.meta.url)
  const pdf = newPdfRenderer(t, { worker })
  await pdf.drawAuthoredDocument(short)
  t.strictSame(await pdf.readUploadedDocument(Buffer.alloc(1)), { pages: 1 })
})

t.test('a close rejects pending and later tasks', async (t) => {
  const pdf = new PdfRenderer()
  const undone = [pdf.drawAuthoredDocument(short), pdf.drawAuthoredDocument(short)]
  const refused = Promise.all(undone.map((task) => t.rejects(task, /closing/)))
  await pdf.close()
  await refused
  await t.rejects(pdf.drawAuthoredDocument(short), /closing/)
})
