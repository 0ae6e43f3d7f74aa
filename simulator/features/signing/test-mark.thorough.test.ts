import t from 'tap'
import { roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import { expectMark, TEXT } from '../../pdf/testing/test-mark.ts'

const simulator = await simulatorFor(t, { world: roomyWorld() })

const CONTENTS: [what: string, content: string][] = [
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
  for (const [what, content] of CONTENTS) await expectMark(t, simulator, what, content)
})
