// Makes openapi.json from the YAML beside it. `node simulator/control/spec/generate.ts` writes, `--check` only tells.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundled } from '../../../spec/bundle.ts'

export const BUNDLE = join(import.meta.dirname, 'openapi.json')

/** The text of the bundle as it should be. */
export function bundle(): string {
  return `${JSON.stringify(bundled(join(import.meta.dirname, 'openapi.yaml')), null, 2)}\n`
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(BUNDLE, bundle())
  else if (readFileSync(BUNDLE, 'utf8') !== bundle()) {
    console.error(
      'simulator/control/spec/openapi.json is not what the YAML says; run: npm run generate',
    )
    process.exitCode = 1
  }
}
