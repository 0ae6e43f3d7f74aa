import t, { type Test } from 'tap'
import { Paper, type PaperOptions } from './paper.ts'
import { textOf } from './testing/text.ts'

const short = { title: 'Short', paragraphs: ['One line.'] }
const long = {
  title: 'Long',
  paragraphs: Array<string>(60).fill('A sentence that is repeated. '.repeat(12)),
}

function newPaper(t: Test, options?: PaperOptions): Paper {
  const paper = new Paper(options)
  t.teardown(() => paper.close())
  return paper
}

t.test('what is drawn by the thread is what the function draws', async (t) => {
  const paper = newPaper(t)
  t.match(await textOf(await paper.drawAuthoredDocument(short)), 'One line.')
  const drawn = await paper.drawBlocks({ title: 'x', now: 0, footer: 'x' }, [
    { kind: 'row', label: 'Name', value: 'Ana' },
  ])
  t.match(await textOf(drawn), /Name\s+Ana/)
  t.strictSame(await paper.readUploadedDocument(drawn), { pages: 1 })
})

t.test('this thread goes on meanwhile', async (t) => {
  const paper = newPaper(t)
  let turns = 0
  let drawing = true
  const turn = (): void => {
    turns++
    if (drawing) setImmediate(turn)
  }
  turn()
  await paper.drawAuthoredDocument(long)
  drawing = false
  t.ok(turns > 1000, `${turns} turns`)
})

t.test('tasks are done in their order', async (t) => {
  const paper = newPaper(t)
  const done: string[] = []
  await Promise.all(
    [long, short].map((document) =>
      paper.drawAuthoredDocument(document).then(() => done.push(document.title)),
    ),
  )
  t.strictSame(done, ['Long', 'Short'])
})

t.test('what a task throws is its own: the next is done', async (t) => {
  const paper = newPaper(t)
  await t.rejects(paper.appendCertificate(Buffer.from('no pdf'), {} as never), /PDF/)
  await t.rejects(
    paper.drawAuthoredDocument({ title: (() => 'x') as never, paragraphs: [] }),
    /could not be cloned/,
  )
  t.ok(await paper.drawAuthoredDocument(short))
})

t.test('a task that takes too long ends with its thread; the next gets another one', async (t) => {
  const paper = newPaper(t, { deadline: 1 })
  const upload = await paper.drawAuthoredDocument(long)
  await t.rejects(paper.drawAuthoredDocument(long), /took more than 1 ms/)
  t.ok(await paper.drawAuthoredDocument(short), 'drawn by a new thread')
  t.strictSame(await paper.readUploadedDocument(upload), {
    problem: 'The PDF takes too much to read',
  })
})

t.test('a crash fails the task that it happened in; the next gets another thread', async (t) => {
  const paper = newPaper(t, { worker: new URL('./testing/crashing-worker.ts', import.meta.url) })
  await t.rejects(paper.drawAuthoredDocument({ title: 'exit', paragraphs: [] }), /ended with 3/)
  await t.rejects(paper.drawAuthoredDocument({ title: 'throw', paragraphs: [] }), /thrown/)
  t.equal((await paper.drawAuthoredDocument({ title: 'draw', paragraphs: [] })) as unknown, 'drawn')
  t.ok(
    'problem' in (await paper.readUploadedDocument('exit' as never)),
    'an upload that crashes the reader is a bad upload',
  )
})

t.test('more tasks than may wait are refused', async (t) => {
  const paper = newPaper(t, { queue: 1 })
  const [first, second, third] = [short, short, short].map((document) =>
    paper.drawAuthoredDocument(document),
  )
  await t.rejects(third!, /1 PDFs are waiting/)
  await t.resolves(Promise.all([first, second]))
})

t.test('a close refuses what was not done, and what comes after it', async (t) => {
  const paper = new Paper()
  const undone = [paper.drawAuthoredDocument(short), paper.drawAuthoredDocument(short)]
  const refused = Promise.all(undone.map((task) => t.rejects(task, /closing/)))
  await paper.close()
  await refused
  await t.rejects(paper.drawAuthoredDocument(short), /closing/)
})
