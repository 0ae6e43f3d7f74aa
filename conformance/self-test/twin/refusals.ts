import { at, type JsonObject } from '../../http/json.ts'
import { type Choice, codeOf, edit } from './choice.ts'

type Refusal = readonly [status: number, code?: string]

/** Another status, and perhaps another code, for some codes. */
function answers(turns: string, codes: Record<string, Refusal>): Choice {
  return {
    turns,
    response(_, response) {
      const [status, code] = codes[codeOf(response) ?? ''] ?? []
      if (status === undefined) return
      response.status = status
      if (code)
        edit(response, ({ error }) => {
          ;(error as JsonObject)['code'] = code
        })
    },
  }
}

/** One wording is stated. */
const STATED = 'Unresolvable screening-rule field'

export const REFUSAL_CHOICES: readonly Choice[] = [
  {
    turns: 'GAP-ERROR-URLS',
    response(_, response) {
      const code = codeOf(response)
      if (code === undefined) return
      edit(
        response,
        ({ error }) =>
          Object.assign(error as JsonObject, {
            type: `https://errors.twin.example/${code}`,
            doc_url: `https://docs.twin.example/${code}.html#top`,
          }) && undefined,
      )
    },
  },
  // The codes of issues are not stated but for one, nor are messages, nor the order of issues.
  {
    response(_, response) {
      if (codeOf(response) === undefined) return
      edit(response, (body) => {
        const error = body['error'] as JsonObject
        if (error['message'] !== STATED)
          error['message'] = `Please note: ${String(error['message'])}`
        const issues = (at(error, 'details', 'issues') ?? []) as JsonObject[]
        for (const issue of issues) {
          Object.assign(issue, {
            ...(issue['code'] !== 'custom' && { code: 'other_code' }),
            message: `Hint: ${String(issue['message'])}`,
          })
        }
        issues.reverse()
      })
    },
  },
  answers('GAP-METHODS', { method_not_allowed: [404, 'resource_not_found'] }),
  answers('GAP-FURTHER-CODES', {
    session_already_completed: [409, 'session_over'],
    not_acceptable: [400, 'bad_request'],
    payload_too_large: [413, 'too_large'],
    unsupported_media_type: [415, 'wrong_media_type'],
  }),
  answers('GAP-ERROR-STATUSES', {
    region_mismatch: [421],
    origin_not_allowed: [400],
    name_components_required: [400],
  }),
  answers('GAP-WRONG-CREDENTIAL', {
    wrong_token_type: [401, 'unauthorized'],
    invalid_api_key: [401, 'unauthorized'],
    token_expired: [401, 'unauthorized'],
    authentication_required: [403, 'forbidden'],
  }),
  {
    turns: 'GAP-SCOPES',
    response(_, response) {
      if (codeOf(response) !== 'insufficient_scope') return
      edit(response, ({ error }) => {
        ;(error as JsonObject)['details'] = { any_of: ['everything:read', 'all'] }
      })
    },
  },
]
