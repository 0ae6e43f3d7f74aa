import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import {
  bundledNameProblems,
  errorCodeProblems,
  errorUrlProblems,
  eventProblems,
  exampleProblems,
  unusedNames,
  namesWrittenIn,
  referenceProblems,
  unknownNames,
  unusedComponents,
  type Document,
  type Json,
  type Names,
} from '../../checks.ts'
import {
  assertedProblems,
  idProblems,
  ledgerProblems,
  prefixesOf,
  statusProblems,
  strangerProblems,
  textProblems,
} from '../../catalogue.ts'
import { document as committed } from '../../contract.ts'
import { errors } from '../../generated/errors.ts'
import { routeClasses } from '../../generated/limits.ts'
import { scopes } from '../../generated/scopes.ts'
import { findGapReferences, loadLedger } from '../../ledger.ts'
import { findCitations, loadRequirements, loadRetired } from '../../requirements.ts'
import { GateError } from '../judgement.ts'
import { loadContract } from '../load/load-contract.ts'
import { openSource } from '../load/source.ts'
import { entriesOf } from '../policy/entries.ts'

export interface Check {
  readonly name: string
  /** Problems with their place; empty if there are none. */
  readonly problems: () => string[] | Promise<string[]>
}

const SPEC = join(import.meta.dirname, '..', '..')
const ROOT = join(SPEC, '..')

/** The installed package has the generated files, but not the sources and the development tools. */
export function isCheckout(): boolean {
  return (
    existsSync(join(SPEC, 'openapi.yaml')) &&
    existsSync(join(ROOT, 'node_modules', '@redocly', 'cli'))
  )
}

/** Checks that the tests of `spec/` use too. */
export async function checks(): Promise<Check[]> {
  if (!isCheckout()) return ofDocument(committed as unknown as Document)
  // Reports broken references and unreadable files in one line before another tool fails on them.
  const contract = loadContract(openSource('spec', ROOT, 'spec'))
  entriesOf(contract)
  // Runs in a separate process, in parallel to the other checks.
  const linting = linted()
  linting.catch(() => {})
  const made = await generated()
  const document = JSON.parse(made['openapi.json']!) as Document
  return [
    ...ofDocument(document),
    ...ofSources(document, linting),
    ...ofCatalogue(),
    ...ofMade(made),
  ]
}

async function generated(): Promise<Record<string, string>> {
  const { generate } = await import('../../generate.ts')
  try {
    return await generate()
  } catch (error) {
    throw new GateError(
      `the contract cannot be bundled: ${(error as Error).message.split('\n').filter(Boolean).slice(0, 2).join(' ')}`,
    )
  }
}

function ofDocument(document: Document): Check[] {
  return [
    { name: 'valid OpenAPI', problems: () => invalid(document) },
    {
      name: 'every reference resolves, every component is used',
      problems: () => [
        ...referenceProblems(document),
        ...unusedComponents(document).map((pointer) => `${pointer} is unused`),
      ],
    },
    { name: 'examples fit their schemas', problems: () => exampleProblems(document) },
    {
      name: 'the route classes, scopes and error codes of operations exist',
      problems: () => [
        ...unknownNames(document, names()),
        ...unusedNames(document, names()),
        ...errorCodeProblems(document, names()),
      ],
    },
    {
      name: 'event types have schema, example and version',
      problems: () => eventProblems(document),
    },
  ]
}

function ofSources(document: Document, linting: Promise<string[]>): Check[] {
  return [
    { name: 'lint with the rules of the project', problems: () => linting },
    {
      name: 'component names of the bundle are those of the files',
      problems: () =>
        bundledNameProblems(
          ['common.yaml', 'events.yaml', ...globSync('resources/*.yaml', { cwd: SPEC })].flatMap(
            (file) => namesWrittenIn(parse(readFileSync(join(SPEC, file), 'utf8')) as Json),
          ),
          document,
        ),
    },
    {
      name: 'examples of errors have the URLs of their codes',
      problems: () => errorUrlProblems(document),
    },
  ]
}

function ofCatalogue(): Check[] {
  const [entries, retired] = [loadRequirements(), loadRetired()]
  const citations = findCitations(prefixesOf(entries, retired))
  return [
    {
      name: 'requirement ids are unique',
      problems: () => [...idProblems(entries, retired), ...textProblems(entries)],
    },
    {
      name: 'every id in the code is in the catalogue',
      problems: () => strangerProblems(entries, citations),
    },
    {
      name: 'every requirement has a test or a reason',
      problems: () => statusProblems(entries, citations),
    },
    {
      name: 'no check asserts a point that the contract leaves open',
      problems: () => assertedProblems(entries, citations),
    },
    {
      name: 'ledger rows and references to them match',
      problems: () => ledgerProblems(loadLedger(), findGapReferences()),
    },
  ]
}

function ofMade(made: Record<string, string>): Check[] {
  return [
    {
      name: 'generated types and tables are current',
      problems: async () => {
        const { outdatedFiles } = await import('../../generate.ts')
        return outdatedFiles(made).map(
          (name) => `spec/generated/${name} is out of date; run: npm run generate`,
        )
      },
    },
    {
      name: 'every error code has its page, and the changelog its entries',
      problems: async () => {
        const [{ generateDocuments }, { documentProblems }] = await Promise.all([
          import('../../generate.ts'),
          import('../../documents.ts'),
        ])
        return documentProblems(ROOT, generateDocuments(made)).map(
          (problem) => `${problem}; run: npm run generate`,
        )
      },
    },
  ]
}

/** Testable requirements without a test. */
export function openClauses(): string[] {
  return loadRequirements()
    .filter(({ status }) => status === 'open')
    .map(({ id }) => id)
}

async function invalid(document: Document): Promise<string[]> {
  const { default: SwaggerParser } = await import('@apidevtools/swagger-parser')
  try {
    await SwaggerParser.validate(structuredClone(document) as never)
    return []
  } catch (error) {
    return [(error as Error).message.split('\n').slice(0, 2).join(' ')]
  }
}

async function linted(): Promise<string[]> {
  const { lint } = await import('../../lint.ts')
  const problems = await lint(SPEC)
  return problems.map(
    ({ ruleId, message, location: [place] }) =>
      `${place?.source?.ref ?? ''}${place?.pointer ?? ''}: ${message} (${ruleId})`,
  )
}

function names(): Names {
  return {
    errors,
    routeClasses: Object.keys(routeClasses),
    scopes: Object.keys(scopes),
    ledger: loadLedger().map(({ id }) => id),
  }
}
