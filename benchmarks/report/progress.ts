const BAR = 20

/** Progress bar with a status line; writes nothing if the output is not a terminal. */
export class Progress {
  #out: NodeJS.WriteStream
  #done = 0
  #expected = 0

  constructor(out: NodeJS.WriteStream = process.stderr) {
    this.#out = out
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
    if (!this.#out.isTTY) return
    // The number of steps is an estimate: the bar ends with the run.
    const share = Math.min(0.99, this.#done / Math.max(1, this.#expected))
    const bar = '#'.repeat(Math.round(share * BAR)).padEnd(BAR, '.')
    const line = `[${bar}] ${String(Math.round(share * 100)).padStart(2)}%  ${text}`
    this.#out.write(`\r\u001B[2K${line.slice(0, this.#out.columns - 1)}`)
  }

  clear(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001B[2K')
  }
}
