import { writeFileSync } from 'node:fs'
import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { diffContracts } from './diff.ts'
import { CouldNotJudge } from './judgement.ts'
import { loadContract } from './load/contract.ts'
import { openSource } from './load/source.ts'
import { type Judgement, judge } from './policy/judge.ts'
import { entryDraft } from './report/entry.ts'
import { jsonReport } from './report/json.ts'
import { markdownReport } from './report/markdown.ts'
import { sarifReport } from './report/sarif.ts'
import { terminalReport } from './report/terminal.ts'

/** What the command touches of its process. */
export interface Io {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
  readonly color: boolean
  readonly cwd: string
  /** Today, as YYYY-MM-DD. */
  readonly day: () => string
  readonly exit: (code: number) => void
  /** Ends at once: the command line itself was wrong, or only help was asked for. */
  readonly stop: (code: number) => never
}

const processIo = (): Io => ({
  out: (text) => {
    process.stdout.write(text)
  },
  err: (text) => {
    process.stderr.write(text)
  },
  color: process.stdout.isTTY && !process.env['NO_COLOR'],
  cwd: process.cwd(),
  day: () => new Date().toISOString().slice(0, 10),
  exit: (code) => {
    process.exitCode = code
  },
  stop: (code) => process.exit(code),
})

interface DiffFlags {
  base?: string
  head?: string
  contract: string
  json?: string | true
  sarif?: string | true
  markdown?: string | true
  entry?: string | true
}

/** `vskit spec`: exit 0 open, 1 closed, 2 could not judge. */
export function specCommand(io: Io = processIo()): Command {
  const command = new Command('spec').description(
    'The gate: judges the contract, and each change to it.',
  )
  const diff = new Command('diff')
    .description(
      'What changed for clients, webhook consumers and implementers, and whether it breaks them.',
    )
    .option(
      '-b, --base <revision or path>',
      'what there was: a git revision, REVISION:PATH, a folder or an OpenAPI file',
    )
    .option(
      '--head <revision or path>',
      'what there is; the contract of the working tree when left out',
    )
    .option(
      '--contract <path>',
      'folder or OpenAPI file of the contract, in the working tree and in revisions',
      'spec',
    )
    .option('--json [file]', 'for programs')
    .option('--sarif [file]', 'for code hosts, beside the lines of a pull request')
    .option('--markdown [file]', 'for a comment on a pull request')
    .option('--entry [file]', 'a draft of the entry that records the breaking changes')
    .addHelpText(
      'after',
      '\nWith a file the form is written there, and the report for people is printed too.\n' +
        'Exit: 0 open, 1 closed by a breaking change without a new version or an entry, 2 could not judge.',
    )
  // A mistyped flag has judged nothing: commander's exit 1 would say that the gate is closed.
  const stop = ({ exitCode }: { exitCode: number }): never => io.stop(exitCode === 0 ? 0 : 2)
  diff.exitOverride(stop).action(guarded(io, 'diff', () => runDiff(io, diff.opts())))
  const check = new Command('check')
    .description(
      'Whether the contract of this checkout is in order: valid, linted, exemplified, covered, current.',
    )
    .option('--complete', 'count requirements that no test names yet as problems')
    .option('--json', 'for programs')
    .addHelpText('after', '\nExit: 0 in order, 1 not, 2 could not judge.')
  check.exitOverride(stop).action(guarded(io, 'check', () => runCheck(io, check.opts())))
  return command.exitOverride(stop).addCommand(check).addCommand(diff)
}

async function runCheck(
  io: Io,
  { json, complete }: { json?: true; complete?: true },
): Promise<void> {
  const { checks, isCheckout, openClauses } = await import('./check/checks.ts')
  const { checkJson, checkTerminal } = await import('./check/report.ts')
  const checked = await Promise.all(
    (await checks()).map(async ({ name, problems }) => ({ name, problems: await problems() })),
  )
  const open = isCheckout() ? openClauses() : null
  if (complete && open)
    checked.push({
      name: 'every requirement is named by a test',
      problems: open.map((id) => `${id} is open`),
    })
  const report = { checked, open: complete ? null : open, isCheckout: isCheckout() }
  io.out(json ? checkJson(report) : checkTerminal(report, io))
  io.exit(checked.some(({ problems }) => problems.length > 0) ? 1 : 0)
}

async function runDiff(io: Io, flags: DiffFlags): Promise<void> {
  if (flags.base === undefined)
    throw new CouldNotJudge('say what there was: --base REVISION_OR_PATH')
  const base = loadContract(openSource(flags.base, io.cwd, flags.contract))
  const head = loadContract(openSource(flags.head ?? flags.contract, io.cwd, flags.contract))
  const judgement = judge(base, head, await diffContracts(base, head))
  const forms: [string | true | undefined, (of: Judgement) => string][] = [
    [flags.json, jsonReport],
    [flags.sarif, (of) => sarifReport(of, packageJson.version)],
    [flags.markdown, markdownReport],
    [flags.entry, (of) => entryDraft(of, io.day())],
  ]
  let printed = false
  for (const [form, report] of forms) {
    if (form === undefined) continue
    if (form === true) io.out(report(judgement))
    else writeFileSync(form, report(judgement))
    printed ||= form === true
  }
  if (!printed) io.out(terminalReport(judgement, io))
  io.exit(judgement.closedBy.length > 0 ? 1 : 0)
}

/** Whatever keeps the gate from judging is one line, and exit 2. */
function guarded(io: Io, name: string, action: () => Promise<void>): () => Promise<void> {
  return async () => {
    try {
      await action()
    } catch (error) {
      // A stack that overflows is input that no person wrote.
      const line =
        error instanceof RangeError ? 'the contract is nested too deeply' : (error as Error).message
      if (
        !(
          error instanceof CouldNotJudge ||
          error instanceof RangeError ||
          'code' in (error as object)
        )
      )
        throw error
      io.err(`vskit spec ${name}: ${line.split('\n')[0]}\n`)
      io.exit(2)
    }
  }
}
