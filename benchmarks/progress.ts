const BAR = 20

/** A bar and one line that is written over, for people who look on: nothing where the output is no terminal. */
export class Progress {
  #out: NodeJS.WriteStream
  #done = 0
  #expected = 0

  constructor(out: NodeJS.WriteStream = process.stderr) {
    this.#out = out
  }

  /** So many steps more are to come. */
  expect(steps: number): void {
    this.#expected += steps
  }

  /** One step is done. */
  step(text: string): void {
    this.#done++
    this.say(text)
  }

  /** What is going on between two steps. */
  say(text: string): void {
    if (!this.#out.isTTY) return
    // Steps may turn out fewer or more than was thought: it ends with the run, not with the bar.
    const share = Math.min(0.99, this.#done / Math.max(1, this.#expected))
    const bar = '#'.repeat(Math.round(share * BAR)).padEnd(BAR, '.')
    const line = `[${bar}] ${String(Math.round(share * 100)).padStart(2)}%  ${text}`
    this.#out.write(`\r\u001B[2K${line.slice(0, this.#out.columns - 1)}`)
  }

  clear(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001B[2K')
  }
}
