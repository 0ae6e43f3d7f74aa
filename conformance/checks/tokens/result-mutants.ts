import { randomUUID } from 'node:crypto'
import { at, type JsonObject } from '../../http/json.ts'
import { changeJson } from '../../self-test/proxy.ts'
import { answers, json, type Mutant } from '../../self-test/wire-faults.ts'

const ME = '/sdk/v1/sessions/me'

export const TOKEN_RESULT_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['compares the beginning of tokens', (token, minted) => token.startsWith(minted)],
      ['compares as much as it is given of a token', (token, minted) => minted.startsWith(token)],
      [
        'ignores the case of letters in a token',
        (token, minted) => token.toLowerCase() === minted.toLowerCase(),
      ],
    ] as [string, (token: string, minted: string) => boolean][]
  ).map(([name, isTakenFor]): Mutant => ({
    name,
    killedBy: 'tokens.minted-anew',
    breaks: 'AUT-012',
    fault: () => {
      const tokens: string[] = []
      return {
        request({ path, headers }) {
          const sent = (headers['authorization'] ?? '').replace('Bearer ', '')
          const taken = path === ME && tokens.find((minted) => isTakenFor(sent, minted))
          if (taken) headers['authorization'] = `Bearer ${taken}`
        },
        response({ path }, response) {
          if (path.endsWith('/browser_token'))
            tokens.push(String(at(JSON.parse(response.body.toString()), 'browserToken')))
        },
      }
    },
  })),
  {
    name: 'reveals the verdict to a page',
    killedBy: 'tokens.no-result-after-completion',
    breaks: 'TOK-010',
    fault: json(
      ({ path }) => path === ME,
      ({ data }) => {
        if (data?.['status'] === 'completed') data['outcome'] = 'approved'
      },
    ),
  },
  {
    name: 'reveals to a page that its applicant ended the session',
    killedBy: 'tokens.no-result-after-completion',
    breaks: 'TOK-010',
    fault: () => {
      const ended = new Set<unknown>()
      return {
        bindings({ params }, { session_id }) {
          if (params['decided_by'] === 'applicant') ended.add(session_id)
        },
        response({ path }, response) {
          if (path !== ME) return
          changeJson(response, ({ data }) => {
            if (ended.has(data?.['id'])) data['outcome'] = 'declined'
          })
        },
      }
    },
  },
  {
    name: 'shows idv to a page',
    killedBy: 'tokens.no-result-after-completion',
    breaks: 'TOK-010',
    fault: json(
      ({ path }) => path === ME,
      ({ data }) => {
        if (data?.['status'] === 'completed')
          data['idv'] = { available_images: [], capture_acquisition: 'camera' }
      },
    ),
  },
  {
    name: 'shows the outcome of each check to a page',
    killedBy: 'tokens.no-result-after-completion',
    breaks: 'TOK-010',
    fault: json(
      ({ path }) => path === ME,
      ({ data }) => {
        if (data?.['status'] === 'completed') data['steps'] = [{ id: 's1', outcome: 'pass' }]
      },
    ),
  },
  {
    name: 'mints live tokens with another format',
    killedBy: 'tokens.minted-live',
    breaks: 'END-013',
    fault: answers(
      ({ path }) => path.endsWith('/browser_token'),
      (response) => {
        const text = response.body.toString().replace('"bt_', '"tk_')
        response.body = Buffer.from(text)
      },
    ),
  },
  {
    name: 'mints the first token again after the second',
    killedBy: 'tokens.minted-anew',
    breaks: 'MNT-003',
    fault: () => {
      const minted: Buffer[] = []
      return {
        response(request, response) {
          if (request.path.endsWith('/browser_token') && minted.push(response.body) > 2)
            response.body = minted[0]!
        },
      }
    },
  },
  {
    name: 'resolves the session of the first token for every token',
    killedBy: 'tokens.one-session-each',
    breaks: ['AUT-014', 'END-014', 'TOK-004'],
    fault: () => {
      let first: string | undefined
      return {
        request({ path, headers }) {
          if (path === ME) headers['authorization'] = first ??= headers['authorization'] ?? ''
        },
      }
    },
  },
  ...Object.entries<(data: JsonObject) => void>({
    'shows a page the same identity for every session': (data) => {
      data['id'] = 'current'
    },
    'shows a page no identity of its session': (data) => {
      Reflect.deleteProperty(data, 'id')
    },
    'shows a page the time in place of an identity': (data) => {
      data['id'] = 'current'
      data['now'] = new Date().toISOString()
      data['server_time'] = Date.now()
    },
    'shows a page a new identity in each response': (data) => {
      data['id'] = randomUUID()
    },
  }).map(([name, change]): Mutant => ({
    name,
    killedBy: 'tokens.one-session-each',
    breaks: 'END-014',
    fault: json(
      ({ path }) => path === ME,
      ({ data }) => change(data as JsonObject),
    ),
  })),
  {
    name: 'shows the id of another session to a page',
    killedBy: 'tokens.one-session-each',
    breaks: ['AUT-014', 'END-014', 'TOK-004'],
    fault: () => {
      const ids: unknown[] = []
      return {
        bindings(_, { session_id }) {
          ids.push(session_id)
        },
        response({ path }, response) {
          if (path === ME)
            changeJson(response, ({ data }) => {
              data['latest'] = ids.at(-1)
            })
        },
      }
    },
  },
]
