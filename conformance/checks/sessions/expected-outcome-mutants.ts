import { REFUSED_OUTCOMES, ACCEPTED_OUTCOMES } from './expected-outcome.ts'
import { at } from '../../http/json.ts'
import {
  answers,
  changesApplicant,
  creates,
  createsApplicant,
  json,
  type Mutant,
  mutantsOf,
  refuses,
  sending,
  sends,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'

const ID = 'sessions.expected-outcome'

/** Creations with the field of a case. */
const withThat = (sent: object): Which =>
  sending(creates, (body) =>
    Object.entries(sent).every(
      ([key, value]) => JSON.stringify(body[key]) === JSON.stringify(value),
    ),
  )

export const EXPECTED_OUTCOME_MUTANTS: readonly Mutant[] = [
  ...mutantsOf(ACCEPTED_OUTCOMES, ID, 'refuses', ({ send }) => refuses(withThat(send))),
  ...mutantsOf(REFUSED_OUTCOMES, ID, 'takes', ({ send }) => takes(withThat(send))),
  ...[
    'approved',
    'error',
    'pass ',
    'pass\n',
    '',
    'Fail',
    'doc-quality',
    'docQuality',
    true,
    ['fail'],
  ].map((outcome): Mutant => ({
    name: `accepts the expected outcome ${JSON.stringify(outcome)}`,
    killedBy: ID,
    breaks: 'OUT-001',
    fault: takes(withThat({ expected_outcome: outcome })),
  })),
  {
    name: 'does not name expected_outcome in param',
    killedBy: ID,
    breaks: 'VAL-006',
    fault: json(creates, ({ error }) => {
      for (const issue of error?.details?.issues ?? []) delete issue.param
    }),
  },
  {
    name: 'accepts an expected outcome for an applicant',
    killedBy: ID,
    breaks: 'OUT-015',
    fault: takes(sending(createsApplicant, (body) => at(body, 'expected_outcome') !== undefined)),
  },
  {
    name: 'accepts an expected outcome in a change of an applicant',
    killedBy: ID,
    breaks: 'OUT-015',
    fault: takes(sends(changesApplicant, 'expected_outcome')),
  },
  {
    name: 'accepts changes of the expected outcome',
    killedBy: ID,
    breaks: 'OUT-016',
    fault: answers(
      ({ method, path }) => method === 'PATCH' && path.startsWith('/v1/sessions/'),
      (response) => {
        response.status = 200
      },
    ),
  },
  {
    name: 'refuses expected_outcome in live mode',
    killedBy: 'sessions.live-drops-expected-outcome',
    breaks: 'OUT-024',
    fault: refuses((request) => withThat({ expected_outcome: 'fail' })(request)),
  },
  {
    name: 'refuses an unknown expected_outcome in live mode',
    killedBy: 'sessions.live-drops-expected-outcome',
    breaks: 'OUT-024',
    fault: refuses((request) => withThat({ expected_outcome: 'perhaps' })(request)),
  },
]
