import {
  changesApplicant,
  creates,
  createsApplicant,
  isImage,
  isSession,
  json,
  lists,
  type Mutant,
  sending,
  answers,
  refuse,
  sends,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'
import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'

type Group = 'sessions' | 'applicants' | 'templates' | 'evidence' | 'public-routes'

export const inRegion =
  (region: 'us' | 'eu', to: Which): Which =>
  (request) =>
    request.region === region && to(request)
export const inPlane =
  (plane: string, to: Which): Which =>
  (request) =>
    (request.headers['authorization'] ?? '').includes(`ah_sk_${plane}_`) && to(request)

const writesTemplate: Which = ({ method, path }) =>
  ['POST', 'PATCH'].includes(method) && path.startsWith('/v1/workflow-templates')
const patchesTemplate: Which = ({ method, path }) =>
  method === 'PATCH' && path.startsWith('/v1/workflow-templates/')
const verifies: Which = ({ path }) => path === '/v1/esign/verify'
const isReport: Which = ({ path }) => path.endsWith('/report.pdf')
export const on =
  (path: string): Which =>
  (request) =>
    request.path === path
const withRule = (to: Which, holds: (rule: Record<string, unknown>) => boolean): Which =>
  sending(to, ({ screening_rules: rules }) => Array.isArray(rules) && rules.some(holds))

const mutant = (
  group: Group,
  name: string,
  breaks: Mutant['breaks'],
  fault: () => Fault,
): Mutant => ({ name, killedBy: `planes.${group}-in-each-plane`, breaks, fault })

/** Serves what it should refuse with this status. */
export const serves = (to: Which, status: number): (() => Fault) =>
  answers(to, (response) => {
    if (response.status === status) response.status = 200
  })

/** Faults of one region, of one mode, or of one plane. */
export const EACH_PLANE_MUTANTS: readonly Mutant[] = [
  mutant(
    'sessions',
    'drops unknown fields of sessions in eu',
    'VAL-009',
    takes(inRegion('eu', sends(creates, 'vskit_zebra'))),
  ),
  mutant(
    'sessions',
    'accepts full_name in live mode of eu',
    'APP-035',
    takes(
      inPlane(
        'eu_live',
        sending(creates, ({ applicant }) => 'full_name' in Object(applicant)),
      ),
    ),
  ),
  mutant(
    'sessions',
    'accepts any expected outcome in eu',
    'OUT-001',
    takes(inPlane('eu_test', sends(creates, 'expected_outcome'))),
  ),
  mutant(
    'sessions',
    'rejects an expected outcome in live mode of eu',
    'OUT-024',
    answers(inPlane('eu_live', sends(creates, 'expected_outcome')), (response) => {
      response.status = 422
    }),
  ),
  mutant(
    'sessions',
    'writes metadata keys in lower case in eu',
    'SES-010',
    json(inRegion('eu', isSession), ({ data }) => {
      if (data?.metadata)
        data.metadata = Object.fromEntries(
          Object.entries(data.metadata).map(([key, value]) => [key.toLowerCase(), value]),
        )
    }),
  ),
  mutant(
    'sessions',
    'answers 400 for unknown sessions in live mode of us',
    ['ERR-005', 'ERR-006'],
    answers(inPlane('us_live', isSession), (response) => {
      if (response.status === 404) refuse(response, 400, 'invalid_id')
    }),
  ),
  mutant(
    'sessions',
    'lists no session in live mode of eu',
    'END-010',
    json(inPlane('eu_live', lists), (body) => ({ ...body, data: [] })),
  ),
  mutant(
    'applicants',
    'drops unknown fields of changed applicants in eu',
    'VAL-008',
    takes(inRegion('eu', sends(changesApplicant, 'vskit_zebra'))),
  ),
  mutant(
    'applicants',
    'drops unknown fields of new applicants in live mode',
    'VAL-007',
    takes(inPlane('us_live', sends(createsApplicant, 'vskit_zebra'))),
  ),
  mutant(
    'applicants',
    'accepts an empty surname on a change in live mode',
    'APP-004',
    takes(
      inPlane(
        'us_live',
        sending(changesApplicant, (body) => body['family_name'] === ''),
      ),
    ),
  ),
  mutant(
    'applicants',
    'accepts first_name in eu',
    'APP-031',
    takes(inRegion('eu', sends(createsApplicant, 'first_name'))),
  ),
  mutant(
    'applicants',
    'does not name the replacement of first_name in eu',
    'VAL-016',
    answers(inRegion('eu', sends(createsApplicant, 'first_name')), (response) => {
      response.body = Buffer.from(response.body.toString().replaceAll('given_names', 'another'))
    }),
  ),
  mutant(
    'applicants',
    'stores phones as typed in eu',
    'APP-020',
    json(inRegion('eu', sends(changesApplicant, 'phone')), ({ data }) => {
      data['phone'] = '+44 20 7946 0018'
    }),
  ),
  mutant(
    'applicants',
    'lists no applicant in live mode of eu',
    'END-023',
    json(inPlane('eu_live', on('/v1/applicants')), (body) =>
      Array.isArray(body.data) ? { ...body, data: [] } : body,
    ),
  ),
  mutant(
    'templates',
    'accepts a decline by credit history in eu',
    'RTY-019',
    takes(
      inRegion(
        'eu',
        withRule(writesTemplate, (rule) => rule['ruleType'] === 'credit_history'),
      ),
    ),
  ),
  mutant(
    'templates',
    'accepts a decline by age in live mode',
    'SEN-001',
    takes(
      inPlane(
        'us_live',
        withRule(
          writesTemplate,
          (rule) => rule['action'] === 'decline' && rule['ruleType'] === 'custom',
        ),
      ),
    ),
  ),
  mutant(
    'templates',
    'accepts 101 rules on a change in live mode of eu',
    ['TPL-005', 'TPL-008'],
    takes(
      inPlane(
        'eu_live',
        sending(
          patchesTemplate,
          ({ screening_rules: rules }) => Array.isArray(rules) && rules.length > 100,
        ),
      ),
    ),
  ),
  mutant(
    'templates',
    'does not name an unresolvable field in live mode of eu',
    'RFS-018',
    json(inPlane('eu_live', writesTemplate), ({ error }) => {
      delete (error?.details as JsonObject | undefined)?.['field']
    }),
  ),
  mutant(
    'evidence',
    'returns artifact_not_available for the back in eu',
    'IMG-005',
    answers(inRegion('eu', isImage), (response, { path }) => {
      if (path.endsWith('/back')) refuse(response, 404, 'artifact_not_available')
    }),
  ),
  mutant(
    'evidence',
    'returns resource_not_found for a missing image in live mode of eu',
    'IMG-026',
    answers(inPlane('eu_live', isImage), (response) => {
      if (response.status === 404) refuse(response, 404, 'resource_not_found')
    }),
  ),
  mutant(
    'evidence',
    'requires no scope for images in live mode',
    'IMG-009',
    serves(inPlane('us_live', isImage), 403),
  ),
  mutant(
    'evidence',
    'requires no scope for the report in eu',
    'REP-002',
    serves(inRegion('eu', isReport), 403),
  ),
  mutant(
    'public-routes',
    'accepts hashes in capitals in eu',
    'VFY-008',
    takes(
      inRegion(
        'eu',
        sending(verifies, ({ sha256 }) => /[A-F]/.test(String(sha256))),
      ),
    ),
  ),
  mutant(
    'public-routes',
    'accepts short hashes in eu',
    'VFY-009',
    takes(
      inRegion(
        'eu',
        sending(verifies, ({ sha256 }) => String(sha256).length === 63),
      ),
    ),
  ),
  mutant(
    'public-routes',
    'sends a null seal in eu',
    'VFR-008',
    json(inRegion('eu', verifies), (body) =>
      'seal' in body || 'error' in body ? body : { ...body, seal: null },
    ),
  ),
  mutant(
    'public-routes',
    'verifies nothing in eu',
    ['VFY-004', 'VFY-014'],
    answers(inRegion('eu', verifies), (response) => {
      response.status = 404
    }),
  ),
  mutant(
    'public-routes',
    'publishes no keys in eu',
    'JWK-001',
    answers(inRegion('eu', on('/.well-known/esign-keys')), (response) => {
      response.status = 404
    }),
  ),
  mutant(
    'public-routes',
    'serves the OpenAPI document in us only',
    'END-025',
    answers(inRegion('eu', on('/openapi.json')), (response) => {
      response.status = 404
    }),
  ),
]
