import type { JsonObject } from '../../http/json.ts'
import { changeJson } from '../../self-test/proxy.ts'
import { answers, type Mutant } from '../../self-test/wire-faults.ts'

/** Changes the rows of a log that has three attempts of one delivery. */
const third = (
  name: string,
  breaks: Mutant['breaks'],
  change: (rows: JsonObject[]) => JsonObject[],
): Mutant => ({
  name,
  killedBy: 'deliveries.third-attempt',
  breaks,
  fault: answers(
    ({ path }) => path.startsWith('/v1/webhook-events'),
    (response) =>
      changeJson(response, (page) => {
        const rows = page.data as unknown as JsonObject[]
        if (Array.isArray(rows) && rows.some(({ attempt }) => Number(attempt) >= 3))
          page.data = change(rows) as never
      }),
  ),
})

/** Faults that a log of two attempts does not show. */
export const THIRD_ATTEMPT_MUTANTS: readonly Mutant[] = [
  third('logs the first and the last of three attempts', 'DLV-001', (rows) =>
    rows.filter(({ attempt }) => attempt !== 2),
  ),
  third('counts every retry as the second attempt', 'DLV-005', (rows) =>
    rows.map((row) => ({ ...row, attempt: Math.min(2, Number(row['attempt'])) })),
  ),
  third('logs the code of the last attempt for every retry', 'DLV-003', (rows) =>
    rows.map((row) => ({ ...row, http_code: row['attempt'] === 1 ? 503 : 200 })),
  ),
]
