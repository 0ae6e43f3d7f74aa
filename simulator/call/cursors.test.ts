import t from 'tap'
import { Cursors } from './cursors.ts'

const PLACES = [0, 1, 2, 255, 256, 2 ** 32, Number.MAX_SAFE_INTEGER]

t.test('a cursor continues its list, also in another process with the same secret', async (t) => {
  const [here, there] = [new Cursors('secret'), new Cursors('secret')]
  for (const place of PLACES) {
    const cursor = here.cursor('sessions of a', place)
    t.match(cursor, /^[\w-]{22}$/)
    t.equal(here.cursor('sessions of a', place), cursor)
    t.equal(there.place('sessions of a', cursor), place)
  }
})

t.test('a cursor is rejected for another list, owner or secret', async (t) => {
  const cursors = new Cursors('secret')
  const cursor = cursors.cursor('sessions of a', 7)
  t.equal(cursors.place('sessions of b', cursor), undefined)
  t.equal(cursors.place('applicants of a', cursor), undefined)
  t.equal(new Cursors('another').place('sessions of a', cursor), undefined)
})

t.test('a forged cursor is invalid, and adjacent cursors share no text', async (t) => {
  const cursors = new Cursors('secret')
  const cursor = cursors.cursor('list', 1000)
  for (const [i, letter] of [...cursor].entries()) {
    for (const other of ['A', 'B', '_', '-', '=', 'é']) {
      if (other === letter) continue
      t.equal(
        cursors.place('list', cursor.slice(0, i) + other + cursor.slice(i + 1)),
        undefined,
        `letter ${i}: ${other}`,
      )
    }
  }
  for (const text of ['', 'x', `${cursor}=`, `${cursor}A`, cursor.slice(1), ` ${cursor}`]) {
    t.equal(cursors.place('list', text), undefined, text)
  }
  const next = cursors.cursor('list', 1001)
  const alike = [...cursor].filter((letter, i) => next[i] === letter).length
  t.ok(alike < 8, `${alike} letters of 22 are the same`)
})
