import type { RunReport } from '../run/result.ts'
import type { Reporter, Sink } from './reporter.ts'

/** Names the form of the file, for those who read it. */
export const REPORT_FORMAT = 'vskit-conformance-report/1'

/** The whole run for machines: every check, expectation and exchange. Members are only ever added to this format. */
export class JsonReporter implements Reporter {
  readonly #write: Sink

  constructor(write: Sink) {
    this.#write = write
  }

  finished(report: RunReport): void {
    this.#write(`${JSON.stringify({ format: REPORT_FORMAT, ...report }, undefined, 2)}\n`)
  }
}
