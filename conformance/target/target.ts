import type { FeatureName } from './features.ts'
import type { SignatureScheme } from '../receiver/signature.ts'
import type { OpenChoices } from './open-choices.ts'

export const REGIONS = ['us', 'eu'] as const
export type RegionName = (typeof REGIONS)[number]

/** The keys that a target file can name for each region. A check's needs refer to them. */
export const CREDENTIALS = {
  test: 'a secret key of test mode with every scope',
  live: 'a secret key of live mode with every scope, of the same organization as `test`',
  test_read_only:
    'a secret test key of the same organization, with sessions:read and without sessions:read_report',
  test_other_organization:
    'a secret key of test mode with every scope, of another organization in the same region',
} as const

export type CredentialName = keyof typeof CREDENTIALS

export interface Credential {
  /** As in `us.test`. */
  label: string
  region: RegionName
  key: string
  /** Whether the target file declares that the key has every scope. Otherwise a missing scope may be its cause. */
  hasEveryScope?: boolean
  /** Fields that this target requires in the body of each session creation. */
  sessionFields: Record<string, unknown>
}

export interface Region {
  baseUrl: string
  credentials: Partial<Record<CredentialName, Credential>>
}

export interface ExpectedFailure {
  check: string
  /** Signature from the report of the failing check. */
  signature: string
  reason: string
  /** Last date on which it is expected, YYYY-MM-DD in UTC. */
  expires: string
}

/** An implementation to judge, as its target file describes it. */
export interface Target {
  name: string
  regions: Partial<Record<RegionName, Region>>
  features: Record<FeatureName, boolean>
  openChoices: OpenChoices
  providerStates?: { url: string; token?: string }
  webhooks?: {
    receiver: { host: string; port: number; publicUrl?: string; plainHttp: boolean }
    /** How deliveries are signed. Without it, signatures are not judged. */
    signature?: SignatureScheme
    /** Seconds to wait for a delivery. */
    patienceSeconds: number
  }
  expectedFailures: ExpectedFailure[]
}

/** Credential of a request: by name, or relative to the home region of the run. */
export type CredentialNeed = `${'home' | 'other' | RegionName}.${CredentialName}`
