import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Service } from '../service/service.ts'
import type { CheckResult } from '../../conformance/run/result.ts'
import { loadCatalogue } from '../../conformance/check/catalogue.ts'
import { Redactor } from '../../conformance/http/redactor.ts'
import { KIT_SCHEME } from '../../conformance/receiver/signature.ts'
import { CHECKS } from '../checks/all.ts'
import { Driver } from '../driver/driver.ts'
import { runIntegration } from '../run/run.ts'

export const SAMPLE = join(import.meta.dirname, '../../examples/node-backend')

/** The sample backend with changes. */
export interface Variant {
  name: string
  /** Changes of the source: file, text, replacement. */
  edits: readonly (readonly [file: string, from: string, to: string])[]
}

/** The sample with one violated duty, which its name describes. */
export interface Mutant extends Variant {
  /** The check that must find it. */
  killedBy: string
  /** The duty that its report must name. */
  breaks: string
  /** Time limit of the receiver in milliseconds, for a mutant that exceeds it. */
  answerWithinMs?: number
}

/** Writes the changed sample into a folder. @throws {Error} when an edit no longer fits the sample */
export function writeVariant(folder: string, { name, edits }: Variant): void {
  mkdirSync(folder, { recursive: true })
  cpSync(SAMPLE, folder, { recursive: true, filter: (path) => !path.includes('node_modules') })
  for (const [file, from, to] of edits) {
    const path = join(folder, file)
    const source = readFileSync(path, 'utf8')
    if (source.split(from).length !== 2)
      throw new Error(`${name}: expected once in ${file}: ${from}`)
    writeFileSync(
      path,
      source.replace(from, () => to),
    )
  }
}

/** Judges a copy of the sample with one check, or with all. */
export async function judge(
  service: Service,
  cwd: string,
  { only, answerWithinMs = 15_000 }: { only?: string; answerWithinMs?: number } = {},
): Promise<CheckResult[]> {
  const driver = await Driver.start(`"${process.execPath}" drive.js`, {
    env: service.environment,
    timeoutMs: 60_000,
    cwd,
  })
  try {
    const report = await runIntegration({
      name: 'the sample',
      service,
      driver,
      webhook: new URL(driver.ready.webhook!),
      scheme: KIT_SCHEME,
      checks: CHECKS.filter(({ id }) => only === undefined || id === only),
      catalogue: loadCatalogue(),
      redactor: new Redactor(),
      reporters: [],
      expectedFailures: [],
      answerWithinMs,
      patienceMs: only === undefined ? 5000 : 1500,
      resetInMs: 1000,
      strict: true,
    })
    return report.checks
  } finally {
    await driver.close()
  }
}
