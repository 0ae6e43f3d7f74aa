import type { JsonObject } from '../../http/json.ts'
import { changeJson } from '../../self-test/proxy.ts'
import { answers, type Mutant } from '../../self-test/wire-faults.ts'

/** A log whose rows of some statuses have another error code. */
const coded = (
  what: string,
  isChanged: (status: number) => boolean,
  code: string | null = null,
): Mutant => ({
  name: `logs ${what}`,
  killedBy: 'deliveries.refused-attempts',
  breaks: 'DLV-006',
  fault: answers(
    ({ path }) => path.startsWith('/v1/webhook-events'),
    (response) =>
      changeJson(response, (page) => {
        for (const row of page.data as unknown as JsonObject[])
          if (isChanged(Number(row['http_code']))) row['error_code'] = code
      }),
  ),
})

/** Faults that attempts with the status 503, or without a response, do not show. */
export const REFUSED_ATTEMPT_MUTANTS: readonly Mutant[] = [
  coded('no error code for client errors', (status) => status >= 400 && status < 500),
  coded('no error code for a permanent refusal', (status) => status === 410),
  coded('no error code for a rate limit', (status) => status === 429),
  coded('no error code for a redirect', (status) => status >= 300 && status < 400),
  coded('no error code for server errors except 503', (status) => status === 500),
  coded('the reason phrase of a client error as its code', (status) => status === 404, 'Not Found'),
  ...(
    [
      ['an attempt without a response', 'deliveries.attempt-without-response', null],
      ['an attempt that got 500', 'deliveries.refused-attempts', 500],
    ] as const
  ).map(([what, killedBy, code]): Mutant => ({
    name: `logs ${what} as delivered`,
    killedBy,
    breaks: 'DLV-002',
    fault: answers(
      ({ path }) => path.startsWith('/v1/webhook-events'),
      (response) =>
        changeJson(response, (page) => {
          for (const row of page.data as unknown as JsonObject[])
            if (row['http_code'] === code) row['status'] = 'delivered'
        }),
    ),
  })),
]
