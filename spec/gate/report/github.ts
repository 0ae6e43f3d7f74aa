import type { JudgedChange, Judgement } from '../policy/judge.ts'
import { count, ruleOf, sourceLineOf } from './lines.ts'

/** Workflow commands of GitHub Actions, which show as annotations: breaking changes as errors, risky ones as warnings. */
export function githubReport(judgement: Judgement): string {
  return judgement.changes
    .filter(({ severity }) => severity !== 'safe')
    .map((change) => annotation(change, judgement))
    .join('')
}

function annotation(change: JudgedChange, { base, head, closedBy }: Judgement): string {
  const place = sourceLineOf(change, base, head)
  const level = closedBy.includes(change) ? 'error' : change.allowed ? 'notice' : 'warning'
  const properties = {
    ...(place && !place.isInBase && { file: place.file, line: String(place.line) }),
    title: `${change.severity}: ${change.what}`,
  }
  const effects = change.effects.map(
    (effect) =>
      `${effect.audience}: ${effect.reason}${ruleOf(effect)} ${effect.places[0] ?? ''}${
        effect.places.length > 1 ? ` and ${count(effect.places.length - 1, 'other place')}` : ''
      }`,
  )
  const named = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`)
  return `::${level} ${named.join(',')}::${data([...effects, change.id].join('\n'))}\n`
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
