const BAR = 20
/** Between two lines, where the output is not a terminal. */
const LINE_EVERY_MS = 10_000

type Out = Pick<NodeJS.WriteStream, 'isTTY' | 'columns'> & { write(text: string): unknown }

/** Progress bar with a status line; one line every ten seconds if the output is not a terminal. */
export class Progress {
  #out: Out
  #now: () => number
  #lastLine: number
  #done = 0
  #expected = 0

  /** @param now milliseconds on a clock that only moves forward */
  constructor(out: Out = process.stderr, now = () => performance.now()) {
    this.#out = out
    this.#now = now
    this.#lastLine = now()
  }

  /** Adds `steps` expected steps. */
  expect(steps: number): void {
    this.#expected += steps
  }

  /** Completes one step. */
  step(text: string): void {
    this.#done++
    this.say(text)
  }

  /** Shows the current activity. */
  say(text: string): void {
    // The number of steps is an estimate: the bar ends with the run.
    const share = Math.min(0.99, this.#done / Math.max(1, this.#expected))
    const percent = `${String(Math.round(share * 100)).padStart(2)}%  ${text}`
    if (!this.#out.isTTY) return this.#line(percent.trimStart())
    const bar = '#'.repeat(Math.round(share * BAR)).padEnd(BAR, '.')
    const line = `[${bar}] ${percent}`
    this.#out.write(`\r\u001B[2K${line.slice(0, this.#out.columns - 1)}`)
  }

  #line(text: string): void {
    if (this.#now() - this.#lastLine < LINE_EVERY_MS) return
    this.#lastLine = this.#now()
    this.#out.write(`${text}\n`)
  }

  clear(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001B[2K')
  }
}
