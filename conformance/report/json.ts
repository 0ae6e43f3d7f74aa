import type { RunReport } from '../run/result.ts'
import type { Reporter, Sink } from './reporter.ts'

/** The whole run for machines: every check, expectation and exchange. Members are only ever added to this format. */
export class JsonReporter implements Reporter {
  readonly #write: Sink

  constructor(write: Sink) {
    this.#write = write
  }

  finished(report: RunReport): void {
    this.#write(
      `${JSON.stringify({ format: 'vskit-conformance-report/1', ...report }, undefined, 2)}\n`,
    )
  }
}
