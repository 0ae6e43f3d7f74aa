import type { Check } from '../check/check.ts'
import { statusAndCode } from '../check/idioms.ts'
import { at, isObject } from '../http/json.ts'

const MEMBERS = ['type', 'code', 'message', 'request_id', 'doc_url', 'details']

export const envelopeChecks: readonly Check[] = [
  {
    id: 'envelope.no-credential',
    area: 'envelope',
    requirements: ['END-001', 'END-002', 'ENV-001', 'ENV-002', 'ENV-003', 'ENV-004'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [] },
    why: 'A client reads the envelope of every refusal with one piece of code; this is the first refusal it meets.',
    async run(ctx) {
      const answer = await ctx.step('list sessions without a credential', { method: 'GET', path: '/v1/sessions' })
      // Which of the two is left open (GAP-WRONG-CREDENTIAL), and so is the code.
      ctx.expect('END-001', 'a refusal with 401 or 403', answer.status === 401 || answer.status === 403,
        statusAndCode(answer))
      const type = answer.header('Content-Type')
      ctx.expect('END-002', 'a JSON body, called application/json',
        /^application\/([\w.-]+\+)?json\b/i.test(type ?? '') && answer.json !== undefined, type)
      const error = at(answer.json, 'error')
      const absent = MEMBERS.filter((name) => !isObject(error) || !Object.hasOwn(error, name))
      ctx.expect('ENV-001', `an object error with ${MEMBERS.join(', ')}`, absent.length === 0,
        absent.length === 0 ? 'all' : `without ${absent.join(', ')}`)
      ctx.expect('ENV-001', 'code and message that are texts',
        isText(at(error, 'code')) && isText(at(error, 'message')), error)
      // Which address is left open (GAP-ERROR-URLS).
      ctx.expect('ENV-002', 'an absolute http(s) address', isAddress(at(error, 'type')), at(error, 'type'))
      ctx.expect('ENV-003', 'an absolute http(s) address', isAddress(at(error, 'doc_url')), at(error, 'doc_url'))
      const requestId = at(error, 'request_id')
      ctx.expect('ENV-004', 'a text that begins req_ and goes on',
        typeof requestId === 'string' && /^req_./.test(requestId), requestId)
    },
  },
]

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== ''
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)
}
