import type { JudgedChange, Judgement } from '../policy/judge.ts'
import { count, ruleOf, sourceLineOf } from './lines.ts'

export const INFORMATION_URI = 'https://www.npmjs.com/package/vskit'

/** SARIF 2.1.0, which code hosts show at the lines of a pull request. */
export function sarifReport(judgement: Judgement, version: string): string {
  const kinds = [...new Set(judgement.changes.map(({ kind }) => kind))].sort()
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'vskit spec diff',
            version,
            informationUri: INFORMATION_URI,
            rules: kinds.map((id) => ({
              id,
              name: pascal(id),
              shortDescription: { text: id.replaceAll('-', ' ') },
            })),
          },
        },
        results: judgement.changes.map((change) => result(change, judgement)),
      },
    ],
  }
  return `${JSON.stringify(log, null, 2)}\n`
}

function result(change: JudgedChange, { base, head }: Judgement): object {
  const place = sourceLineOf(change, base, head)
  const lines = change.effects.map(
    (effect) =>
      `${effect.audience}: ${effect.reason}${ruleOf(effect)} (${effect.places[0]}${effect.places.length > 1 ? ` and ${count(effect.places.length - 1, 'other place')}` : ''})`,
  )
  return {
    ruleId: change.kind,
    level: { breaking: change.allowed ? 'note' : 'error', risky: 'warning', safe: 'note' }[
      change.severity
    ],
    message: { text: `${change.severity}: ${change.what}. ${lines.join(' ')}` },
    ...(place && {
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: encodeURI(place.file) },
            region: { startLine: place.line },
          },
        },
      ],
    }),
    partialFingerprints: { 'vskitChange/v1': change.id },
    ...(change.allowed && {
      suppressions: [
        {
          kind: 'external',
          status: 'accepted',
          justification: `${change.allowed.by}: ${change.allowed.reason}`,
        },
      ],
    }),
  }
}

function pascal(kind: string): string {
  return kind
    .split(/\W+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
