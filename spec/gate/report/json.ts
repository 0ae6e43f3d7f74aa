import type { Judgement } from '../policy/judge.ts'
import { sourceLineOf } from './lines.ts'

/** Report for programs. Keys are only added, never removed. */
export function jsonReport(judgement: Judgement): string {
  const { base, head, changes, counts, notes, editorial, closedBy } = judgement
  return `${JSON.stringify(
    {
      format: 1,
      base: base.name,
      head: head.name,
      verdict: closedBy.length > 0 ? 'closed' : 'open',
      counts,
      changes: changes.map((change) => {
        const place = sourceLineOf(change, base, head)
        return {
          id: change.id,
          kind: change.kind,
          severity: change.severity,
          what: change.what,
          place: place && { file: place.file, line: place.line, pointer: place.pointer },
          effects: change.effects,
          allowed: change.allowed,
          oasdiff: change.oasdiff,
        }
      }),
      notes,
      editorial,
    },
    null,
    2,
  )}\n`
}
