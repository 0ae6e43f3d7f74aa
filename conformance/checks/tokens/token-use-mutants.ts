import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { answers, type Mutant, refuses, type Which } from '../../self-test/wire-faults.ts'

const AGAIN = 'tokens.client-token-exchanged-again'

const exchanges: Which = ({ path }) => path.endsWith('/client_token/exchange')

const browserTokenIn = (body: Buffer): unknown => {
  const { browserToken } = JSON.parse(body.toString()) as JsonObject
  return browserToken
}

/** Faults in repeated exchanges of a client token, and in tokens that leave their region. */
export const TOKEN_USE_MUTANTS: readonly Mutant[] = [
  {
    name: 'accepts a browser token of the other region',
    killedBy: 'tokens.of-the-other-region',
    breaks: 'PLN-014',
    fault: (): Fault => {
      const mintedIn = new Map<string, string>()
      return {
        response({ path, region, headers }, response) {
          if (path.endsWith('/browser_token') && response.status < 300)
            mintedIn.set(`Bearer ${String(browserTokenIn(response.body))}`, region)
          const home = mintedIn.get(headers['authorization'] ?? '')
          if (home === undefined || home === region || response.status !== 401) return
          response.status = 200
          response.body = Buffer.from('{"data":{"id":"vs_1","status":"open"}}')
        },
      }
    },
  },
  {
    name: 'exchanges a client token once',
    killedBy: AGAIN,
    breaks: ['AUT-020', 'AUT-022', 'TOK-008'],
    fault: (): Fault => {
      const used = new Set<string>()
      const { response: refusal } = refuses(exchanges, 401, 'invalid_token')()
      return {
        response(request, response) {
          const key = request.headers['authorization'] ?? ''
          if (!exchanges(request)) return
          // The provider of the state exchanges it first.
          if (used.has(key)) refusal!(request, response)
          used.add(key)
        },
      }
    },
  },
  {
    name: 'gives a working token that never works for a later exchange',
    killedBy: AGAIN,
    breaks: ['AUT-020', 'AUT-022'],
    fault: (): Fault => {
      const given = new Set<string>()
      let count = 0
      return {
        response(request, response) {
          if (exchanges(request) && response.status < 300 && ++count > 1)
            given.add(`Bearer ${String(browserTokenIn(response.body))}`)
          if (given.has(request.headers['authorization'] ?? '')) response.status = 401
        },
      }
    },
  },
  {
    name: 'begins another session with each exchange',
    killedBy: AGAIN,
    breaks: 'TOK-009',
    fault: () => {
      let count = 0
      return answers(
        ({ path }) => path === '/sdk/v1/sessions/me',
        (response) => {
          const body = JSON.parse(response.body.toString()) as { data?: JsonObject }
          if (body.data) body.data['id'] = `vs_${++count}`
          response.body = Buffer.from(JSON.stringify(body))
        },
      )()
    },
  },
]
