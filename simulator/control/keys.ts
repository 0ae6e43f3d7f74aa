import {
  type Scope,
  type ScopeEntry,
  scopeGroups,
  scopes as scopeTable,
} from '../../spec/generated/scopes.ts'
import { didYouMean } from '../../spec/similar-names.ts'
import { iso } from '../time/clock.ts'
import { newId, newSecret } from '../ids/random.ts'
import type { Ports } from '../ports.ts'
import { adviceForRetiredScope } from '../http/auth/retired-scopes.ts'
import { json } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { ApiError, type Issue, validationError } from '../call/errors.ts'
import type { ApiKey, Mode, Organization } from '../world/world.ts'
import { sha256 } from '../world/sha256.ts'
import { organizationOf } from './access/organization.ts'
import { SUBSCRIPTION_ROLES, memberIssues, requireRole } from './access/roles.ts'
import { isUncountable } from '../time/uncountable.ts'
import { keyView } from './views.ts'

interface KeyInput {
  type: 'sk' | 'pk'
  mode: Mode
  scopes?: string[]
  allowed_origins?: string[]
  expires_at?: string
  member_id?: string
}

interface Rotation {
  overlap_seconds?: number
  scopes?: string[]
  member_id?: string
}

/** 32 bytes are 43 characters of base64url. */
const SECRET_BYTES = 32

/** API keys: shown once, kept as a hash (AUT-005, AUT-007). */
export function keyHandlers(ports: Ports): Record<string, Handler> {
  return {
    createKey: {
      check: (call) => [...keyIssues(call.body), ...memberProblem(ports, call)],
      run: async (call) => {
        const organization = organizationOf(ports, call.params.id!)
        const input = call.body as KeyInput
        const { key, clear } = newKey(ports, organization, input)
        requireGrant(organization, input.member_id, key)
        await ports.world.update(() => organization.keys.push(key))
        return json(201, {
          data: { ...keyView(key), key: clear, risky_scopes: riskyScopes(key.scopes) },
        })
      },
    },
    rotateKey: {
      check: (call) => [
        ...rotationIssues(keyOf(ports, call), (call.body ?? {}) as Rotation),
        ...memberProblem(ports, call),
      ],
      run: async (call) => {
        const { old, key, clear } = await rotateKey(ports, call)
        const view = { ...keyView(key), key: clear, risky_scopes: riskyScopes(key.scopes) }
        return json(201, { data: { ...view, replaces: keyView(old) } })
      },
    },
    updateKey: {
      check: (call) => keyIssues({ type: keyOf(ports, call).type, ...(call.body as object) }),
      run: async (call) => {
        const key = keyOf(ports, call)
        const { allowed_origins } = call.body as { allowed_origins: string[] }
        await ports.world.update(() => {
          key.allowed_origins = allowed_origins
        })
        return json(200, { data: keyView(key) })
      },
    },
    listScopes: { run: () => json(200, { data: scopesByGroup() }) },
    revokeKey: { run: async (call) => json(200, { data: keyView(await revokeKey(ports, call)) }) },
  }
}

function memberProblem(ports: Ports, call: Call): Issue[] {
  const { member_id } = (call.body ?? {}) as { member_id?: unknown }
  return memberIssues(organizationOf(ports, call.params.id!), member_id)
}

/**
 * A key can configure webhooks like a member, so only those who may do so can make it (SUB-009 to
 * 011, GAP-SUBSCRIPTION-ROUTES).
 * @throws {ApiError} role_not_allowed
 */
function requireGrant(
  organization: Organization,
  memberId: string | undefined,
  { scopes }: ApiKey,
): void {
  if (scopes.includes('webhooks:write')) requireRole(organization, memberId, SUBSCRIPTION_ROLES)
}

function newKey(
  ports: Ports,
  organization: Organization,
  input: KeyInput,
): { key: ApiKey; clear: string } {
  const { type, mode, allowed_origins, expires_at } = input
  const clear = `ah_${type}_${organization.region}_${mode}_${newSecret(ports.random, SECRET_BYTES)}`
  const key: ApiKey = {
    id: newId(ports.random, 'key'),
    type,
    mode,
    scopes: input.scopes ?? (type === 'sk' ? Object.keys(scopeTable) : []),
    ...(allowed_origins && { allowed_origins }),
    key_sha256: sha256(clear),
    hint: clear.slice(-4),
    ...(expires_at !== undefined && { expires_at: iso(Date.parse(expires_at)) }),
  }
  return { key, clear }
}

/** Returns the key of the path. @throws {ApiError} resource_not_found */
function keyOf(ports: Ports, call: Call): ApiKey {
  const key = organizationOf(ports, call.params.id!).keys.find(
    ({ id }) => id === call.params.key_id,
  )
  if (!key) throw new ApiError('resource_not_found')
  return key
}

/**
 * Issues another key for the same caller. The old one keeps the overlap or its own remaining time, whichever is
 * shorter.
 */
async function rotateKey(
  ports: Ports,
  call: Call,
): Promise<{ old: ApiKey; key: ApiKey; clear: string }> {
  const old = keyOf(ports, call)
  const { overlap_seconds = 0, scopes = old.scopes, member_id } = (call.body ?? {}) as Rotation
  const until = call.now + overlap_seconds * 1000
  if (isOver(old, call.now)) {
    throw validationError([
      wrong('key_id', 'This key is expired or revoked already: make another one instead'),
    ])
  }
  const organization = organizationOf(ports, call.params.id!)
  const { type, mode, allowed_origins } = old
  const made = newKey(ports, organization, {
    type,
    mode,
    scopes,
    ...(allowed_origins && { allowed_origins }),
  })
  requireGrant(organization, member_id, made.key)
  await ports.world.update(() => {
    organization.keys.push(made.key)
    old.expires_at = iso(
      Math.min(until, old.expires_at === undefined ? until : Date.parse(old.expires_at)),
    )
  })
  return { old, ...made }
}

function isOver({ revoked_at, expires_at }: ApiKey, now: number): boolean {
  return revoked_at !== undefined || (expires_at !== undefined && Date.parse(expires_at) <= now)
}

/** Retired scopes are not copied (VER-022); the rotation names their replacement. */
function rotationIssues({ type, scopes: held }: ApiKey, { scopes }: Rotation): Issue[] {
  return keyIssues({ type, scopes: scopes ?? held })
}

async function revokeKey(ports: Ports, call: Call): Promise<ApiKey> {
  const key = keyOf(ports, call)
  await ports.world.update(() => {
    key.revoked_at ??= iso(call.now)
  })
  return key
}

/** Scopes that a key may have, by subject; sensitive ones with the reason (SCO-004, SCO-006). */
function scopesByGroup() {
  const all: ScopeEntry[] = Object.values(scopeTable)
  return Object.entries(scopeGroups).map(([group, description]) => ({
    group,
    description,
    scopes: all
      .filter((scope) => scope.group === group)
      .map(({ name, description, risky = false, reason = null }) => ({
        name,
        description,
        sensitive: risky,
        reason,
      })),
  }))
}

/** Returns the granted scopes that need a second look, with reasons (SCO-007 to 009). */
export function riskyScopes(granted: string[]): { name: string; reason: string }[] {
  return granted.flatMap((name) => {
    const entry = scopeTable[name as Scope]
    return 'risky' in entry ? [{ name, reason: entry.reason }] : []
  })
}

/**
 * Returns the problems of a new key that the schema cannot express. Also called on bodies that the schema refused.
 */
export function keyIssues(body: unknown): Issue[] {
  const { type, scopes, allowed_origins, expires_at } = (body ?? {}) as Record<string, unknown>
  const issues: Issue[] = []
  if (Array.isArray(scopes)) {
    const none = type === 'pk' && scopes.length > 0
    if (none) issues.push(wrong('scopes', 'A publishable key carries no scopes: leave them out'))
    else issues.push(...scopes.flatMap(scopeIssue))
  }
  if (Array.isArray(allowed_origins)) {
    const secret = type === 'sk'
    if (secret)
      issues.push(
        wrong('allowed_origins', 'A secret key is never in a browser: leave its origins out'),
      )
    else issues.push(...allowed_origins.flatMap(originIssue))
  }
  if (typeof expires_at === 'string' && isUncountable(expires_at)) {
    issues.push(wrong('expires_at', 'Not a valid time'))
  }
  return issues
}

function wrong(field: string, message: string): Issue {
  return { code: 'custom', path: [field], message, param: field }
}

function scopeIssue(scope: unknown, i: number): Issue[] {
  if (typeof scope !== 'string' || Object.hasOwn(scopeTable, scope)) return []
  const message =
    adviceForRetiredScope(scope) ??
    `There is no scope '${scope}'.${didYouMean(scope, Object.keys(scopeTable))} Expected one of ${Object.keys(scopeTable).join(', ')}`
  return [{ code: 'invalid_enum_value', path: ['scopes', i], message, param: 'scopes' }]
}

function originIssue(origin: unknown, i: number): Issue[] {
  if (typeof origin !== 'string') return []
  const url = URL.parse(origin)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.origin === origin
  // No page has a host such as `*.example.com`, so this entry would never match.
  if (isOrigin && !url.hostname.includes('*')) return []
  return [
    {
      code: 'invalid_string',
      path: ['allowed_origins', i],
      param: 'allowed_origins',
      message:
        'Expected an origin as browsers write it, such as https://app.example.com, with no path, no wildcard and in lower case',
    },
  ]
}
