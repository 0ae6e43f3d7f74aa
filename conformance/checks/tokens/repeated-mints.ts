import type { Check, Context } from '../../check/check.ts'
import { sessionPath, statusAndCode } from '../../check/idioms.ts'
import { reach } from '../../check/states.ts'
import { at } from '../../http/json.ts'

/** Sessions for which a page may need a second token. */
const SESSIONS = [
  ['in live mode', { status: 'open', mode: 'live' }],
  ['in progress', { status: 'in_progress' }],
] as const

export const repeatedMintChecks: readonly Check[] = [
  {
    id: 'tokens.minted-again',
    area: 'tokens',
    requirements: ['END-012', 'END-013', 'MNT-003'],
    level: 'must',
    needs: { features: ['sessions', 'browser_tokens'], credentials: [], states: ['session'] },
    why: 'Tokens expire while applicants are at work: without a fresh one they cannot finish.',
    async run(ctx) {
      for (const [where, params] of SESSIONS) {
        const { key, session_id: id } = await reach(ctx, 'session', params, 'session_id')
        const tokens: unknown[] = []
        for (const label of ['mint a token', 'mint another']) {
          const minted = await ctx.step(`${label} of a session ${where}`, {
            method: 'POST',
            path: `${sessionPath(id)}/browser_token`,
            as: { key },
          })
          const isSuccess = minted.status >= 200 && minted.status < 300
          ctx.expect('END-012', `2xx for a session ${where}`, isSuccess, statusAndCode(minted))
          const token = at(minted.json, 'browserToken')
          ctx.expect(
            'END-013',
            `browserToken, a bt_ token, for a session ${where}`,
            /^bt_./.test(String(token)),
            typeof token,
          )
          tokens.push(token)
        }
        ctx.expect(
          'MNT-003',
          `two different tokens for a session ${where}`,
          tokens[0] !== tokens[1],
          'the same token',
        )
        const atOnce = await Promise.all(
          [1, 2].map(() =>
            ctx.step(`mint two tokens at once, of a session ${where}`, {
              method: 'POST',
              path: `${sessionPath(id)}/browser_token`,
              as: { key },
            }),
          ),
        )
        const texts = atOnce.map(({ json }) => at(json, 'browserToken'))
        ctx.expect(
          'MNT-003',
          `two different tokens of requests at once, for a session ${where}`,
          texts[0] === undefined || texts[0] !== texts[1],
          'the same token',
        )
      }
      await expectFreshIfMinted(ctx)
    },
  },
]

/**
 * Judges two tokens of a session that waits for a reviewer. The contract names no session that gets
 * no token, so a refusal is not judged.
 */
async function expectFreshIfMinted(ctx: Context): Promise<void> {
  const waiting = { status: 'awaiting_review' }
  const { key, session_id: id } = await reach(ctx, 'session', waiting, 'session_id')
  const mint = (label: string) =>
    ctx.step(`${label} of a session in review`, {
      method: 'POST',
      path: `${sessionPath(id)}/browser_token`,
      as: { key },
    })
  const tokens = [await mint('mint a token'), await mint('mint another')].map(({ json }) =>
    at(json, 'browserToken'),
  )
  ctx.expect(
    'MNT-003',
    'two different tokens for a session in review, or a refusal',
    tokens[0] === undefined || tokens[0] !== tokens[1],
    'the same token',
  )
}
