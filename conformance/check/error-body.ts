import type { Answer } from '../http/answer.ts'
import { at, isObject } from '../http/json.ts'
import { codeNamedBy } from './error-urls.ts'
import type { Context } from './check.ts'

const MEMBERS = ['type', 'code', 'message', 'request_id', 'doc_url', 'details']

/** The requirement of each property of an error body; properties that are not named are not judged. */
export interface EnvelopeRules {
  members?: string
  type?: string
  docUrl?: string
  requestId?: string
}

const ENVELOPE_RULES: EnvelopeRules = {
  members: 'ENV-001',
  type: 'ENV-002',
  docUrl: 'ENV-003',
  requestId: 'ENV-004',
}

/** Checks an error body. */
export function expectEnvelope(
  ctx: Pick<Context, 'expect'>,
  answer: Answer,
  rules: EnvelopeRules = ENVELOPE_RULES,
): void {
  const error = at(answer.json, 'error')
  if (rules.members) {
    const absent = MEMBERS.filter((name) => !isObject(error) || !Object.hasOwn(error, name))
    ctx.expect(
      rules.members,
      `an object error with the members ${MEMBERS.join(', ')}`,
      absent.length === 0,
      absent.length === 0 ? 'all' : `without ${absent.join(', ')}`,
    )
    ctx.expect(
      rules.members,
      'code and message as strings',
      isText(at(error, 'code')) && isText(at(error, 'message')),
      error,
    )
  }
  // The contract leaves the URL open (GAP-ERROR-URLS).
  for (const [requirement, member] of [
    [rules.type, 'type'],
    [rules.docUrl, 'doc_url'],
  ] as const) {
    if (!requirement) continue
    const url = at(error, member)
    ctx.expect(requirement, 'an absolute http(s) URL', isAddress(url), url)
    const code = String(at(error, 'code'))
    const named = codeNamedBy(url)
    ctx.expect(
      requirement,
      `${member} as a URL of the code ${code}`,
      named === undefined || named === code,
      url,
    )
  }
  const requestId = at(error, 'request_id')
  if (rules.requestId) {
    ctx.expect(
      rules.requestId,
      'a string that begins with req_ and is longer',
      typeof requestId === 'string' && /^req_./.test(requestId),
      requestId,
    )
  }
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)
}

/** Accepts numbers too: the contract shows a string, but does not state the type of the code. */
export function hasCode(issue: unknown): boolean {
  const code = at(issue, 'code')
  return typeof code === 'number' || (typeof code === 'string' && code !== '')
}
