import { answers, type Mutant } from '../../self-test/wire-faults.ts'

export const LIMITS_MUTANTS: readonly Mutant[] = [
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
]
