import { isObject } from '../../http/json.ts'
import { type Choice, edit, succeeded } from './choice.ts'

/** States whose sessions have all their steps submitted, while the verdict may be outstanding. */
const SUBMITTED = new Set(['submitted_session', 'submitted_form', 'screened_session'])

const VERDICTS = new Set<unknown>(['completed', 'awaiting_review'])

/** A submitted step, or a withdrawal of consent, which ends the session. */
const ENDS = /^\/sdk\/v1\/sessions\/me\/steps\/[^/]+\/(submit|envelope\/withdraw)$/

/** A worker decides later: until then, a session is in progress, although its steps are submitted. */
export function lateVerdicts(verdictAfterMs: number): Choice {
  const sessionOfToken = new Map<string, string>()
  const submittedAt = new Map<string, number>()
  return {
    row: 'GAP-VERDICT-TIME',
    bindings({ state }, { session_id, browser_token }) {
      if (typeof session_id !== 'string') return
      if (SUBMITTED.has(state)) submittedAt.set(session_id, performance.now())
      if (typeof browser_token === 'string') sessionOfToken.set(browser_token, session_id)
    },
    response({ method, path, headers }, response) {
      if (!succeeded(response)) return
      if (method === 'POST' && ENDS.test(path)) {
        const id = sessionOfToken.get(headers['authorization']?.split(' ')[1] ?? '')
        if (id !== undefined) submittedAt.set(id, performance.now())
      }
      const id = method === 'GET' && /^\/v1\/sessions\/([^/]+)$/.exec(path)?.[1]
      const submitted = id ? submittedAt.get(decodeURIComponent(id)) : undefined
      if (submitted === undefined || performance.now() - submitted >= verdictAfterMs) return
      edit(response, ({ data }) => {
        if (!isObject(data) || !VERDICTS.has(data['status'])) return
        Object.assign(data, { status: 'in_progress', outcome: null, completed_at: null })
        delete data['idv']
      })
    },
  }
}

/** A session is in progress from its first submission on: opening an envelope and consenting submit nothing. */
export function openUntilSubmitted(): Choice {
  const untouched = new Set<string>()
  const sessionOfToken = new Map<unknown, string>()
  return {
    bindings({ state, params }, { session_id: id, browser_token: token }) {
      if (state !== 'signing_session' || typeof id !== 'string') return
      if (params['stage'] !== 'opened' && params['stage'] !== 'consented') return
      untouched.add(id)
      sessionOfToken.set(token, id)
    },
    response({ method, path, headers }, response) {
      if (!succeeded(response)) return
      if (method === 'POST' && path.endsWith('/envelope/sign'))
        untouched.delete(sessionOfToken.get(headers['authorization']?.split(' ')[1]) ?? '')
      const id = method === 'GET' && /^\/v1\/sessions\/([^/]+)$/.exec(path)?.[1]
      if (!id || !untouched.has(decodeURIComponent(id))) return
      edit(response, ({ data }) => {
        if (isObject(data) && data['status'] === 'in_progress') data['status'] = 'created'
      })
    },
  }
}
