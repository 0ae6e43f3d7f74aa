import { readFile } from 'node:fs/promises'
import type { Report } from '../report.ts'

/** The `bench.json` of an earlier run. @throws {Error} that names the file and what is wrong with it */
export async function readBaseline(file: string): Promise<Report> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (error) {
    throw new Error(`baseline ${file} can't be read: ${(error as Error).message}`, { cause: error })
  }
  return parseBaseline(text, file)
}

export function parseBaseline(text: string, file: string): Report {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new Error(`baseline ${file} is not JSON: ${(error as Error).message}`, { cause: error })
  }
  const report = value as Partial<Report> | null
  if (report?.format !== 1 || !Array.isArray(report.paths)) {
    throw new Error(`baseline ${file}: expected a bench.json of format 1, as --out writes it`)
  }
  return report as Report
}
