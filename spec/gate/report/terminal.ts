import { styleText } from 'node:util'
import { type Severity, SEVERITIES } from '../judgement.ts'
import type { JudgedChange, Judgement } from '../policy/judge.ts'
import { count, ruleOf, rulesOf, sourceLineOf } from './lines.ts'
import { printable } from './printable.ts'

const COLOR = { breaking: 'red', risky: 'yellow', safe: 'green' } as const
const TITLE: Record<Severity, string> = { breaking: 'Breaking', risky: 'Risky', safe: 'Safe' }
const MOST_PLACES = 3

/** Text report: most severe changes first, each with its place, reason and rule. */
export function terminalReport(judgement: Judgement, { color }: { color: boolean }): string {
  const paint = (style: Parameters<typeof styleText>[0], text: string) =>
    color ? styleText(style, text, { validateStream: false }) : text
  const { base, head, changes, counts, notes, editorial, closedBy } = judgement
  const lines = [`${base.name} -> ${head.name}`, '']
  for (const severity of SEVERITIES) {
    const group = changes.filter((change) => change.severity === severity)
    if (group.length === 0) continue
    lines.push(paint(['bold', COLOR[severity]], `${TITLE[severity]} (${group.length})`))
    for (const change of group) lines.push(...(severity === 'safe' ? brief(change) : full(change)))
    lines.push('')
  }
  const rules = rulesOf(
    changes.filter(({ severity }) => severity !== 'safe'),
    head,
  )
  if (rules.length > 0)
    lines.push('Rules of the contract', ...rules.map(([id, text]) => `  ${id}  ${text}`), '')
  if (editorial.length > 0)
    lines.push(`Only texts, examples or formatting: ${editorial.join(', ')}`, '')
  for (const note of notes) lines.push(paint('yellow', `Note: ${note}`))
  if (notes.length > 0) lines.push('')
  lines.push(
    `${count(changes.length, 'change')}: ${SEVERITIES.map((severity) => `${counts[severity]} ${severity}`).join(', ')}.`,
  )
  lines.push(
    closedBy.length > 0
      ? paint(['bold', 'red'], closed(judgement))
      : paint(['bold', 'green'], open(judgement)),
  )
  return `${lines.join('\n')}\n`

  function full(change: JudgedChange): string[] {
    const place = sourceLineOf(change, base, head)
    return [
      `  ${paint('bold', change.what)}  ${paint('dim', change.id)}`,
      ...(place
        ? [
            `    ${printable(place.file)}:${place.line}${place.isInBase ? ' (in the base)' : ''}  ${paint('dim', printable(place.pointer))}`,
          ]
        : []),
      ...change.effects.flatMap((effect) => [
        `    ${effect.audience}${effect.severity === change.severity ? '' : ` (${effect.severity})`}: ${effect.reason}${ruleOf(effect)}`,
        ...effect.places.slice(0, MOST_PLACES).map((where) => paint('dim', `      ${where}`)),
        ...(effect.places.length > MOST_PLACES
          ? [paint('dim', `      and ${effect.places.length - MOST_PLACES} more`)]
          : []),
      ]),
      ...(change.allowed ? [`    allowed by ${change.allowed.by}: ${change.allowed.reason}`] : []),
    ]
  }

  function brief({ what, effects }: JudgedChange): string[] {
    const places = [...new Set(effects.flatMap((effect) => effect.places))]
    const more = places.length > 1 ? ` and ${places.length - 1} more` : ''
    // Safe for clients and consumers, but a service may have to change.
    const duties = effects.filter(({ audience }) => audience === 'implementer')
    return [
      `  ${what}  ${paint('dim', `${places[0]}${more}`)}`,
      ...duties.map(({ audience, reason }) => `    ${audience}: ${reason}`),
    ]
  }
}

function closed({ closedBy }: Judgement): string {
  const kind = closedBy.every(({ severity }) => severity === 'breaking') ? 'breaking ' : ''
  const those =
    closedBy.length === 1 ? `A ${kind}change has` : `${closedBy.length} ${kind}changes have`
  return (
    `Closed: ${those} neither a new version nor an entry in changes/.\n` +
    'If the changes are intended, run the command again with --entry FILE. It writes a draft entry.'
  )
}

function open({ counts }: Judgement): string {
  return counts.breaking > 0
    ? 'Open: every breaking change is recorded.'
    : 'Open: no breaking changes.'
}
