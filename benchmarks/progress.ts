/** One line that is written over, for people who look on: nothing where the output is no terminal. */
export class Progress {
  #out: NodeJS.WriteStream

  constructor(out: NodeJS.WriteStream = process.stderr) {
    this.#out = out
  }

  show(text: string): void {
    if (this.#out.isTTY) this.#out.write(`\r\u001B[2K${text.slice(0, this.#out.columns - 1)}`)
  }

  clear(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001B[2K')
  }
}
