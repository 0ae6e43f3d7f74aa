import { at, type JsonObject } from '../../http/json.ts'
import { listOf } from '../generated/schema.ts'
import { type Choice, codeOf, edit } from './choice.ts'
import type { Preferences } from './preferences.ts'

type Refusal = readonly [status: number, code?: string]

/** A different status, and perhaps a different code, for some codes. */
function answers(row: string, codes: Record<string, Refusal>): Choice {
  return {
    row,
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

/** The contract states one message. */
const STATED = 'Unresolvable screening-rule field'

export const refusalChoices = (refusals: Preferences['refusals']): readonly Choice[] => [
  {
    // Refuses an unknown parameter before authentication, so the response is no authenticated one.
    row: 'GAP-UNKNOWN-QUERY',
    response({ path }, response) {
      if (path.includes('?') && codeOf(response) === 'validation_error')
        response.headers = response.headers.filter(([name]) => !/^x-ratelimit-/i.test(name))
    },
  },
  {
    row: 'GAP-ERROR-URLS',
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
  // The contract states one code of an issue, but no messages, no order of issues, and not whether
  // the path of an unknown field ends with its name.
  {
    response(_, response) {
      if (codeOf(response) === undefined) return
      edit(response, (body) => {
        const error = body['error'] as JsonObject
        if (error['message'] !== STATED)
          error['message'] = `Please note: ${String(error['message'])}`
        const issues = (at(error, 'details', 'issues') ?? []) as JsonObject[]
        for (const issue of issues) {
          const [key] = listOf(issue['keys'])
          if (typeof key === 'string') issue['path'] = [...listOf(issue['path']), key]
          Object.assign(issue, {
            ...(issue['code'] !== 'custom' && { code: 'other_code' }),
            message: `Hint: ${String(issue['message'])}`,
          })
        }
        issues.reverse()
      })
    },
  },
  // The method is judged before the key, so such a response is not an authenticated one.
  {
    response(_, response) {
      if (codeOf(response) === 'method_not_allowed')
        response.headers = response.headers.filter(([name]) => !/^x-ratelimit-/i.test(name))
    },
  },
  answers('GAP-METHODS', { method_not_allowed: [404, 'resource_not_found'] }),
  answers('GAP-FURTHER-CODES', refusals.further),
  answers('GAP-ERROR-STATUSES', refusals.named),
  answers('GAP-WRONG-CREDENTIAL', refusals.credentials),
  {
    row: 'GAP-SCOPES',
    response(_, response) {
      if (codeOf(response) !== 'insufficient_scope') return
      edit(response, ({ error }) => {
        ;(error as JsonObject)['details'] = { any_of: ['everything:read', 'all'] }
      })
    },
  },
]
