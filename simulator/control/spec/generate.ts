// Generates openapi.json from the YAML files in this folder. `node simulator/control/spec/generate.ts` writes it;
// `--check` only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundled } from '../../../spec/bundle.ts'

export const BUNDLE = join(import.meta.dirname, 'openapi.json')

/** Returns the expected text of the bundle. */
export function bundle(): string {
  return `${JSON.stringify(bundled(join(import.meta.dirname, 'openapi.yaml')), null, 2)}\n`
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) writeFileSync(BUNDLE, bundle())
  else if (readFileSync(BUNDLE, 'utf8') !== bundle()) {
    console.error(
      'simulator/control/spec/openapi.json differs from the YAML files; run: npm run generate',
    )
    process.exitCode = 1
  }
}
