/**
 * The ledger of unspecified choices: reads spec/ledger.yaml and finds references to its rows. A row
 * states a point that the contract leaves open or contradicts, the choice of this project, and the
 * limits of the suite.
 */
import { globSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

/**
 * Limits of the suite. It may fail only on a `stated` part. `unchecked`: not tested. `observe`:
 * reported only. `stated_part`: tests the part in `stated`.
 */
const SUITE_RULES = ['unchecked', 'observe', 'stated_part'] as const

const GAP_ID = /^GAP(?:-[A-Z]+)+$/

export interface LedgerRow {
  id: string
  question: string
  /** Where the contract leaves it open; two or more anchors for a contradiction. */
  anchor: { document: string; section: string; rule: string }[]
  /** Behaviour of the simulator, exact enough for an implementation. */
  choice: string
  reason: string
  suite: (typeof SUITE_RULES)[number]
  /** The part that the contract states; on `stated_part` rows only. */
  stated?: string
  /** Other valid choices: a server with one of them must pass the suite. */
  alternatives: string[]
}

/** A mention of a row. `file` is relative to the folder searched, with forward slashes; `line` counts from 1. */
export interface GapReference {
  id: string
  file: string
  line: number
}

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Returns all rows in the order of the file. @throws {Error} naming an invalid row */
export function loadLedger(): LedgerRow[] {
  return parseLedger(readFileSync(join(folder, 'ledger.yaml'), 'utf8'))
}

export function parseLedger(yaml: string): LedgerRow[] {
  const rows: unknown = parse(yaml)
  if (!Array.isArray(rows)) throw new Error('ledger: expected a list of rows')
  const seen = new Set<string>()
  return rows.map((row: Record<string, unknown>, index) => {
    const fault = rowFault(row) ?? (seen.has(String(row['id'])) ? 'id used twice' : undefined)
    if (fault) throw new Error(`ledger, row ${index + 1} (${String(row['id'])}): ${fault}`)
    seen.add(String(row['id']))
    return row as unknown as LedgerRow
  })
}

/**
 * Returns every mention of a row in the contract and the catalogue: YAML below the folder except
 * the ledger, generated files and the gate's corpus.
 */
export function findGapReferences(base: string = folder): GapReference[] {
  const isOwn = (path: string) => path === 'generated' || path === 'gate' || path === 'ledger.yaml'
  const files = globSync('**/*.yaml', { cwd: base, exclude: isOwn })
  return files
    .map((path) => path.split(sep).join('/'))
    .sort()
    .flatMap((file) =>
      gapsNamed(readFileSync(join(base, file), 'utf8')).map((found) => ({ ...found, file })),
    )
}

/** Returns row ids in a YAML text except comments, which are only hints for readers. */
export function gapsNamed(yaml: string): { id: string; line: number }[] {
  return yaml.split('\n').flatMap((text, index) => {
    const ids = text.replace(/(^|\s)#.*$/, '').matchAll(/(?<![\w-])GAP-[A-Z0-9-]*[A-Z0-9]/g)
    return [...ids].map(([id]) => ({ id, line: index + 1 }))
  })
}

const KEYS = new Set([
  'id',
  'question',
  'anchor',
  'choice',
  'reason',
  'suite',
  'stated',
  'alternatives',
])
// YAML parses a section number or a bare 404 as a number, which would fail later.
const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

function rowFault(row: Record<string, unknown>): string | undefined {
  const unknown = Object.keys(row).find((key) => !KEYS.has(key))
  if (unknown) return `unknown key "${unknown}"`
  if (!isText(row['id']) || !GAP_ID.test(String(row['id']))) return `id must match ${GAP_ID.source}`
  for (const key of ['question', 'choice', 'reason'])
    if (!isText(row[key])) return `${key} must be a sentence`
  if (!SUITE_RULES.some((rule) => rule === row['suite']))
    return `suite must be one of ${SUITE_RULES.join(', ')}`
  if ((row['suite'] === 'stated_part') !== isText(row['stated'])) {
    return 'exactly the stated_part rows have stated'
  }
  const { anchor, alternatives } = row
  if (!Array.isArray(anchor) || anchor.length === 0 || !anchor.every(isAnchor)) {
    return 'anchor must be a list of document, section (in quotes) and rule'
  }
  if (!Array.isArray(alternatives) || alternatives.length === 0 || !alternatives.every(isText)) {
    return 'alternatives must be a list of at least one text'
  }
  return undefined
}

function isAnchor(anchor: Record<string, unknown> | null): boolean {
  const isDocument = anchor?.['document'] === 'core' || anchor?.['document'] === 'screening-esign'
  return isDocument && isText(anchor['section']) && isText(anchor['rule'])
}
