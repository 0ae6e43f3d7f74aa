import type { Check, Context } from '../../check/check.ts'
import { reach } from '../../check/states.ts'
import { STATES_OF_VERDICTS } from '../../check/verdict.ts'
import type { FeatureName } from '../../target/features.ts'
import { WITHHELD } from '../verify/statuses.ts'
import { REGIONS } from '../../target/target.ts'
import { expectApplicantRules, expectSessionRules } from './record-rules.ts'
import type { Plane } from './plane.ts'
import { expectSealRules } from './seal-rules.ts'
import {
  expectRetiredKeyRules,
  expectScanRules,
  expectStatusRules,
  expectWalletRules,
} from './state-rules.ts'
import {
  expectDeclineRules,
  expectOriginRules,
  expectRevokedKeyRules,
  expectSecretRules,
  expectTokenRules,
} from './access-rules.ts'
import { expectPurgeRules } from './wiped-data.ts'
import { expectEvidenceRules, expectPublicRules, expectTemplateRules } from './further-rules.ts'

interface Group {
  /** Whether it uses the receiver of the suite. */
  webhooks?: true
  name: string
  features: readonly FeatureName[]
  states?: readonly string[]
  optionalStates?: readonly string[]
  requirements: readonly string[]
  judge: (ctx: Context, plane: Plane) => Promise<void>
}

const GROUPS: readonly Group[] = [
  {
    name: 'sessions',
    features: ['sessions'],
    requirements: [
      'APP-035',
      'END-010',
      'ERR-005',
      'ERR-006',
      'OUT-001',
      'OUT-024',
      'SES-010',
      'VAL-009',
    ],
    judge: expectSessionRules,
  },
  {
    name: 'applicants',
    features: ['applicants'],
    requirements: [
      'APP-004',
      'APP-018',
      'APP-020',
      'APP-031',
      'END-023',
      'VAL-007',
      'VAL-008',
      'VAL-016',
    ],
    judge: expectApplicantRules,
  },
  {
    name: 'templates',
    features: ['workflow_templates'],
    requirements: ['RFS-015', 'RFS-018', 'RTY-019', 'SEN-001', 'TPL-005', 'TPL-008'],
    judge: expectTemplateRules,
  },
  {
    name: 'evidence',
    features: ['sessions', 'evidence_images', 'reports'],
    states: ['session', 'key'],
    requirements: ['IMG-005', 'IMG-009', 'IMG-026', 'REP-002'],
    judge: expectEvidenceRules,
  },
  {
    name: 'statuses',
    features: ['sessions'],
    states: ['session'],
    requirements: ['STA-002', 'STA-003', 'STA-006', 'STA-008', 'STA-010'],
    judge: expectStatusRules,
  },
  {
    name: 'wallets',
    features: ['sessions', 'applicants', 'billing'],
    states: ['account'],
    requirements: ['ERR-015', 'ERR-016', 'PLN-018'],
    judge: expectWalletRules,
  },
  {
    name: 'scans',
    features: ['id_scan'],
    requirements: ['SCN-014', 'SCN-015', 'SCN-016'],
    judge: expectScanRules,
  },
  {
    name: 'tokens',
    features: ['sessions', 'browser_tokens'],
    requirements: ['END-013', 'END-014', 'MNT-003', 'TOK-001'],
    judge: expectTokenRules,
  },
  {
    name: 'revoked-keys',
    features: ['sessions'],
    states: ['revoked_key', 'rotated_key'],
    requirements: ['AUT-006', 'AUT-007'],
    judge: expectRevokedKeyRules,
  },
  {
    name: 'origins',
    features: ['sessions', 'browser_tokens'],
    states: ['open_session', 'publishable_key'],
    requirements: ['AUT-009', 'AUT-010', 'ERR-031'],
    judge: expectOriginRules,
  },
  {
    name: 'declines',
    features: ['sessions', 'workflow_templates'],
    states: ['screened_session'],
    optionalStates: STATES_OF_VERDICTS,
    requirements: ['ATN-008', 'ATN-009'],
    judge: expectDeclineRules,
  },
  {
    name: 'secrets',
    features: ['webhooks'],
    states: ['webhook_subscription'],
    webhooks: true,
    requirements: ['SUB-004', 'SUB-005'],
    judge: expectSecretRules,
  },
  {
    name: 'retired-keys',
    features: ['document_verification'],
    states: ['signed_document'],
    requirements: ['JWK-010', 'JWK-011'],
    judge: expectRetiredKeyRules,
  },
  {
    name: 'purges',
    features: ['sessions', 'applicants'],
    states: ['key', 'wiped_test_data'],
    requirements: ['PLN-026', 'PLN-027'],
    judge: expectPurgeRules,
  },
  {
    name: 'seals',
    features: ['document_verification'],
    states: ['signed_document'],
    requirements: [...WITHHELD, 'VST-002', 'VST-008', 'VST-009', 'VST-011', 'VST-013'],
    judge: expectSealRules,
  },
  {
    name: 'public-routes',
    features: ['document_verification', 'openapi_document'],
    requirements: ['END-025', 'JWK-001', 'VFR-008', 'VFY-004', 'VFY-008', 'VFY-009', 'VFY-014'],
    judge: expectPublicRules,
  },
]

/** The main rules of each kind of record, in both modes of both regions. */
export const eachPlaneChecks: readonly Check[] = GROUPS.map(
  ({ name, features, states = [], optionalStates = [], webhooks, requirements, judge }): Check => ({
    id: `planes.${name}-in-each-plane`,
    area: 'planes',
    requirements,
    level: 'must',
    needs: {
      features,
      credentials: [],
      regions: REGIONS,
      states: ['organization', ...states],
      optionalStates,
      ...(webhooks && { webhooks }),
    },
    why: 'A region or a mode with an older version accepts what the others refuse.',
    async run(ctx) {
      for (const region of REGIONS) {
        for (const mode of ['test', 'live'] as const) {
          const { organization, key } = await reach(ctx, 'organization', { region, mode })
          await judge(ctx, { region, mode, organization, key })
        }
      }
    },
  }),
)
