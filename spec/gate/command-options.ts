import { InvalidArgumentError, Option, type Command } from 'commander'
import type { Policy } from './policy/options.ts'

export interface DiffFlags {
  base?: string
  head?: string
  contract: string
  json?: string | true
  sarif?: string | true
  markdown?: string | true
  entry?: string | true
  github?: true
  oasdiff?: string | true
  failOn: Policy['failOn']
  allowRemoval?: NonNullable<Policy['allowRemoval']>
  sunsetDays?: number
  stability?: true
  extensibleEnum?: true
}

/** The options of `spec diff`, each with its help. */
export function addDiffOptions(command: Command): Command {
  return command
    .option(
      '-b, --base <source>',
      'the old contract: a git revision, REVISION:PATH, a folder, an OpenAPI file or an https URL',
    )
    .option('--head <source>', 'the new contract (default: that of the working tree)')
    .option(
      '--contract <path>',
      'folder or OpenAPI file of the contract, in the working tree and in revisions',
      'spec',
    )
    .option('--json [file]', 'write JSON', outputNamed)
    .option(
      '--sarif [file]',
      'write SARIF, which code hosts show next to the lines of a pull request',
      outputNamed,
    )
    .option('--markdown [file]', 'write Markdown for a comment on a pull request', outputNamed)
    .option(
      '--entry [file]',
      'write a draft of the entry that records the breaking changes',
      outputNamed,
    )
    .option('--github', 'also print annotations for GitHub Actions')
    .addOption(
      new Option('--fail-on <severity>', 'minimum severity that fails the gate')
        .choices(['breaking', 'risky'])
        .default('breaking'),
    )
    .addOption(
      new Option(
        '--allow-removal <when>',
        'permit removals of deprecated parts, at once or after their x-sunset',
      ).choices(['deprecated', 'sunset']),
    )
    .option(
      '--sunset-days <days>',
      'require x-sunset on newly deprecated parts, at least this many days ahead',
      days,
    )
    .option('--stability', 'read x-stability-level: draft and alpha may break; no level is lowered')
    .option('--extensible-enum', 'read x-extensible-enum as a list of known values')
    .option('--oasdiff [program]', 'add the findings of oasdiff, from PATH or from the given path')
    .addHelpText(
      'after',
      '\nWith a file, the format is written to it and the text report is printed;\n' +
        'without one, or with -, the format is printed instead.\n' +
        'Exit code 0: open. 1: closed by a breaking change without a new version or an\n' +
        'entry. 2: could not run.',
    )
}

/** Returns the file that an option names; true for the standard output, which `-` names as no file does. */
export function outputNamed(file: string): string | true {
  return file === '-' ? true : file
}

export function policyOf(flags: DiffFlags, today: string): Policy {
  const { failOn, allowRemoval, sunsetDays, stability, extensibleEnum } = flags
  return {
    failOn,
    stability: stability === true,
    extensibleEnum: extensibleEnum === true,
    today,
    ...(allowRemoval && { allowRemoval }),
    ...(sunsetDays !== undefined && { sunsetDays }),
  }
}

function days(text: string): number {
  if (!/^\d{1,4}$/.test(text)) throw new InvalidArgumentError('Expected a number of days.')
  return Number(text)
}
