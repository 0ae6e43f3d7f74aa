import type { RouteClass } from '../../check/route-class.ts'
import { changeJson } from '../../self-test/proxy.ts'
import { countsIn, inClass, setRate } from './counting-mutants.ts'
import {
  answers,
  creates,
  createsApplicant,
  changesApplicant,
  isImage,
  isSession,
  lists,
  type Mutant,
  type Which,
} from '../../self-test/wire-faults.ts'

const by =
  (verb: string, path: RegExp): Which =>
  (request) =>
    request.method === verb && path.test(request.path)
const isReport = by('GET', /\/report\.pdf$/)
const scans = by('POST', /^\/v1\/id-verification$/)
const asksForData = by('POST', /^\/v1\/data_subject_requests$/)
const isWallet = by('GET', /^\/v1\/wallet$/)

const STATED = 'limits.route-classes'
const EVIDENCE = 'limits.classes-of-evidence'

const MISCOUNTED: readonly [
  what: string,
  Which,
  instead: RouteClass,
  killedBy: string,
  breaks: string[],
][] = [
  ['creating sessions', creates, 'global', STATED, ['RLC-001']],
  ['scans', scans, 'sessions:create', STATED, ['RLC-006', 'SCN-018']],
  ['creating applicants', createsApplicant, 'sessions:create', STATED, ['RLC-007']],
  ['updating applicants', changesApplicant, 'global', STATED, ['RLC-008']],
  ['listing sessions', lists, 'global', STATED, ['RLC-012']],
  [
    'retrieving sessions',
    (request) => request.method === 'GET' && isSession(request),
    'sessions:create',
    STATED,
    ['RLC-012'],
  ],
  ['listing applicants', by('GET', /^\/v1\/applicants$/), 'applicants:create', STATED, ['RLC-013']],
  ['listing templates', by('GET', /^\/v1\/workflow-templates$/), 'global', STATED, ['RLC-014']],
  ['the wallet', isWallet, 'global', STATED, ['RLC-015']],
  ['minting', by('POST', /\/browser_token$/), 'sessions:create', STATED, ['RLC-021', 'RLC-016']],
  [
    'creating templates',
    by('POST', /^\/v1\/workflow-templates$/),
    'applicants:create',
    STATED,
    ['RLC-022', 'RLC-016'],
  ],
  ['changing templates', by('PATCH', /^\/v1\/workflow-templates\//), 'reads', STATED, ['RLC-022']],
  [
    'cancelling',
    by('POST', /\/cancel$/),
    'sessions:create',
    'limits.class-of-cancel-session',
    ['RLC-017'],
  ],
  [
    'resending',
    by('POST', /\/resend$/),
    'sessions:create',
    'limits.class-of-resend-session',
    ['RLC-018'],
  ],
  [
    'notes',
    by('POST', /\/notes$/),
    'applicants:create',
    'limits.class-of-add-session-note',
    ['RLC-019'],
  ],
  [
    'skipping',
    by('POST', /\/skip_step$/),
    'sessions:create',
    'limits.class-of-skip-session-step',
    ['RLC-020'],
  ],
  [
    'minting client tokens',
    by('POST', /\/client_token$/),
    'reads',
    'limits.class-of-mint-client-token',
    ['RLC-016', 'RLC-021'],
  ],
  [
    'retrieving applicants',
    by('GET', /^\/v1\/applicants\/./),
    'global',
    'limits.class-of-retrieve-applicant',
    ['RLC-013'],
  ],
  [
    'retrieving templates',
    by('GET', /^\/v1\/workflow-templates\/./),
    'global',
    'limits.class-of-retrieve-workflow-template',
    ['RLC-014'],
  ],
  [
    'deleting applicants',
    by('DELETE', /^\/v1\/applicants\/./),
    'global',
    'limits.class-of-delete-applicant',
    ['RLC-009'],
  ],
  ['reports', isReport, 'reads', EVIDENCE, ['RLC-002']],
  ['images', isImage, 'sessions:read_report', EVIDENCE, ['RLC-005']],
  [
    'data subject requests',
    asksForData,
    'applicants:create',
    'limits.data-subject-requests',
    ['RLC-010'],
  ],
]

export const ROUTE_CLASSES_MUTANTS: readonly Mutant[] = [
  ...MISCOUNTED.map(([what, which, instead, killedBy, breaks]): Mutant => ({
    name: `counts ${what} as ${instead}`,
    killedBy,
    breaks,
    fault: countsIn(instead, which),
  })),
  {
    name: 'counts images as reads as well',
    killedBy: EVIDENCE,
    breaks: 'LIM-007',
    fault: countsIn('reads', isImage, true),
  },
  {
    name: 'counts each creation as a read as well',
    killedBy: STATED,
    breaks: 'LIM-007',
    fault: countsIn('reads', creates, true),
  },
  {
    name: 'does not count the wallet',
    killedBy: STATED,
    breaks: 'LIM-006',
    fault: answers(isWallet, (response) => {
      response.headers = response.headers.filter(([name]) => !name.startsWith('X-RateLimit-'))
    }),
  },
  {
    name: 'resets data subject requests after a minute',
    killedBy: 'limits.data-subject-requests',
    breaks: 'LIM-010',
    fault: answers(inClass('dsar:create'), (response) => setRate(response, 'Window', 60)),
  },
  {
    name: 'sends empty responses to data subject requests',
    killedBy: 'limits.data-subject-requests',
    breaks: 'DSR-001',
    fault: answers(asksForData, (response) => {
      if (response.status < 300) changeJson(response, () => ({}))
    }),
  },
  {
    name: 'has no data subject requests',
    killedBy: 'limits.data-subject-requests',
    breaks: 'DSR-001',
    fault: answers(asksForData, (response) => {
      response.status = 404
    }),
  },
]
