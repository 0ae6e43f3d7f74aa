import { CONTACTS, membersIn, NAMES } from '../check/resources/personal.ts'
import type { Answer } from '../http/answer.ts'
import { isObject } from '../http/json.ts'
import type { Judge } from './exchange.ts'

/** Statuses with a seal. Statuses without one have separate checks, except `not_found`. */
const WITH_SEAL = [
  'verified',
  'unknown_key',
  'revoked_key',
  'bad_signature',
  'claim_mismatch',
  'chain_unavailable',
]

/** Members that no answer of the verify endpoint contains. */
const WITHHELD: readonly [requirement: string, what: string, names: ReadonlySet<string>][] = [
  ['VFR-023', 'name of a party', new Set([...NAMES, 'signername', 'typedname'])],
  ['VFR-024', 'e-mail address', new Set([...CONTACTS].filter((name) => name.includes('email')))],
  ['VFR-025', 'phone number', new Set([...CONTACTS].filter((name) => name.includes('phone')))],
  ['VFR-026', 'title', new Set(['title', 'documenttitle'])],
]

/** Every requirement that these rules judge. */
export const VERIFY_REQUIREMENTS = [
  'VFR-001',
  'VFR-003',
  'VFR-004',
  'VFR-008',
  'VFR-014',
  'VFR-023',
  'VFR-024',
  'VFR-025',
  'VFR-026',
] as const

/** Judges a successful response of the verify endpoint. */
export function expectVerification(judge: Judge, { json }: Answer): void {
  const body = isObject(json) ? json : {}
  const status = String(body['status'])
  const isVerified = status === 'verified'
  judge.expect(
    isVerified ? 'VFR-003' : 'VFR-004',
    `match ${isVerified}`,
    body['match'] === isVerified,
    body['match'],
  )
  const version = body['protocol_version'] ?? undefined
  judge.expect('VFR-001', 'protocol_version', version !== undefined, version)
  const seal = body['seal']
  if (status === 'not_found')
    judge.expect('VFR-008', 'no seal with not_found', !Object.hasOwn(body, 'seal'), seal)
  if (WITH_SEAL.includes(status))
    judge.expect('VFR-014', `a seal with ${status}`, isObject(seal), seal)
  for (const [requirement, what, names] of WITHHELD) {
    // An attestation may name its author.
    const found = membersIn(body, names).filter((path) => !/attest/i.test(path))
    judge.expect(requirement, `no ${what}`, found.length === 0, found)
  }
}
