import t from 'tap'
import { pixels } from '../../pdf/testing/pixels.ts'
import { roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { expectMark, isDark, isPink, LINE, sealedPage, TEXT } from '../../pdf/testing/test-mark.ts'

// Other contents: test-mark.thorough.test.ts.

const simulator = await simulatorFor(t, { world: roomyWorld() })

t.test('the mark of test mode is on a page, also if its content restores too often', async (t) => {
  await expectMark(t, simulator, 'ordinary content', TEXT)
  await expectMark(t, simulator, 'a clip after more Q than q', `Q Q Q ${TEXT} 0 0 1 1 re W n q q`)
})

t.test('a page of live mode has no mark', async (t) => {
  const page = await sealedPage(simulator, { content: TEXT }, 'live')
  t.equal(pixels(page, [0, 0, 612, 792], isPink), 0)
  t.ok(pixels(page, LINE, isDark) > 100)
})
