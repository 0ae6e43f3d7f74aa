import { json, type Mutant } from '../../self-test/wire-faults.ts'

const ME = '/sdk/v1/sessions/me'

export const TOKEN_RESULT_MUTANTS: readonly Mutant[] = [
  {
    name: 'tells a page the verdict',
    killedBy: 'tokens.no-result-after-completion',
    breaks: 'TOK-010',
    fault: json(
      ({ path }) => path === ME,
      ({ data }) => {
        if (data?.['status'] === 'completed') data['outcome'] = 'approved'
      },
    ),
  },
]
