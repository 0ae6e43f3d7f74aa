import type { Location } from '../judgement.ts'
import type { Members } from '../load/parse.ts'
import { sub } from './nodes.ts'
import type { Reporter } from './reporter.ts'

/** Returns a finding for a changed name of an operation or event. */
export function operationIdFindings(
  reporter: Reporter,
  before: Members,
  after: Members,
  here: Location,
): void {
  if (before.operationId === after.operationId) return
  reporter.report(
    'operation-id-changed',
    `operationId ${before.operationId ?? 'none'} became ${after.operationId ?? 'none'}`,
    sub(here, '/operationId'),
    {
      severity: 'risky',
      reason:
        'Requests and responses are unchanged, but generated clients and servers lose the name.',
      rule: null,
    },
  )
}
