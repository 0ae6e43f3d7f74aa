import { existsSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { parseDocument } from 'yaml'
import { syntaxProblems } from '../conformance/target/syntax.ts'
import { textOf, unreadable } from '../library/file-errors.ts'
import { KIT_SCHEME, type SignatureScheme } from '../conformance/receiver/signature.ts'
import { describeProblem } from '../conformance/target/problems.ts'
import { readSignature, type SignatureFile } from '../conformance/target/signature-file.ts'
import type { ExpectedFailure } from '../conformance/target/target.ts'
import { didYouMean } from '../spec/similar-names.ts'
import { DEFAULT_CONFIG } from './config-file.ts'
import schema from './config.schema.json' with { type: 'json' }

export interface Config {
  name?: string
  drive?: string
  webhook?: string
  scheme: SignatureScheme
  expectedFailures: readonly ExpectedFailure[]
}

interface ConfigFile extends Omit<Config, 'scheme' | 'expectedFailures'> {
  signature?: SignatureFile
  expected_failures?: ExpectedFailure[]
}

const ajv = new Ajv2020({ allErrors: true, verbose: true })
addFormats.default(ajv)
const validate = ajv.compile(schema)

/**
 * Reads the configuration, YAML or JSON.
 * @param file undefined for the default file, which may be missing
 * @param checkIds ids that an expected failure may name
 * @throws {Error} with all mistakes
 */
export function loadConfig(file: string | undefined, checkIds: readonly string[]): Config {
  if (file === undefined && !existsSync(DEFAULT_CONFIG))
    return { scheme: KIT_SCHEME, expectedFailures: [] }
  const path = file ?? DEFAULT_CONFIG
  let bytes: Buffer
  try {
    bytes = readFileSync(path)
  } catch (error) {
    throw unreadable(path, error)
  }
  const text = textOf(path, bytes)
  const document = parseDocument(text, { prettyErrors: true })
  const raw: unknown = document.errors.length > 0 ? undefined : document.toJS({ maxAliasCount: 20 })
  const problems = syntaxProblems(text, path, document)
  if (problems.length === 0 && !validate(raw))
    problems.push(...validate.errors!.map(describeProblem))
  if (problems.length === 0) problems.push(...strangers(raw as ConfigFile, checkIds))
  if (problems.length > 0)
    throw new Error([`${path}:`, ...problems.map((line) => `  - ${line}`)].join('\n'))
  const { signature, expected_failures: expectedFailures = [], ...others } = raw as ConfigFile
  return { ...others, scheme: signature ? readSignature(signature) : KIT_SCHEME, expectedFailures }
}

function strangers({ expected_failures = [] }: ConfigFile, checkIds: readonly string[]): string[] {
  return expected_failures.flatMap(({ check }, i) =>
    checkIds.includes(check)
      ? []
      : [
          `expected_failures.${i}.check: there is no check "${check}".${didYouMean(check, checkIds, '"')} (vskit check-integration list shows all)`,
        ],
  )
}
