import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedRequest } from '../proxy.ts'

/** GAP-STATUS-NAMES: other words for what the contract has no word for. */
const STATUS_NAMES: Record<string, string> =
  { created: 'open', in_progress: 'started', awaiting_review: 'needs_review', cancelled: 'canceled' }

/** GAP-SESSION-FIELDS: what a record need not have. */
const NO_FIELDS = ['outcome', 'mode', 'region', 'workflow_template_id', 'hosted_url', 'created_at', 'expires_at',
  'completed_at']

const readsSession = ({ method, path }: ProxiedRequest) => method === 'GET' && /^\/v1\/sessions\/[^/]+$/.test(path)
const isMe = ({ path }: ProxiedRequest) => path === '/sdk/v1/sessions/me'
const verifies = ({ path }: ProxiedRequest) => path === '/v1/esign/verify'
const isKeySet = ({ path }: ProxiedRequest) => path === '/.well-known/esign-keys'

/** GAP-ERROR-STATUSES, GAP-WRONG-CREDENTIAL: other statuses, and one code for all. */
const REFUSALS: Record<string, [status: number, code?: string]> = {
  wrong_token_type: [401, 'unauthorized'], invalid_api_key: [401, 'unauthorized'], token_expired: [401, 'unauthorized'],
  origin_not_allowed: [400], name_components_required: [400],
}

/** Choices that concern sessions as they are read, tokens, and signed documents. */
export const RECORD_CHOICES: Fault = {
  response(request, response) {
    const read = (change: (body: JsonObject) => unknown): void => changeJson(response,
      (body) => change(body as unknown as JsonObject))
    if (response.status >= 400) {
      read(({ error }) => {
        const refusal = error as { code: string }
        const [status, code] = REFUSALS[refusal.code] ?? []
        if (status) response.status = status
        if (code) refusal.code = code
      })
      return
    }
    if (readsSession(request)) {
      read(({ data }) => {
        const session = data as JsonObject
        session['status'] = STATUS_NAMES[String(session['status'])] ?? session['status']
        for (const field of NO_FIELDS) delete session[field]
      })
    }
    // GAP-SDK-SESSION, GAP-SDK-SESSION-ID: no wrapper, and an identity of its own.
    if (isMe(request)) read(({ data }) => ({ session: `s-${String((data as JsonObject)['id']).length}`,
      todo: (data as JsonObject)['steps'] }))
    if (verifies(request)) read(otherIdentifiers)
    // GAP-KEY-TRANSITIONS, GAP-NOT-BEFORE: revoked keys leave the set, and times are seconds.
    if (isKeySet(request)) {
      read(({ keys }) => ({ keys: (keys as JsonObject[]).filter(({ status }) => status !== 'revoked')
        .map((key) => ({ ...key, notBefore: Date.parse(String(key['notBefore'])) / 1000 })) }))
    }
  },
}

/**
 * GAP-VERIFY-IDENTIFIERS, GAP-PROTOCOL-VERSION, GAP-VERIFY-MODE-UNRESOLVED, GAP-TEST-SEALS: the rest stands apart and is
 * called otherwise, a version is a number, what is not found is live, and no test document's key is known.
 */
function otherIdentifiers({ protocol_version: _, match, status, seal, mode, ...record }: JsonObject): JsonObject {
  const isTest = mode === 'test' && status === 'verified'
  return {
    protocol_version: 1.5, status: isTest ? 'unknown_key' : status, match: isTest ? false : match, mode: mode ?? 'live',
    ...(seal !== undefined && { seal }),
    record: Object.fromEntries(Object.entries(record).map(([name, value]) =>
      [name.replace(/_([a-z])/g, (__, letter: string) => letter.toUpperCase()), value])),
  }
}
