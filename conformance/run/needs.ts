import type { Check, Context } from '../check/check.ts'
import type { Outcome } from '../check/outcome.ts'
import {
  type Credential,
  type CredentialName,
  CREDENTIALS,
  type CredentialNeed,
  type RegionName,
  REGIONS,
  type Target,
} from '../target/target.ts'

/** Begins the reason why a check cannot run, followed by the setting to add. */
const NAMES_NO = 'the target file names no'

/** Home region of a check that names none: the first with a full test key, or the first in the file. */
export function homeOf(target: Target): RegionName {
  const present = REGIONS.filter((name) => target.regions[name])
  return present.find((name) => target.regions[name]!.credentials.test) ?? present[0]!
}

export type Plane = Pick<Context, 'home' | 'mode'>

/** Returns the plane in which a check runs. */
export function planeOf({ plane }: Check, home: RegionName): Plane {
  return {
    home: plane === 'other live' || plane === 'other test' ? otherThan(home) : home,
    mode: plane === 'other live' || plane === 'home live' ? 'live' : 'test',
  }
}

export function otherThan(region: RegionName): RegionName {
  return region === 'us' ? 'eu' : 'us'
}

export function findCredential(
  target: Target,
  home: RegionName,
  need: CredentialNeed,
): Credential | undefined {
  const { region, name } = place(home, need)
  return target.regions[region]?.credentials[name]
}

/**
 * Returns why a check is not run against this target; undefined if it is. States are checked
 * separately.
 * @param ownKeys whether the provider makes keys for each check, so that the target file need not
 * name them
 */
export function missing(
  target: Target,
  home: RegionName,
  { needs }: Check,
  ownKeys: boolean,
): { outcome: Outcome; reason: string } | undefined {
  const absent = needs.features.filter((name) => !target.features[name])
  if (absent.length > 0) {
    return {
      outcome: 'not_applicable',
      reason: `the target declares that it has no ${absent.join(', ')}`,
    }
  }
  for (const where of needs.regions ?? []) {
    const region = where === 'other' ? otherThan(home) : where
    if (!target.regions[region])
      return { outcome: 'unreachable', reason: `${NAMES_NO} regions.${region}` }
  }
  for (const need of needs.credentials) {
    if (findCredential(target, home, need)) continue
    const { region, name } = place(home, need)
    if (ownKeys && target.regions[region]) continue
    return {
      outcome: 'unreachable',
      reason: `${NAMES_NO} regions.${region}.credentials.${name}: ${CREDENTIALS[name]}`,
    }
  }
  for (const name of needs.routes ?? []) {
    if (!target.openChoices.routes[name]) {
      return {
        outcome: 'unreachable',
        reason: `${NAMES_NO} open_choices.routes.${name}`,
      }
    }
  }
  if (needs.webhooks && !target.webhooks) {
    return {
      outcome: 'unreachable',
      reason: `${NAMES_NO} webhooks, so there is no receiver for deliveries`,
    }
  }
  return undefined
}

/** Resolves a need to an absolute region and mode. */
export function place(
  home: RegionName,
  need: CredentialNeed,
): { region: RegionName; name: CredentialName } {
  const [where, name] = need.split('.') as ['home' | 'other' | RegionName, CredentialName]
  return { region: where === 'home' ? home : where === 'other' ? otherThan(home) : where, name }
}

/**
 * Returns why the provider cannot set up the states of a check; undefined if it can.
 * @param offered names of its states, or the error of the request for them
 * @throws {StateError}
 */
export function lackingState(
  { needs }: Check,
  target: Target,
  offered: ReadonlySet<string> | Error | undefined,
): string | undefined {
  const needed = needs.states ?? []
  if (needed.length === 0) return undefined
  if (!target.providerStates) {
    return `${NAMES_NO} provider_states, which set up ${statesInWords(needed)}`
  }
  if (offered instanceof Error) throw offered
  const absent = needed.filter((name) => !offered?.has(name))
  return absent.length > 0 ? `the provider does not offer ${statesInWords(absent)}` : undefined
}

function statesInWords(names: readonly string[]): string {
  return `the ${names.length === 1 ? 'state' : 'states'} ${names.join(', ')}`
}
