import { stringify } from 'yaml'
import type { Judgement } from '../policy/judge.ts'

/** A draft entry for the author of the change. The gate refuses it while it contains a TODO. */
export function entryDraft({ closedBy }: Judgement, day: string): string {
  const classification = closedBy.map(
    ({ id, what, effects }) =>
      `#   ${id}: ${what} (${effects.map(({ audience }) => audience).join(', ')})`,
  )
  const entry = {
    title: 'TODO what changed, in one line',
    date: day,
    changes: closedBy.map(({ id }) => id),
    reason: 'TODO why it must break',
    migration: 'TODO what clients, consumers and implementers must do',
  }
  return [
    '# Save as changes/<name>.yaml beside the contract. It records:',
    ...classification,
    stringify(entry),
  ].join('\n')
}
