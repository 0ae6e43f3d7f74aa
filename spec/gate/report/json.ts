import type { Judgement } from '../policy/judge.ts'
import { sourceLineOf } from './lines.ts'

/**
 * Report for programs, one part for each change: a report can be longer than the longest string. Keys are only added, never
 * removed.
 */
export function* jsonReport(judgement: Judgement): Generator<string> {
  const { base, head, changes, counts, notes, editorial, closedBy } = judgement
  const verdict = closedBy.length > 0 ? 'closed' : 'open'
  const { start, end } = around({
    format: 1,
    base: base.name,
    head: head.name,
    verdict,
    counts,
    changes: [],
    notes,
    editorial,
  })
  yield start
  for (const [index, change] of changes.entries()) {
    const place = sourceLineOf(change, base, head)
    const written = {
      id: change.id,
      kind: change.kind,
      severity: change.severity,
      what: change.what,
      place: place && { file: place.file, line: place.line, pointer: place.pointer },
      effects: change.effects,
      allowed: change.allowed,
      oasdiff: change.oasdiff,
    }
    const text = JSON.stringify(written, null, 2).replaceAll('\n', '\n    ')
    yield `${index === 0 ? '' : ','}\n    ${text}`
  }
  yield `${changes.length > 0 ? '\n  ' : ''}${end}\n`
}

/** Returns the text of a report before and after its empty list of `changes`. */
function around(report: object): { start: string; end: string } {
  const text = JSON.stringify(report, null, 2)
  const key = '\n  "changes": ['
  const middle = text.indexOf(key) + key.length
  return { start: text.slice(0, middle), end: text.slice(middle) }
}
