import type { RunReport } from '../run/result.ts'
import type { Reporter, Sink } from './reporter.ts'

/** Identifies the format of the file. */
export const REPORT_FORMAT = 'vskit-conformance-report/1'

/**
 * Writes the whole run as JSON: every check, expectation and exchange. Later versions only add
 * members to this format.
 */
export class JsonReporter implements Reporter {
  readonly #write: Sink

  constructor(write: Sink) {
    this.#write = write
  }

  finished(report: RunReport): void {
    this.#write(`${JSON.stringify({ format: REPORT_FORMAT, ...report }, undefined, 2)}\n`)
  }
}
