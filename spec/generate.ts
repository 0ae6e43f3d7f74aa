// Generates spec/generated/, the pages of the error codes and the contract's changelog from the contract.
// `node spec/generate.ts` writes; `--check` only lists the files that are out of date.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import { parse } from 'yaml'
import { bundled } from './bundle.ts'
import type { Document } from './checks.ts'
import { documentProblems, documents, ERROR_PAGES } from './documents.ts'
import { entriesOf } from './gate/policy/entries.ts'
import { loadContract } from './gate/load/load-contract.ts'
import { openSource } from './gate/load/source.ts'
import type { ErrorEntry } from './generated/errors.ts'
import { asJson, loadRequirements } from './requirements.ts'

const SPEC = import.meta.dirname
const ROOT = join(SPEC, '..')
const GENERATED = join(SPEC, 'generated')
const NOTICE = '// Made by spec/generate.ts. Change the YAML, then run it again.\n'

/** Expected content by file name. */
export async function generate(): Promise<Record<string, string>> {
  const bundle = bundled(join(SPEC, 'openapi.yaml')) as OpenAPI3
  return {
    'openapi.json': `${JSON.stringify(bundle, null, 2)}\n`,
    'wire.ts': await wireTypes(bundle),
    'errors.ts': errorTable(),
    'limits.ts': limitTable(),
    'scopes.ts': scopeTable(),
    'screening.ts': screeningTable(),
    'requirements.json': asJson(loadRequirements()),
  }
}

/** Returns the names of generated files that differ from their YAML sources. */
export function outdatedFiles(wanted: Record<string, string>): string[] {
  return Object.keys(wanted).filter((name) => readIfThere(join(GENERATED, name)) !== wanted[name])
}

/** Returns the expected documents by their path from the root. @param made result of `generate` */
export function generateDocuments(made: Readonly<Record<string, string>>): Record<string, string> {
  const entries = entriesOf(loadContract(openSource('spec', ROOT, 'spec')))
  return documents(
    read('errors.yaml') as ErrorEntry[],
    JSON.parse(made['openapi.json']!) as Document,
    entries,
  )
}

/** Generates TypeScript types of all requests and responses; schemas are also exported by name. */
async function wireTypes(bundle: OpenAPI3): Promise<string> {
  const bytes = ts.factory.createTypeReferenceNode('Uint8Array')
  const never = ts.factory.createKeywordTypeNode(ts.SyntaxKind.NeverKeyword)
  const nodes = await openapiTS(bundle, {
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    defaultNonNullable: false,
    transform: (schema: { format?: string } | boolean) => {
      if (schema === false) return never
      return typeof schema === 'object' && schema.format === 'binary' ? bytes : undefined
    },
  })
  return NOTICE + astToString(nodes)
}

function errorTable(): string {
  return `${NOTICE}
export interface ErrorEntry {
  readonly code: string
  readonly status: number
  readonly retryable: 'no' | 'after_top_up' | 'after_restart' | 'after_reset' | 'safe'
  readonly title: string
  /** Default message of the error body. */
  readonly message: string
  readonly when: string
  readonly source: 'contract' | 'choice'
  readonly gap?: string
  /** Why no operation lists the code. */
  readonly outside_operations?: string
}

export const errors = ${literal(byKey('errors.yaml', 'code'))} as const satisfies Readonly<Record<string, ErrorEntry>>

export type ErrorCode = keyof typeof errors
`
}

function limitTable(): string {
  const limits = read('limits.yaml') as { classes: { name: string }[] } & Record<string, unknown>
  const classes = keyed('limits.yaml', limits.classes, 'name')
  return `${NOTICE}
export type Tier = 'standard' | 'elevated' | 'enterprise' | 'custom'

export interface RouteClassEntry {
  readonly name: string
  readonly window_seconds: number
  /** Requests in one window. \`custom\` null: a figure of the organization, by default that of enterprise. */
  readonly budgets: Readonly<Record<Tier, number | null>>
  /** Whether a higher tier can have a larger budget. */
  readonly scales: boolean
  /** Tier from which the budget is constant. */
  readonly flat_from: Tier | null
  readonly source: 'contract' | 'choice'
  readonly gap?: string
}

export const routeClasses = ${literal(classes)} as const satisfies Readonly<Record<string, RouteClassEntry>>

export type RouteClass = keyof typeof routeClasses

export const tiers = ${literal(limits.tiers)} as const satisfies readonly Tier[]

export const preAuthIp = ${literal(limits.pre_auth_ip)} as const

export interface LimitEntry {
  readonly value: number
  readonly unit: 'bytes' | 'characters' | 'count' | 'number' | 'seconds' | 'years'
  readonly source: 'contract' | 'choice'
  readonly gap?: string
  readonly why: string
}

export const limits = ${literal(limits.values)} as const satisfies Readonly<Record<string, LimitEntry>>

export const webhookRetryDelays = ${literal(limits.webhook_retry_delays_seconds)} as const
`
}

function scopeTable(): string {
  const scopes = read('scopes.yaml') as { groups: unknown; retired: unknown }
  return `${NOTICE}
export const scopeGroups = ${literal(scopes.groups)} as const

export type ScopeGroup = keyof typeof scopeGroups

export interface ScopeEntry {
  readonly name: string
  readonly group: ScopeGroup
  readonly description: string
  /** The console warns when it grants the scope; \`reason\` states the risk. */
  readonly risky?: true
  readonly reason?: string
  readonly source: 'contract' | 'choice'
  readonly gap?: string
}

export const scopes = ${literal(
    byKey('scopes.yaml', 'name', 'scopes'),
  )} as const satisfies Readonly<Record<string, ScopeEntry>>

export type Scope = keyof typeof scopes

/** Old scope names on existing keys. They grant nothing. */
export const retiredScopes = ${literal(scopes.retired)} as const satisfies readonly {
  readonly name: string
  readonly replaced_by: readonly Scope[]
}[]
`
}

function screeningTable(): string {
  const table = read('screening-fields.yaml') as Record<string, unknown>
  return `${NOTICE}
export interface ScreeningFieldEntry {
  readonly path: string
  readonly type: 'string' | 'number' | 'boolean' | 'string[]'
  /** A rule that reads it may not have the action \`decline\`. */
  readonly sensitive: boolean
  /** False: a rule with this field is rejected. */
  readonly resolvable: boolean
  readonly needs_device_intelligence: boolean
  readonly meaning: string
}

export const screeningFields = ${literal(table.fields)} as const satisfies readonly ScreeningFieldEntry[]

export const screeningPatterns = ${literal(table.patterns)} as const

/** Fields of a finding. Any other name is a key of its evidence. */
export const findingFields = ${literal(table.finding_fields)} as const

export type DeclineRefusal = 'credit_history_rule' | 'fraud_rule_type' | 'sensitive_attribute'

export interface ScreeningRuleTypeEntry {
  readonly name: string
  readonly may_decline: boolean
  /** Key of \`declineRefusals\`: the error for \`decline\`. */
  readonly refusal?: DeclineRefusal
}

export const screeningRuleTypes = ${literal(
    byKey('screening-fields.yaml', 'name', 'rule_types'),
  )} as const satisfies Readonly<Record<string, ScreeningRuleTypeEntry>>

export const declineRefusals = ${literal(table.decline_refusals)} as const satisfies Readonly<Record<DeclineRefusal, {
  readonly message: string
  readonly instead: readonly string[]
}>>

export const unresolvableField = ${literal(table.unresolvable_field)} as const
`
}

function byKey(file: string, key: string, under?: string): Record<string, unknown> {
  const content = read(file) as Record<string, unknown>
  const entries = (under === undefined ? content : content[under]) as Record<string, string>[]
  return keyed(file, entries, key)
}

/** Exported for tests. @throws {Error} if two entries of a table have the same name, because one would replace the other */
export function keyed(
  file: string,
  entries: readonly Readonly<Record<string, unknown>>[],
  key: string,
): Record<string, unknown> {
  const names = entries.map((entry) => String(entry[key]))
  const repeated = names.find((name, index) => names.indexOf(name) !== index)
  if (repeated !== undefined) throw new Error(`${file}: the ${key} ${repeated} occurs twice`)
  return Object.fromEntries(entries.map((entry, index) => [names[index]!, entry]))
}

function read(file: string): unknown {
  return parse(readFileSync(join(SPEC, file), 'utf8'))
}

function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function writeDocuments(pages: Readonly<Record<string, string>>): void {
  rmSync(join(ROOT, ERROR_PAGES), { recursive: true, force: true })
  for (const [path, content] of Object.entries(pages)) {
    mkdirSync(dirname(join(ROOT, path)), { recursive: true })
    writeFileSync(join(ROOT, path), content)
  }
}

if (import.meta.main) {
  const wanted = await generate()
  const names = outdatedFiles(wanted)
  const pages = generateDocuments(wanted)
  const stale = documentProblems(ROOT, pages)
  if (process.argv.includes('--check')) {
    for (const name of names)
      console.error(`spec/generated/${name} is out of date; run: node spec/generate.ts`)
    for (const problem of stale) console.error(`${problem}; run: node spec/generate.ts`)
    process.exitCode = names.length + stale.length === 0 ? 0 : 1
  } else {
    for (const name of names) writeFileSync(join(GENERATED, name), wanted[name]!)
    if (stale.length > 0) writeDocuments(pages)
    console.log(
      names.length + stale.length === 0
        ? 'spec/generated is current'
        : `wrote ${[...names, ...(stale.length > 0 ? ['documents'] : [])].join(', ')}`,
    )
  }
}
