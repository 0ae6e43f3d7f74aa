import { at } from '../../http/json.ts'
import type { Fault, ProxiedRequest } from '../../self-test/proxy.ts'
import { isSession, json, type Mutant } from '../../self-test/wire-faults.ts'

const KILLED_BY = 'esign.paper-changes-nothing-else'

/** Takes a request for paper for a withdrawal of the consent, from some request on. */
const withdraws = (from: number) => (): Fault => {
  let requests = 0
  return {
    request(request: ProxiedRequest) {
      if (!request.path.endsWith('/paper_copy') || ++requests < from) return
      request.path = request.path.replace(/paper_copy$/, 'withdraw')
    },
  }
}

export const PAPER_COPY_MUTANTS: readonly Mutant[] = [
  {
    name: 'withdraws the consent of who asks for paper',
    killedBy: KILLED_BY,
    breaks: ['CER-028', 'CHK-012'],
    fault: withdraws(1),
  },
  {
    name: 'withdraws the consent of who asks for paper twice',
    killedBy: KILLED_BY,
    breaks: ['CER-028', 'CHK-012'],
    fault: withdraws(2),
  },
  {
    name: 'completes a session by a request for paper',
    killedBy: KILLED_BY,
    breaks: 'CER-028',
    fault: json(isSession, (body) => {
      if (at(body, 'data') !== undefined) body.data['status'] = 'completed'
    }),
  },
  {
    name: 'takes no request for paper before the consent',
    killedBy: KILLED_BY,
    breaks: 'CER-028',
    fault: () => {
      const opened = new Set<unknown>()
      return {
        bindings({ params }, { browser_token: token }) {
          if (params['stage'] === 'opened') opened.add(`Bearer ${String(token)}`)
        },
        response(request, response) {
          if (request.path.endsWith('/paper_copy') && opened.has(request.headers['authorization']))
            response.status = 409
        },
      }
    },
  },
]
