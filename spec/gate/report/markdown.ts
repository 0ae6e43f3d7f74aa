import { AUDIENCES, SEVERITIES } from '../judgement.ts'
import type { JudgedChange, Judgement } from '../policy/judge.ts'
import { count, ruleOf, rulesOf, sourceLineOf } from './lines.ts'

const MOST_PLACES = 5
/** Code hosts limit comments to 65,536 characters. */
const MOST_CHARACTERS = 60_000

/** A comment for a pull request: verdict and numbers first, safe changes folded. */
export function markdownReport(judgement: Judgement): string {
  const { changes, counts, notes, editorial, closedBy, base, head } = judgement
  const of = (severity: string) => changes.filter((change) => change.severity === severity)
  const kind = closedBy.every(({ severity }) => severity === 'breaking')
    ? 'breaking change'
    : 'change'
  const rules = rulesOf(
    changes.filter(({ severity }) => severity !== 'safe'),
    head,
  )
  const lines = [
    `### Contract: ${closedBy.length > 0 ? `closed by ${count(closedBy.length, kind)}` : counts.breaking > 0 ? 'open, breaking changes are recorded' : 'open'}`,
    '',
    `\`${base.name}\` → \`${head.name}\``,
    '',
    ...(changes.length === 0 ? ['No visible changes.', ''] : table(changes)),
    ...section('Breaking', of('breaking'), judgement),
    ...section('Risky', of('risky'), judgement),
    ...folded('Safe', of('safe'), judgement),
    ...(rules.length > 0
      ? [
          'Rules of the contract:',
          '',
          ...rules.map(([id, text]) => `- ${id}: ${escaped(text)}`),
          '',
        ]
      : []),
    ...(editorial.length > 0
      ? [`Only texts, examples or formatting: ${editorial.map(code).join(', ')}`, '']
      : []),
    ...notes.map((note) => `> **Note:** ${escaped(note)}\n`),
    ...(closedBy.length > 0
      ? [
          `A ${kind} needs a new version, or an entry in \`changes/\` with its id, the reason and the migration.`,
          '',
        ]
      : []),
  ]
  const text = lines.join('\n')
  return text.length <= MOST_CHARACTERS
    ? text
    : `${text.slice(0, text.lastIndexOf('\n', MOST_CHARACTERS))}\n\n… and more: run the gate to see all.\n`
}

function table(changes: readonly JudgedChange[]): string[] {
  const cell = (audience: string, severity: string) =>
    changes.filter(({ effects }) =>
      effects.some((effect) => effect.audience === audience && effect.severity === severity),
    ).length || '·'
  return [
    `| for the | ${SEVERITIES.join(' | ')} |`,
    `|---|${SEVERITIES.map(() => '--:').join('|')}|`,
    ...AUDIENCES.map(
      (audience) =>
        `| ${audience} | ${SEVERITIES.map((severity) => cell(audience, severity)).join(' | ')} |`,
    ),
    '',
  ]
}

function section(title: string, changes: readonly JudgedChange[], judgement: Judgement): string[] {
  if (changes.length === 0) return []
  return [`#### ${title}`, '', ...changes.flatMap((change) => item(change, judgement)), '']
}

function folded(title: string, changes: readonly JudgedChange[], judgement: Judgement): string[] {
  if (changes.length === 0) return []
  return [
    `<details><summary>${title} (${changes.length})</summary>`,
    '',
    ...changes.flatMap((change) => item(change, judgement)),
    '',
    '</details>',
    '',
  ]
}

function item(change: JudgedChange, { base, head }: Judgement): string[] {
  const place = sourceLineOf(change, base, head)
  return [
    `- **${escaped(change.what)}** ${code(change.id)}${place ? `, ${code(`${place.file}:${place.line}`)}` : ''}`,
    ...change.effects.flatMap((effect) => [
      `  - ${effect.audience}${effect.severity === change.severity ? '' : ` (${effect.severity})`}: ${escaped(effect.reason)}${ruleOf(effect)}`,
      `    <br>${effect.places.slice(0, MOST_PLACES).map(code).join(', ')}${effect.places.length > MOST_PLACES ? ` and ${effect.places.length - MOST_PLACES} more` : ''}`,
    ]),
    ...(change.allowed
      ? [
          `  - allowed by ${code(change.allowed.by)}: ${escaped(change.allowed.reason)} *Migration:* ${escaped(change.allowed.migration)}`,
        ]
      : []),
  ]
}

function code(text: string): string {
  return `\`${text.replaceAll('`', "'")}\``
}

/** Escapes Markdown in names of the contract. Backticks are intended markup. */
function escaped(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  if (line.split('`').length % 2 === 0) return line.replaceAll(/[\\*_<>[\]|`]/g, '\\$&')
  return line
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[\\*_<>[\]|]/g, '\\$&')))
    .join('`')
}
