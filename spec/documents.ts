// Pages that are generated from the contract: one for each error code, to which `doc_url` points,
// and the contract's changelog.
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { operationsOf, type Document } from './checks.ts'
import type { ErrorEntry } from './generated/errors.ts'
import type { Entry } from './gate/policy/entries.ts'

const NOTICE = '<!-- Made by spec/generate.ts. Change the YAML in spec/, then run it again. -->\n'
export const ERROR_PAGES = 'docs/errors'
export const CHANGELOG = 'spec/CHANGELOG.md'
/** Above this number the changelog names the entry instead of the ids. */
const MOST_IDS = 50

const RETRY: Record<ErrorEntry['retryable'], string> = {
  no: 'No: the same request gets the same response.',
  after_top_up: 'Yes, after adding money to the wallet.',
  after_restart: 'Yes, after restarting the plan.',
  after_reset: 'Yes, after `details.reset_at`, with backoff and jitter.',
  safe: 'Yes, with backoff between attempts.',
}

/** Path from the root to content. */
export function documents(
  errors: readonly ErrorEntry[],
  document: Document,
  entries: readonly Entry[],
): Record<string, string> {
  return {
    ...Object.fromEntries(
      errors.map((entry) => [`${ERROR_PAGES}/${entry.code}.md`, errorPage(entry, document)]),
    ),
    [`${ERROR_PAGES}/README.md`]: index(errors),
    [CHANGELOG]: changelog(entries),
  }
}

/** Returns outdated documents, and pages of codes that no longer exist. */
export function documentProblems(root: string, wanted: Readonly<Record<string, string>>): string[] {
  const folder = join(root, ERROR_PAGES)
  const stray = existsSync(folder)
    ? readdirSync(folder)
        .map((name) => `${ERROR_PAGES}/${name}`)
        .filter((path) => !(path in wanted))
    : []
  return [
    ...Object.keys(wanted)
      .filter((path) => read(join(root, path)) !== wanted[path])
      .map((path) => `${path} is out of date`),
    ...stray.map((path) => `${path} is a page without an error code`),
  ]
}

function errorPage(
  { code, status, retryable, title, message, when }: ErrorEntry,
  document: Document,
): string {
  const operations = operationsOf(document).filter(({ errorCodes }) =>
    errorCodes.some((listed) => listed === code),
  )
  const examples =
    (document.components as Record<string, Record<string, { value: unknown }>>)['examples'] ?? {}
  const shown = examples[code]?.value
  return `${NOTICE}
# \`${code}\`

${title}. HTTP ${status}.

| | |
|---|---|
| When | ${when.trim()} |
| Try again? | ${RETRY[retryable]} |
| Default message | ${message} |
${
  shown === undefined
    ? ''
    : `
\`\`\`json
${JSON.stringify(shown, null, 2)}
\`\`\`
`
}
${operations.length === 0 ? 'No operation lists it: the error occurs before a request reaches an operation.' : 'Operations that can return it:'}
${operations.map(({ method, path }) => `\n- \`${method.toUpperCase()} ${path}\``).join('')}${operations.length === 0 ? '' : '\n'}`
}

function index(errors: readonly ErrorEntry[]): string {
  const rows = errors.map(
    ({ code, status, title }) => `| [\`${code}\`](${code}.md) | ${status} | ${title} |`,
  )
  return `${NOTICE}
# Error codes

The \`type\` of an error is \`https://docs.vskit.example/errors/<code>\`. Its \`doc_url\` leads to the page of the code in the running
simulator: \`http://127.0.0.1:4000/docs/errors/<code>\`, with the port of its console (with \`--seed\`, the same as \`type\`). The pages here have the same names.

| code | status | |
|---|--:|---|
${rows.join('\n')}
`
}

function changelog(entries: readonly Entry[]): string {
  const newest = entries.toSorted(
    (one, other) => other.date.localeCompare(one.date) || one.file.localeCompare(other.file),
  )
  const sections = newest.map(
    ({ date, title, reason, migration, changes, file }) =>
      `## ${date}: ${title.trim()}\n\n${reason.trim()}\n\n**What to do:** ${migration.trim()}\n\n<sub>${changes.length > MOST_IDS ? `${changes.length} changes: see \`spec/${file}\`` : changes.join(', ')}</sub>\n`,
  )
  return `${NOTICE}
# Breaking changes of the contract

Each change has an entry in \`spec/changes/\`. All other changes are additive. Newest first.

${sections.length === 0 ? 'None so far.\n' : sections.join('\n')}`
}

function read(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}
