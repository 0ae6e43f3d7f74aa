import { styleText } from 'node:util'

export interface Checked {
  readonly name: string
  readonly problems: readonly string[]
}

export interface CheckReport {
  readonly checked: readonly Checked[]
  /** Clauses that no test names yet; null where nobody can tell. */
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
      `Not covered yet: ${open.length} clauses (${open.slice(0, 6).join(', ')}${open.length > 6 ? ', …' : ''}). --complete counts them as problems.`,
    )
  if (!isCheckout)
    lines.push(
      '',
      'This is the installed package: the contract that it ships was checked. Lint, catalogue and drift are checked in a checkout.',
    )
  lines.push(
    '',
    failed.length === 0
      ? `${checked.length} checks, all well.`
      : `${checked.length} checks, ${failed.length} failed.`,
  )
  return `${lines.join('\n')}\n`
}

export function checkJson({ checked, open, isCheckout }: CheckReport): string {
  return `${JSON.stringify({ format: 1, ok: checked.every(({ problems }) => problems.length === 0), checkout: isCheckout, checks: checked, open }, null, 2)}\n`
}
