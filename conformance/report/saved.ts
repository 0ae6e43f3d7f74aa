import { readFileSync, writeFileSync } from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { isObject } from '../http/json.ts'
import type { RunReport } from '../run/result.ts'
import { REPORT_FORMAT } from './json.ts'

const MOST_BYTES = 1 << 30

/** Writes a report; compressed to 10% of the size or less if the file name ends in `.gz`. */
export function saveReport(file: string, text: string): void {
  writeFileSync(file, file.endsWith('.gz') ? gzipSync(text) : text)
}

/** Reads a file that `--report-json` wrote. @throws {Error} that says what to do */
export function readReport(file: string): RunReport {
  const advice = 'give a file that --report-json wrote'
  let json: unknown
  try {
    const bytes = readFileSync(file)
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    json = JSON.parse(
      String(isCompressed ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes),
    )
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}; ${advice}`, { cause: error })
  }
  if (!isObject(json) || json['format'] !== REPORT_FORMAT || !Array.isArray(json['checks']))
    throw new Error(`${file}: expected a report of the format ${REPORT_FORMAT}; ${advice}`)
  return json as unknown as RunReport
}
