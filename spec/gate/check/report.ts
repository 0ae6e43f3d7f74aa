import { styleText } from 'node:util'
import { INFORMATION_URI } from '../report/sarif.ts'

export interface Checked {
  readonly name: string
  readonly problems: readonly string[]
}

export interface CheckReport {
  readonly checked: readonly Checked[]
  /** Requirements without a test; null if unknown. */
  readonly open: readonly string[] | null
  readonly isCheckout: boolean
}

const MOST = 20

export function checkTerminal(
  { checked, open, isCheckout }: CheckReport,
  { color }: { color: boolean },
): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text
  const failed = checked.filter(({ problems }) => problems.length > 0)
  const lines = checked.flatMap(({ name, problems }) => [
    `${problems.length === 0 ? paint('green', 'ok  ') : paint('red', 'FAIL')} ${name}`,
    ...problems.slice(0, MOST).map((problem) => `       ${problem}`),
    ...(problems.length > MOST ? [`       and ${problems.length - MOST} more`] : []),
  ])
  if (open && open.length > 0)
    lines.push(
      '',
      `Not tested yet: ${counted(open.length, 'requirement')} (${open.slice(0, 6).join(', ')}${open.length > 6 ? ', …' : ''}). --complete counts them as problems.`,
    )
  if (!isCheckout)
    lines.push(
      '',
      'This is the installed package, so only its own contract was checked. A checkout also checks lint rules, requirements and generated files.',
    )
  lines.push(
    '',
    failed.length === 0
      ? `${counted(checked.length, 'check')} passed.`
      : `${counted(checked.length, 'check')}, ${failed.length} failed.`,
  )
  return `${lines.join('\n')}\n`
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

export function checkJson({ checked, open, isCheckout }: CheckReport): string {
  return `${JSON.stringify({ format: 1, ok: checked.every(({ problems }) => problems.length === 0), checkout: isCheckout, checks: checked, open }, null, 2)}\n`
}

/**
 * Returns each problem as a SARIF result, at the file that it names or at the root of the contract.
 */
export function checkSarif({ checked }: CheckReport, version: string): string {
  const idOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'vskit spec check',
            version,
            informationUri: INFORMATION_URI,
            rules: checked.map(({ name }) => ({
              id: idOf(name),
              shortDescription: { text: name },
            })),
          },
        },
        results: checked.flatMap(({ name, problems }) =>
          problems.map((text) => ({
            ruleId: idOf(name),
            level: 'error',
            message: { text },
            locations: [{ physicalLocation: placeOf(text) }],
          })),
        ),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function placeOf(problem: string): object {
  const [, file = 'spec/openapi.yaml', line = '1'] =
    /((?:[\w-]+\/)*[\w.-]+\.(?:ya?ml|json|ts|md))(?::(\d+))?/.exec(problem) ?? []
  const uri = file.includes('/') ? file : `spec/${file}`
  return { artifactLocation: { uri }, region: { startLine: Number(line) } }
}
