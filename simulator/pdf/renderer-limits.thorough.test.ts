import t from 'tap'
import { newPdfRenderer, short, long } from './testing/renderer.ts'

t.test(
  'a task that takes too long fails and ends its thread; the next task gets a new thread',
  async (t) => {
    const pdf = newPdfRenderer(t, { deadline: 1 })
    const upload = await pdf.drawAuthoredDocument(long)
    await t.rejects(pdf.drawAuthoredDocument(long), /took more than 1 ms/)
    t.ok(await pdf.drawAuthoredDocument(short), 'drawn by a new thread')
    t.strictSame(await pdf.readUploadedDocument(Buffer.from(upload)), {
      problem: 'The PDF needs too much time or memory to read',
    })
  },
)

t.test('a crash fails its task; the next task gets a new thread', async (t) => {
  const pdf = newPdfRenderer(t, {
    worker: new URL('./testing/crashing-worker.ts', import.meta.url),
  })
  await t.rejects(
    pdf.drawAuthoredDocument({ title: 'exit', paragraphs: [] }),
    /ended with exit code 3/,
  )
  await t.rejects(pdf.drawAuthoredDocument({ title: 'throw', paragraphs: [] }), /thrown/)
  t.equal((await pdf.drawAuthoredDocument({ title: 'draw', paragraphs: [] })) as unknown, 'drawn')
  t.ok(
    'problem' in (await pdf.readUploadedDocument('exit' as never)),
    'an upload that crashes the reader is a bad upload',
  )
})

t.test('tasks beyond the queue limit are refused', async (t) => {
  const pdf = newPdfRenderer(t, { queue: 1 })
  const [first, second, third] = [short, short, short].map((document) =>
    pdf.drawAuthoredDocument(document),
  )
  await t.rejects(third!, /the maximum of 1 waiting tasks is reached/)
  await t.resolves(Promise.all([first, second]))
})
