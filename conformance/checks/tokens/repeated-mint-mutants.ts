import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { type Mutant, refuse } from '../../self-test/wire-faults.ts'

/** Returns the first token of each session again, to keys of one mode or of both. */
const repeats = (mode: RegExp) => (): Fault => {
  const tokens = new Map<string, unknown>()
  return {
    response({ path, headers }, response) {
      if (!path.endsWith('/browser_token') || !mode.test(headers['authorization'] ?? '')) return
      changeJson(response, (body) => {
        const minted = body as unknown as { browserToken: unknown }
        tokens.set(path, tokens.get(path) ?? minted.browserToken)
        minted.browserToken = tokens.get(path)
      })
    },
  }
}

/** Faults in later mints for a session. */
export const REPEATED_MINT_MUTANTS: readonly Mutant[] = [
  {
    name: 'returns the first token of a live session again',
    killedBy: 'tokens.minted-again',
    breaks: 'MNT-003',
    fault: repeats(/_live_/),
  },
  {
    name: 'returns the first token of a session in review again',
    killedBy: 'tokens.minted-again',
    breaks: 'MNT-003',
    fault: () => {
      const waiting = new Set<unknown>()
      const { response } = repeats(/^/)()
      return {
        bindings({ params }, { session_id: id }) {
          if (params['status'] === 'awaiting_review') waiting.add(id)
        },
        response(request, answer) {
          if (waiting.has(request.path.split('/')[3])) response!(request, answer)
        },
      }
    },
  },
  {
    name: 'mints no token once a session is in progress',
    killedBy: 'tokens.minted-again',
    breaks: ['END-012', 'END-013'],
    fault: () => {
      const started = new Set<unknown>()
      return {
        bindings({ params }, { session_id: id }) {
          if (params['status'] === 'in_progress') started.add(id)
        },
        response({ path }, response) {
          if (!path.endsWith('/browser_token') || !started.has(path.split('/')[3])) return
          response.body = Buffer.from('{"error":{}}')
          refuse(response, 409, 'session_already_completed')
        },
      }
    },
  },
  {
    name: 'mints one token for two requests at once',
    killedBy: 'tokens.minted-again',
    breaks: 'MNT-003',
    fault: () => {
      const minted = new Map<string, unknown[]>()
      return {
        response({ path }, response) {
          if (!path.endsWith('/browser_token')) return
          const tokens = minted.get(path) ?? []
          changeJson(response, (body) => {
            const mint = body as unknown as { browserToken: unknown }
            // The first two are minted one after the other.
            if (tokens.length === 3) mint.browserToken = tokens[2]
            tokens.push(mint.browserToken)
          })
          minted.set(path, tokens)
        },
      }
    },
  },
  {
    name: 'returns the token of another session that is minted at once',
    killedBy: 'tokens.one-session-each',
    breaks: ['AUT-014', 'TOK-004'],
    fault: () => {
      let first: unknown
      return {
        response({ path }, response) {
          if (!path.endsWith('/browser_token')) return
          changeJson(response, (body) => {
            const mint = body as unknown as { browserToken: unknown }
            first ??= mint.browserToken
            mint.browserToken = first
          })
        },
      }
    },
  },
]
