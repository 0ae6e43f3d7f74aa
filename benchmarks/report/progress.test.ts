import t from 'tap'
import { Progress } from './progress.ts'

function outputOf(isTTY: boolean, tell: (progress: Progress, wait: (ms: number) => void) => void) {
  let [text, now] = ['', 0]
  const out = { isTTY, columns: 80, write: (more: string) => (text += more) }
  const progress = new Progress(out, () => now)
  progress.expect(4)
  tell(progress, (ms) => {
    now += ms
  })
  progress.clear()
  return text
}

t.test('without a terminal: a line at most every ten seconds', async (t) => {
  const text = outputOf(false, (progress, wait) => {
    progress.say('starting')
    wait(9_999)
    progress.step('one')
    wait(1)
    progress.step('two')
    wait(5_000)
    progress.say('more of it')
    wait(5_000)
    progress.step('three')
  })
  t.equal(text, '50%  two\n75%  three\n')
})

t.test('on a terminal: a bar in place', async (t) => {
  const text = outputOf(true, (progress) => progress.step('one'))
  t.equal(text, '\r\u001B[2K[#####...............] 25%  one\r\u001B[2K')
})
