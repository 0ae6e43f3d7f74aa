/**
 * The requirement catalogue: reads spec/requirements/*.yaml, finds the ids that the code cites, and
 * compares the two.
 *
 *   node spec/requirements.ts --summary   counts by area and status
 *   node spec/requirements.ts --sync      rewrites `status: open|tested` from what tests and checks cite
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

export const LEVELS = ['must', 'should', 'may'] as const
export const STATUSES = ['tested', 'open', 'untestable', 'unspecified'] as const

/** The sections that an anchor may name. The second document has no section 6. */
export const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  core: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
  'screening-esign': ['1', '2', '3', '4', '5', '7', '8', '9'],
}

export const REQUIREMENT_ID = /^[A-Z]{2,5}-[0-9]{3}$/

export interface Requirement {
  id: string
  level: (typeof LEVELS)[number]
  /** Set on duties of clients; otherwise the entry is a duty of the service. */
  binds?: 'client'
  text: string
  anchor: { document: string; section: string; rule: string }
  status: (typeof STATUSES)[number]
  /** Why it cannot be observed from outside; on untestable entries only. */
  reason?: string
  /** The row of spec/ledger.yaml; on unspecified entries only. */
  gap?: string
  /** Base name of the file with the entry. */
  file: string
}

export interface Retired {
  id: string
  text: string
  reason: string
  replaced_by: string[]
}

/** Location of an id: `file` is relative to the root, with forward slashes. */
export interface Citation {
  id: string
  file: string
  /** Whether the file is a test or a check of the suite, so that naming the id makes it `tested`. */
  proves: boolean
}

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = fileURLToPath(new URL('requirements', import.meta.url))
const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', 'generated', '.git', '.tap'])
// Its invented ids are examples for the functions below and do not count.
const OWN_TEST = 'spec/requirements.test.ts'

/**
 * Returns all entries, in the order of files and lines. Throws on a malformed entry, with its
 * place.
 */
export function loadRequirements(): Requirement[] {
  return catalogueFiles().flatMap((path) =>
    parseRequirements(readFileSync(path, 'utf8'), basename(path)),
  )
}

/** The catalogue for programs that start often: YAML takes half a second to read. One line for each entry. */
export function asJson(entries: readonly Requirement[]): string {
  return `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`
}

export function loadRetired(): Retired[] {
  return (parse(readFileSync(join(folder, 'retired.yaml'), 'utf8')) as { retired: Retired[] })
    .retired
}

/** @param file base name, kept on each entry and named in errors */
export function parseRequirements(yaml: string, file: string): Requirement[] {
  const list = (parse(yaml) as { requirements?: unknown } | null)?.requirements
  if (!Array.isArray(list)) throw new Error(`${file}: expected a list under "requirements"`)
  return list.map((entry: Record<string, unknown>, index) => {
    const place = `${file}, entry ${index + 1} (${String(entry['id'])})`
    const fault = formFault(entry)
    if (fault) throw new Error(`${place}: ${fault}`)
    return { ...(entry as unknown as Omit<Requirement, 'file'>), file }
  })
}

/**
 * Returns every id with a known prefix in the code. Similar words, such as SHA-256, are not ids.
 */
export function findCitations(prefixes: ReadonlySet<string>, base: string = root): Citation[] {
  const files = globSync(['**/*.ts', 'spec/**/*.yaml'], {
    cwd: base,
    exclude: (path) => SKIPPED_FOLDERS.has(basename(path)) || path === join('spec', 'requirements'),
  })
  return files
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path !== OWN_TEST)
    .sort()
    .flatMap((file) => {
      const proves = file.endsWith('.test.ts') || /^(conformance|integration)\/.*\.ts$/.test(file)
      return citedIds(readFileSync(join(base, file), 'utf8'), prefixes).map((id) => ({
        id,
        file,
        proves,
      }))
    })
}

/** Distinct ids in a text, in order of first appearance. */
export function citedIds(text: string, prefixes: ReadonlySet<string>): string[] {
  const ids = text.match(/(?<![\w-])[A-Z]{2,5}-[0-9]{3}(?![\w-])/g) ?? []
  return [...new Set(ids)].filter((id) => prefixes.has(prefixOf(id)))
}

/** Rewrites the open and tested lines of one file's text; all other bytes are unchanged. */
export function syncStatuses(yaml: string, proven: ReadonlySet<string>): string {
  let id = ''
  return yaml
    .split('\n')
    .map((line) => {
      id = /^\s*- id: (\S+)/.exec(line)?.[1] ?? id
      return line.replace(
        /^(\s+status: )(?:open|tested)\b/,
        (_, key: string) => key + (proven.has(id) ? 'tested' : 'open'),
      )
    })
    .join('\n')
}

export function prefixOf(id: string): string {
  return id.slice(0, id.indexOf('-'))
}

/** Returns the prefixes in use, including those of retired ids. */
export function knownPrefixes(entries: readonly { id: string }[]): Set<string> {
  return new Set(entries.map((entry) => prefixOf(entry.id)))
}

function catalogueFiles(): string[] {
  return globSync('*.yaml', { cwd: folder })
    .filter((name) => name !== 'retired.yaml')
    .sort()
    .map((name) => join(folder, name))
}

const KEYS = new Set(['id', 'level', 'binds', 'text', 'anchor', 'status', 'reason', 'gap'])

function formFault(entry: Record<string, unknown>): string | undefined {
  const anchor = (entry['anchor'] ?? {}) as Record<string, unknown>
  const unknown = Object.keys(entry).find((key) => !KEYS.has(key))
  if (unknown) return `unknown key "${unknown}"`
  if (!REQUIREMENT_ID.test(String(entry['id']))) return `id must match ${REQUIREMENT_ID.source}`
  if (!(LEVELS as readonly unknown[]).includes(entry['level']))
    return `level must be one of ${LEVELS.join(', ')}`
  if (!(STATUSES as readonly unknown[]).includes(entry['status']))
    return `status must be one of ${STATUSES.join(', ')}`
  if (entry['binds'] !== undefined && entry['binds'] !== 'client')
    return 'binds must be client; omit it for duties of the service'
  if (typeof entry['text'] !== 'string' || entry['text'] === '') return 'text must be a sentence'
  if (typeof anchor['rule'] !== 'string' || anchor['rule'] === '')
    return 'anchor.rule must be a string'
  if (!SECTIONS[String(anchor['document'])])
    return `anchor.document must be one of ${Object.keys(SECTIONS).join(', ')}`
  if (!SECTIONS[String(anchor['document'])]?.includes(anchor['section'] as string)) {
    return `anchor.section must be a section of ${String(anchor['document'])}, in quotes; got ${String(anchor['section'])}`
  }
  if ((entry['status'] === 'untestable') !== (typeof entry['reason'] === 'string')) {
    return 'exactly the untestable entries have a reason'
  }
  if ((entry['status'] === 'unspecified') !== (typeof entry['gap'] === 'string')) {
    return 'exactly the unspecified entries have a gap'
  }
  return undefined
}

function sync(): void {
  const proven = new Set(
    findCitations(knownPrefixes(loadRequirements()))
      .filter((c) => c.proves)
      .map((c) => c.id),
  )
  for (const path of catalogueFiles()) {
    const before = readFileSync(path, 'utf8')
    const after = syncStatuses(before, proven)
    if (after === before) continue
    writeFileSync(path, after)
    console.log(`updated ${relative(root, path)}`)
  }
  writeFileSync(join(root, 'spec', 'generated', 'requirements.json'), asJson(loadRequirements()))
}

function summary(): void {
  const entries = loadRequirements()
  const row = (area: string, of: Requirement[]) =>
    [
      area,
      ...STATUSES.map((status) => of.filter((entry) => entry.status === status).length),
      of.length,
    ]
      .map((cell) => String(cell).padStart(12))
      .join('')
  console.log(['area', ...STATUSES, 'all'].map((cell) => cell.padStart(12)).join(''))
  for (const [area, of] of Object.entries(Object.groupBy(entries, (entry) => prefixOf(entry.id))))
    console.log(row(area, of ?? []))
  console.log(row('all', entries))
}

if (import.meta.main) {
  const flag = process.argv[2]
  if (flag === '--sync') sync()
  else if (flag === '--summary') summary()
  else {
    console.error('usage: node spec/requirements.ts --sync | --summary')
    process.exitCode = 2
  }
}
