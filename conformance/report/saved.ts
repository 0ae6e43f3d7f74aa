import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { gunzipSync, gzipSync } from 'node:zlib'
import { notJson, unreadable, unwritable } from '../../library/file-errors.ts'
import { isObject } from '../http/json.ts'
import type { RunReport } from '../run/result.ts'
import { REPORT_FORMAT } from './json.ts'

const MOST_BYTES = 1 << 30

/** Writes a report; compressed to 10% of the size or less if the file name ends in `.gz`. */
export function saveReport(file: string, text: string): void {
  try {
    writeFileSync(file, file.endsWith('.gz') ? gzipSync(text) : text)
  } catch (error) {
    throw unwritable(file, error)
  }
}

/** Reports a path that cannot be written, before a run. A report that exists stays as it is until the run ends. */
export function checkWritable(file: string): void {
  // The text report has standard output. Without this line a file of the name - would be created.
  if (file === '-') throw new Error("Expected the name of a file for the report, got '-'.")
  const exists = existsSync(file)
  try {
    closeSync(openSync(file, 'a'))
    // The target of a symbolic link, not the link.
    if (!exists) rmSync(realpathSync(file))
  } catch (error) {
    throw unwritable(file, error)
  }
}

/** Reads a file that `--report-json` wrote. @throws {Error} that says what to do */
export function readReport(file: string): RunReport {
  const advice = 'give a file that --report-json wrote'
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw unreadable(file, error)
  }
  let text = ''
  let json: unknown
  try {
    const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b
    text = String(isCompressed ? gunzipSync(bytes, { maxOutputLength: MOST_BYTES }) : bytes)
    json = JSON.parse(text)
  } catch (error) {
    throw notJson(file, text, error, 'Name a file that --report-json wrote.')
  }
  if (!isObject(json) || json['format'] !== REPORT_FORMAT || !Array.isArray(json['checks']))
    throw new Error(`${file}: expected a report of the format ${REPORT_FORMAT}; ${advice}`)
  return json as unknown as RunReport
}
