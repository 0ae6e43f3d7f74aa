import { closeSync, openSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { InvalidArgumentError } from 'commander'
import { sharedFile, unwritable } from '../../library/file-errors.ts'
import packageJson from '../../package.json' with { type: 'json' }
import type { Check } from './check/checks.ts'
import { type DiffFlags, policyOf } from './command-options.ts'
import { diffContracts } from './diff.ts'
import { loadContract } from './load/load-contract.ts'
import { openSource } from './load/source.ts'
import { fetchSource, isUrl } from './load/url.ts'
import { judge } from './policy/judge.ts'
import { entryDraft } from './report/entry.ts'
import { githubReport } from './report/github.ts'
import { jsonReport } from './report/json.ts'
import { markdownReport } from './report/markdown.ts'
import { sarifReport } from './report/sarif.ts'
import { terminalReport } from './report/terminal.ts'

/** The parts of the process that the command uses. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly color: boolean
  readonly cwd: string
  /** Today, as YYYY-MM-DD. */
  readonly day: () => string
  readonly exit: (code: number) => void
}

/** Checks the contract of this checkout. */
export async function runCheck(
  io: Io,
  { json, sarif, complete }: { json?: string | true; sarif?: string | true; complete?: true },
): Promise<void> {
  checkOutputs({ json, sarif })
  const { checks, isCheckout, openClauses } = await import('./check/checks.ts')
  const { checkJson, checkSarif, checkTerminal } = await import('./check/report.ts')
  const checked = await Promise.all(
    (await checks()).map(async (check) => ({
      name: check.name,
      problems: await problemsOf(check),
    })),
  )
  const open = isCheckout() ? openClauses() : null
  if (complete && open)
    checked.push({
      name: 'every requirement is named by a test',
      problems: open.map((id) => `${id} is open`),
    })
  const report = { checked, open: complete ? null : open, isCheckout: isCheckout() }
  const isPrinted = write(io, [
    [json, () => checkJson(report)],
    [sarif, () => checkSarif(report, packageJson.version)],
  ])
  if (!isPrinted) io.out(checkTerminal(report, io))
  io.exit(checked.some(({ problems }) => problems.length > 0) ? 1 : 0)
}

/** A check that cannot read the contract has failed: another check then often names the place. */
export async function problemsOf({ problems }: Pick<Check, 'problems'>): Promise<string[]> {
  try {
    return await problems()
  } catch (error) {
    return [`could not be checked: ${(error as Error).message.split('\n')[0]}`]
  }
}

/** Classifies the changes between two contracts. */
export async function runDiff(io: Io, flags: DiffFlags): Promise<void> {
  if (flags.base === undefined)
    throw new InvalidArgumentError('the old contract is missing: pass --base SOURCE')
  const { json, sarif, markdown, entry, github } = flags
  checkOutputs({ json, sarif, markdown, entry, github })
  const open = (name: string) =>
    isUrl(name) ? fetchSource(name) : openSource(name, io.cwd, flags.contract)
  const base = loadContract(await open(flags.base))
  const head = loadContract(await open(flags.head ?? flags.contract))
  const policy = policyOf(flags, io.day())
  const oasdiff = flags.oasdiff === true ? 'oasdiff' : flags.oasdiff
  const changes = await diffContracts(base, head, { policy, ...(oasdiff && { oasdiff }) })
  const judgement = judge(base, head, changes, policy.failOn)
  const isPrinted = write(io, [
    [json, () => jsonReport(judgement)],
    [sarif, () => sarifReport(judgement, packageJson.version)],
    [markdown, () => markdownReport(judgement)],
    [entry, () => entryDraft(judgement, io.day())],
  ])
  if (!isPrinted) io.out(terminalReport(judgement, io))
  if (github) io.out(githubReport(judgement))
  io.exit(judgement.closedBy.length > 0 ? 1 : 0)
}

/** Refuses two formats in one output, printed or in a file, because no program can read such an output. */
function checkOutputs(formats: Readonly<Record<string, string | true | undefined>>): void {
  const printed = Object.keys(formats).filter((format) => formats[format] === true)
  if (printed.length > 1)
    throw new InvalidArgumentError(
      `${printed.map((format) => `--${format}`).join(' and ')} would print into the same output; write all but one to a file`,
    )
  const named = Object.entries(formats).filter((entry) => typeof entry[1] === 'string')
  const shared = sharedFile(
    Object.fromEntries(named.map(([format, file]) => [`--${format}`, file as string])),
  )
  if (shared !== undefined) throw new InvalidArgumentError(shared)
}

/** Writes each requested format to its file, or prints it; returns whether any was printed. */
function write(
  io: Io,
  formats: readonly [target: string | true | undefined, report: () => Report][],
): boolean {
  for (const [target, report] of formats) {
    if (target === true) for (const part of partsOf(report())) io.out(part)
    else if (target !== undefined) save(target, resolve(io.cwd, target), report())
  }
  return formats.some(([target]) => target === true)
}

/** A text, or its parts where it may be too long for a string. */
type Report = string | Generator<string>

function partsOf(report: Report): Iterable<string> {
  return typeof report === 'string' ? [report] : report
}

/** @param name of the file, as given */
function save(name: string, path: string, report: Report): void {
  try {
    const file = openSync(path, 'w')
    try {
      for (const part of partsOf(report)) writeFileSync(file, part)
    } finally {
      closeSync(file)
    }
  } catch (error) {
    throw unwritable(name, error)
  }
}
