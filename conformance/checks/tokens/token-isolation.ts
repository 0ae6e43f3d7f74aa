import type { Check, StepRequest } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import {
  imageOf,
  isRefused,
  newSession,
  resourceIn,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import { Blocked } from '../../check/outcome.ts'
import { reach, submissionOf } from '../../check/states.ts'
import { verdictRepeats } from '../../check/verdict.ts'
import type { Answer } from '../../http/answer.ts'
import { at, walk } from '../../http/json.ts'
import { ME } from './tokens.ts'

export const tokenIsolationChecks: readonly Check[] = [
  {
    id: 'tokens.mint-wants-the-secret-key',
    area: 'tokens',
    requirements: ['MNT-001', 'KEY-009'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      states: ['open_session', 'publishable_key'],
    },
    why: 'A browser token must not give a page more tokens.',
    async run(ctx) {
      const {
        organization,
        session_id: id,
        browser_token,
      } = await reach(ctx, 'open_session', {}, 'session_id', 'browser_token')
      const { publishable_key } = await reach(
        ctx,
        'publishable_key',
        { organization, origins: ['https://app.example.com'] },
        'publishable_key',
      )
      for (const [label, requirement, as] of [
        ['without a credential', 'MNT-001', undefined],
        ['with a browser token', 'MNT-001', { key: browser_token }],
        ['with a publishable key', 'MNT-001', { key: publishable_key }],
        ['with a publishable key', 'KEY-009', { key: publishable_key }],
      ] as const) {
        const answer = await ctx.step(`mint ${label}`, {
          method: 'POST',
          path: `${sessionPath(id)}/browser_token`,
          ...(as && { as }),
        })
        // The status of wrong_token_type is not shown (GAP-ERROR-STATUSES).
        ctx.expect(requirement, `a refusal ${label}, 4xx`, isRefused(answer), statusAndCode(answer))
      }
    },
  },
  {
    id: 'tokens.browser-token-opens-no-key-route',
    area: 'tokens',
    requirements: ['AUT-013', 'AUT-014', 'AUT-015', 'TOK-004', 'TOK-005'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens', 'applicants'],
      optionalFeatures: ['evidence_images', 'reports'],
      credentials: [],
      states: ['open_session', 'session'],
    },
    why: 'A browser token can be read in the page: it must show only the steps of its session.',
    async run(ctx) {
      const {
        organization,
        session_id: own,
        browser_token,
      } = await reach(ctx, 'open_session', {}, 'session_id', 'browser_token')
      const { session_id: other } = await reach(
        ctx,
        'session',
        { organization, status: 'open' },
        'session_id',
      )
      const as = { key: browser_token }
      await ctx.setUp('resolve the session with the token', { method: 'GET', path: ME, as })
      const routes: [label: string, requirement: string, request: StepRequest][] = [
        ['list applicants', 'AUT-013', { method: 'GET', path: '/v1/applicants', as }],
        [
          'retrieve the session by its id',
          'AUT-015',
          { method: 'GET', path: sessionPath(own), as },
        ],
        ['list sessions', 'AUT-015', { method: 'GET', path: '/v1/sessions', as }],
        ['create a session', 'AUT-015', { method: 'POST', path: '/v1/sessions', as, json: {} }],
        ['retrieve another session', 'AUT-014', { method: 'GET', path: sessionPath(other), as }],
        [
          'mint for another session',
          'TOK-004',
          { method: 'POST', path: `${sessionPath(other)}/browser_token`, as },
        ],
      ]
      if (ctx.has('evidence_images'))
        routes.push(['fetch an image', 'AUT-015', imageOf(own, 'front', browser_token)])
      if (ctx.has('reports')) {
        const path = `${sessionPath(own)}/report.pdf`
        routes.push(['request the report', 'AUT-015', { method: 'GET', path, as }])
      }
      for (const [label, requirement, request] of routes) {
        const answer = await ctx.step(label, request)
        for (const one of [requirement, 'TOK-005'])
          ctx.expect(one, `a refusal of "${label}", 4xx`, isRefused(answer), statusAndCode(answer))
      }
    },
  },
  {
    id: 'tokens.of-the-other-region',
    area: 'tokens',
    requirements: ['PLN-014'],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: ['home.test'],
      regions: ['other'],
    },
    why: 'A page that reaches the wrong region sends evidence out of the region of its customer.',
    async run(ctx) {
      const { id } = await newSession(ctx, 'home.test')
      const minted = await ctx.setUp('mint a browser token', {
        method: 'POST',
        path: `${sessionPath(id)}/browser_token`,
        as: 'home.test',
      })
      const key = String(at(minted.json, 'browserToken'))
      const me = { method: 'GET', path: ME } as const
      await ctx.setUp('resolve the session', { ...me, as: { key } })
      const answer = await ctx.step('resolve it in the other region', {
        ...me,
        as: { key, region: ctx.other },
      })
      ctx.expect('PLN-014', 'a refusal, 4xx', isRefused(answer), statusAndCode(answer))
    },
  },
  {
    id: 'tokens.one-session-each',
    area: 'tokens',
    requirements: ['AUT-014', 'END-014', 'TOK-004'],
    level: 'must',
    needs: { features: ['sessions', 'browser_tokens'], credentials: [], states: ['open_session'] },
    why: "A step must never be stored in another applicant's session.",
    async run(ctx) {
      const one = await reach(ctx, 'open_session', {}, 'session_id', 'browser_token')
      const other = await reach(
        ctx,
        'open_session',
        { organization: one.organization },
        'session_id',
        'browser_token',
      )
      const [resolved, resolvedAgain]: [Answer[], Answer[]] = [[], []]
      for (const [own, foreign] of [
        [one, other],
        [other, one],
      ] as const) {
        const me = await ctx.setUp('resolve the session of a token', {
          method: 'GET',
          path: ME,
          as: { key: own.browser_token },
        })
        // The contract leaves open whether the identity there is the vs_ id (GAP-SDK-SESSION-ID).
        const id = resourceIn(me)?.['id']
        const isOwn = !String(id).startsWith('vs_') || id === own.session_id
        for (const requirement of ['AUT-014', 'END-014', 'TOK-004']) {
          ctx.expect(
            requirement,
            `the session ${own.session_id} of the token, and no id of the other one`,
            isOwn && !namesSession(me, foreign.session_id),
            me.json,
          )
        }
        resolved.push(me)
      }
      // At once, so that a token kept for the wrong request would show.
      const minted = await Promise.all(
        [one, other].map(({ session_id: id }) =>
          ctx.setUp('mint tokens of both sessions at once', {
            method: 'POST',
            path: `${sessionPath(id)}/browser_token`,
            as: { key: one.key },
          }),
        ),
      )
      const tokens = minted.map(({ json }) => String(at(json, 'browserToken')))
      for (const [i, [own, foreign]] of [
        [one, other],
        [other, one],
      ].entries()) {
        const me = await ctx.setUp(
          'resolve the session of a token that was minted beside another',
          {
            method: 'GET',
            path: ME,
            as: { key: tokens[i]! },
          },
        )
        const id = resourceIn(me)?.['id']
        for (const requirement of ['AUT-014', 'TOK-004'])
          ctx.expect(
            requirement,
            `the session ${own!.session_id} of the token, minted beside one of another session`,
            !namesSession(me, foreign!.session_id) &&
              (!String(id).startsWith('vs_') || id === own!.session_id),
            me.json,
          )
        resolvedAgain.push(me)
      }
      const [first, second] = [one, other].map((_, i) =>
        lastingValues(resolved[i]!, resolvedAgain[i]!),
      )
      ctx.expect(
        'END-014',
        `an identity of any form that differs between ${one.session_id} and ${other.session_id}, and is the same for each token of one of them`,
        !first!.isSubsetOf(second!),
        resolvedAgain[0]?.json,
      )
      const statuses = () =>
        Promise.all(
          [one, other].map(async ({ session_id }, i) =>
            at(
              (
                await ctx.setUp(i === 0 ? 'retrieve its session' : 'retrieve the other', {
                  method: 'GET',
                  path: sessionPath(session_id),
                  as: { key: one.key },
                })
              ).json,
              'data',
              'status',
            ),
          ),
        )
      const before = await statuses()
      await ctx.setUp(
        'submit a step with the token of one',
        // The newest token: nothing says that a mint leaves earlier ones valid.
        submissionOf(ctx, one['submission'], tokens[0]!),
      )
      // The step may be processed later (GAP-VERDICT-TIME).
      const after = await pollUntil(
        statuses,
        ([own, foreign]) => own === 'completed' || foreign !== before[1],
        verdictRepeats(ctx),
      )
      if (after.every((one, i) => one === before[i]))
        throw new Blocked('handing in the only step changed nothing')
      for (const requirement of ['AUT-014', 'TOK-004']) {
        ctx.expect(requirement, 'the other session as it was', after[1] === before[1], after[1])
      }
    },
  },
]

/** A time of day, as in most forms of a time. */
const TIME = /\d:\d\d:\d\d|T\d\d:?\d\d/
const DAY_MS = 86_400_000
/** Most levels of a place that is compared. */
const LEVELS = 20

/** Returns the values of two responses that are the same in both, with their places. Times identify no session. */
function lastingValues(one: Answer, other: Answer): Set<string> {
  const [first, second] = [one, other].map(({ json }) => new Set(leaves(json)))
  return first!.intersection(second!)
}

function* leaves(document: unknown): Generator<string> {
  for (const { value, path } of walk(document, (_, { length }) => length < LEVELS))
    if ((typeof value !== 'object' || value === null) && !isTime(value))
      yield `${path.join('/')} ${JSON.stringify(value)}`
}

function isTime(value: unknown): boolean {
  const epoch = Number(value)
  const isNow = (ms: number) => Math.abs(ms - Date.now()) < DAY_MS
  return (typeof value === 'string' && TIME.test(value)) || isNow(epoch) || isNow(epoch * 1000)
}

/** Whether a response contains an id, as more than the beginning of a longer one. */
function namesSession({ text = '' }: Answer, id: string): boolean {
  return text
    .split(id)
    .slice(1)
    .some((rest) => !/^[\w-]/.test(rest))
}
