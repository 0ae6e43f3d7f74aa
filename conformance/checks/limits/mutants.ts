import { answers, isSession, type Mutant, lists, headerFault } from '../../self-test/wire-faults.ts'
import type { Fault } from '../../self-test/proxy.ts'

const RATE_HEADERS = ['LIM-022', 'LIM-023', 'LIM-024', 'LIM-025']

const withoutRateHeaders = (
  status: number,
  of: Parameters<typeof answers>[0] = () => true,
): (() => Fault) =>
  answers(of, (response) => {
    if (response.status !== status) return
    response.headers = response.headers.filter(([name]) => !/^x-ratelimit-/i.test(name))
  })

export const LIMITS_MUTANTS: readonly Mutant[] = [
  {
    name: 'sends no rate-limit headers with 415',
    killedBy: 'limits.headers-on-refused-bodies',
    breaks: RATE_HEADERS,
    fault: withoutRateHeaders(415),
  },
  {
    name: 'sends no rate-limit headers with a refused data subject request',
    killedBy: 'limits.headers-on-refused-bodies',
    breaks: RATE_HEADERS,
    fault: answers(
      ({ path }) => path === '/v1/data_subject_requests',
      (response) => {
        if (response.status < 400) return
        response.headers = response.headers.filter(([name]) => !/^x-ratelimit-/i.test(name))
      },
    ),
  },
  {
    name: 'sends no rate-limit headers if the body is not JSON',
    killedBy: 'limits.headers-on-refused-bodies',
    breaks: RATE_HEADERS,
    fault: withoutRateHeaders(422, ({ body }) => String(body) === '{"family_'),
  },
  {
    name: 'drops X-RateLimit-Reset on refusals',
    killedBy: 'limits.headers',
    breaks: 'LIM-024',
    fault: answers(
      () => true,
      (response) => {
        if (response.status >= 400)
          response.headers = response.headers.filter(([name]) => name !== 'X-RateLimit-Reset')
      },
    ),
  },
  {
    name: 'gives the reset as seconds from now',
    killedBy: 'limits.headers',
    breaks: 'LIM-024',
    fault: answers(
      () => true,
      ({ headers }) => {
        for (const header of headers) if (header[0] === 'X-RateLimit-Reset') header[1] = '42'
      },
    ),
  },
  {
    name: 'shows a whole budget on a 404',
    killedBy: 'limits.headers',
    breaks: 'LIM-023',
    fault: answers(isSession, ({ status, headers }) => {
      const limit = headers.find(([name]) => name === 'X-RateLimit-Limit')?.[1]
      for (const header of headers)
        if (status === 404 && header[0] === 'X-RateLimit-Remaining') header[1] = limit!
    }),
  },
  {
    name: 'shows the end of another window on a 404',
    killedBy: 'limits.headers',
    breaks: 'LIM-024',
    fault: answers(isSession, ({ status, headers }) => {
      for (const header of headers)
        if (status === 404 && header[0] === 'X-RateLimit-Reset')
          header[1] = String(Number(header[1]) - 10)
    }),
  },
  {
    name: 'never counts down',
    killedBy: 'limits.headers',
    breaks: 'LIM-023',
    fault: answers(
      () => true,
      ({ headers }) => {
        for (const header of headers) if (header[0] === 'X-RateLimit-Remaining') header[1] = '7'
      },
    ),
  },
  {
    name: 'counts in windows of an hour',
    killedBy: 'limits.headers',
    breaks: 'LIM-009',
    fault: answers(
      () => true,
      ({ headers }) => {
        for (const header of headers) if (header[0] === 'X-RateLimit-Window') header[1] = '3600'
      },
    ),
  },
  headerFault('X-RateLimit-Limit', undefined, 'limits.headers', 'LIM-022'),
  headerFault('X-RateLimit-Window', undefined, 'limits.headers', 'LIM-025'),
  headerFault('X-RateLimit-Limit', '7', 'limits.headers', 'RLC-012', lists),
  ...(
    [
      [402, 'billing.wallet-empty'],
      [403, 'billing.plan-canceled'],
      [403, 'scopes.each-opens-its-own'],
      [404, 'images.missing-retention'],
    ] as const
  ).map(([status, killedBy]): Mutant => ({
    name: `omits the rate-limit headers from a ${status}, seen by ${killedBy}`,
    killedBy,
    breaks: RATE_HEADERS,
    fault: withoutRateHeaders(status),
  })),
]
