import { type Scope, retiredScopes, scopes as scopeTable } from '../../spec/generated/scopes.ts'
import { iso } from '../clock/clock.ts'
import { newId, newSecret } from '../clock/random.ts'
import type { Ports } from '../ports.ts'
import { json } from '../service/answer.ts'
import type { Call, Handler } from '../service/call.ts'
import { ApiError, type Issue } from '../service/errors.ts'
import { type ApiKey, type Mode, type Organization, sha256 } from '../store/world.ts'
import { organizationOf } from './organization.ts'
import { keyView } from './views.ts'

interface KeyInput {
  type: 'sk' | 'pk'
  mode: Mode
  scopes?: string[]
  allowed_origins?: string[]
  expires_at?: string
}

/** 32 bytes are 43 characters of base64url. */
const SECRET_BYTES = 32

/** API keys: shown once, kept as a hash (AUT-005, AUT-007). */
export function keyHandlers(ports: Ports): Record<string, Handler> {
  return {
    createKey: {
      check: (call) => keyIssues(call.body),
      run: async (call) => {
        const organization = organizationOf(ports, call.params.id!)
        const { key, clear } = newKey(ports, organization, call.body as KeyInput)
        await ports.world.update(() => organization.keys.push(key))
        return json(201, { data: { ...keyView(key), key: clear, risky_scopes: riskyScopes(key.scopes) } })
      },
    },
    revokeKey: { run: async (call) => json(200, { data: keyView(await revokeKey(ports, call)) }) },
  }
}

function newKey(ports: Ports, organization: Organization, input: KeyInput): { key: ApiKey, clear: string } {
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

async function revokeKey(ports: Ports, call: Call): Promise<ApiKey> {
  const key = organizationOf(ports, call.params.id!).keys.find(({ id }) => id === call.params.key_id)
  if (!key) throw new ApiError('resource_not_found')
  await ports.world.update(() => { key.revoked_at ??= iso(call.now) })
  return key
}

/** The granted scopes that deserve a second look, and why (SCO-007 to 009). */
export function riskyScopes(granted: string[]): { name: string, reason: string }[] {
  return granted.flatMap((name) => {
    const entry = scopeTable[name as Scope]
    return 'risky' in entry ? [{ name, reason: entry.reason }] : []
  })
}

/** What the schema can't say of a new key. Called also on bodies that the schema refused. */
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
    if (secret) issues.push(wrong('allowed_origins', 'A secret key is never in a browser: leave its origins out'))
    else issues.push(...allowed_origins.flatMap(originIssue))
  }
  if (typeof expires_at === 'string' && Number.isNaN(Date.parse(expires_at))) {
    issues.push(wrong('expires_at', 'Not a time that a clock can show'))
  }
  return issues
}

function wrong(field: string, message: string): Issue {
  return { code: 'custom', path: [field], message, param: field }
}

function scopeIssue(scope: unknown, i: number): Issue[] {
  if (typeof scope !== 'string' || Object.hasOwn(scopeTable, scope)) return []
  const retired = retiredScopes.find(({ name }) => name === scope)
  const message = retired
    ? `'${retired.name}' was retired: grant ${retired.replaced_by.join(' and ')} instead`
    : 'No scope of the scope table'
  return [{ code: 'invalid_enum_value', path: ['scopes', i], message, param: 'scopes' }]
}

function originIssue(origin: unknown, i: number): Issue[] {
  if (typeof origin !== 'string') return []
  const url = URL.parse(origin)
  if (url && /^https?:$/.test(url.protocol) && url.origin === origin) return []
  return [{
    code: 'invalid_string', path: ['allowed_origins', i], param: 'allowed_origins',
    message: 'Expected an origin as browsers write it, such as https://app.example.com, with no path and in lower case',
  }]
}
