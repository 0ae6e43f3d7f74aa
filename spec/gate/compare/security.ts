import { isDeepStrictEqual } from 'node:util'
import type { Location } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import type { Json } from '../load/parse.ts'
import { at, list, members } from './nodes.ts'
import { EDITORIAL, type Reporter, reportWork } from './reporter.ts'

/** One alternative of `security`: the scopes that each of its schemes needs. Empty: no credential is needed. */
type Requirement = ReadonlyMap<string, ReadonlySet<string>>

/** Compares security requirements. A call that met an old requirement must meet a new one. */
export function securityFindings(
  reporter: Reporter,
  before: Json | undefined,
  after: Json | undefined,
  location: Location,
): void {
  const [had, has] = [requirementsOf(before), requirementsOf(after)]
  for (const was of unmatched(had, has)) {
    const isPublic = was.size === 0
    reporter.report(
      'credential-refused',
      isPublic
        ? 'requests without a credential are no longer accepted'
        : `${nameOf(was)} is no longer sufficient`,
      location,
      {
        severity: 'breaking',
        reason: isPublic ? 'Calls without a credential are refused.' : 'Calls with it are refused.',
        rule: isPublic ? 'AUT-023' : 'AUT-001',
      },
      { part: 'credentials' },
    )
  }
  for (const is of unmatched(has, had)) {
    const isPublic = is.size === 0
    const [kind, what, part] = [
      'credential-accepted',
      isPublic ? 'requests without a credential are accepted' : `${nameOf(is)} is accepted`,
      { part: 'credentials' },
    ] as const
    reporter.report(
      kind,
      what,
      location,
      isPublic
        ? {
            severity: 'risky',
            reason: 'A call that needed a credential is now public.',
            rule: 'AUT-001',
          }
        : { severity: 'safe', reason: 'All accepted credentials are still accepted.', rule: null },
      part,
    )
    reportWork(reporter, 'request', 'variant-added', kind, what, location, part)
  }
}

/** Compares the credentials that the service sends: a message must have those that consumers check. */
export function sentCredentialFindings(
  reporter: Reporter,
  before: Json | undefined,
  after: Json | undefined,
  location: Location,
): void {
  const [had, has] = [requirementsOf(before), requirementsOf(after)]
  for (const is of unmatched(has, had))
    reporter.report(
      'credential-sent',
      is.size === 0
        ? 'messages may come without a credential'
        : `messages may come with ${nameOf(is)} as credential`,
      location,
      {
        severity: 'breaking',
        reason: 'Consumers that check the old credential refuse such messages.',
        rule: null,
      },
      { part: 'credentials' },
    )
  for (const was of unmatched(had, has))
    reporter.report(
      'credential-not-sent',
      was.size === 0
        ? 'messages no longer come without a credential'
        : `messages no longer come with only ${nameOf(was)} as credential`,
      location,
      {
        severity: 'safe',
        reason: 'Consumers have to accept one combination less.',
        rule: null,
      },
      { part: 'credentials' },
    )
}

function requirementsOf(value: Json | undefined): Requirement[] {
  const named = list(value).map(
    (way) =>
      new Map(
        Object.entries(members(way) ?? {})
          .sort()
          .map(([scheme, scopes]) => [scheme, new Set(list(scopes).map(String))]),
      ),
  )
  return named.length > 0 ? named : [new Map()]
}

/** The requirements that meet none of the others. */
function unmatched(some: readonly Requirement[], others: readonly Requirement[]): Requirement[] {
  return some.filter((one) => !others.some((other) => meets(one, other)))
}

/**
 * Whether credentials that meet one requirement meet another: it needs no other scheme and no
 * further scope.
 */
function meets(credentials: Requirement, requirement: Requirement): boolean {
  return [...requirement].every(
    ([scheme, scopes]) => credentials.get(scheme)?.isSupersetOf(scopes) ?? false,
  )
}

function nameOf(requirement: Requirement): string {
  const names = [...requirement].map(([scheme, scopes]) =>
    scopes.size > 0 ? `${scheme} (${[...scopes].join(', ')})` : scheme,
  )
  return names.join(' with ')
}

/**
 * Compares how credentials are sent. A removed scheme is reported at the operations that no longer
 * accept it.
 */
export function schemeFindings(
  reporterOf: (name: string) => Reporter,
  base: Contract,
  head: Contract,
): void {
  const [before, after] = [schemesOf(base), schemesOf(head)]
  for (const [name, scheme] of Object.entries(before)) {
    const [was, is] = [members(base.resolve(scheme))!, members(head.resolve(after[name]))]
    if (!is) continue
    // Another type has other members.
    const isOtherType = was.type !== is.type
    for (const key of isOtherType ? ['type'] : new Set([...Object.keys(was), ...Object.keys(is)])) {
      if (EDITORIAL.has(key) || isDeepStrictEqual(was[key], is[key])) continue
      // HTTP compares names of schemes and headers without regard to case.
      const ignoresCase = key === 'scheme' || (key === 'name' && was.in === 'header')
      if (ignoresCase && text(was[key]).toLowerCase() === text(is[key]).toLowerCase()) continue
      reporterOf(name).report(
        'credential-changed',
        `${name}: ${key} ${text(was[key])} became ${text(is[key])}`,
        at(is, `/${key}`, 'head'),
        key === 'flows' && keepsFlows(members(was.flows), members(is.flows))
          ? { severity: 'safe', reason: 'The flows that clients use do not change.', rule: null }
          : {
              severity: 'breaking',
              reason: 'Clients still send the credential in the old place or format.',
              rule: 'AUT-001',
            },
      )
    }
  }
}

function schemesOf(contract: Contract): Record<string, Json> {
  return members(members(contract.root.components)?.securitySchemes) ?? {}
}

/** Whether every old flow still has its URLs and scopes; the texts of scopes are ignored. */
function keepsFlows(
  before: Record<string, Json> | undefined,
  after: Record<string, Json> | undefined,
): boolean {
  return Object.entries(before ?? {}).every(([name, node]) => {
    const [was, is] = [members(node), members(after?.[name])]
    const names = (flow: typeof was) => new Set(Object.keys(members(flow?.scopes) ?? {}))
    return (
      is !== undefined &&
      names(is).isSupersetOf(names(was)) &&
      ['authorizationUrl', 'tokenUrl'].every((url) => was?.[url] === is[url]) &&
      // Clients that know no address for refreshing use the one of tokens.
      (was?.refreshUrl === undefined || was.refreshUrl === is.refreshUrl)
    )
  })
}

function text(value: Json | undefined): string {
  return value === undefined
    ? 'none'
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
}
