import { randomBytes } from 'node:crypto'
import type { JsonObject } from '../../http/json.ts'
import { type Choice, edit, writtenLate } from './choice.ts'
import type { Preferences } from './preferences.ts'

/** Document with a part of the OpenAPI description. */
const SIZES = '/schemas/sizes.json'

/** Choices that affect every response, and single reads. */
export function serviceChoices({ loggedAfterMs, dateAhead }: Preferences): readonly Choice[] {
  /** Keys of accounts that cannot spend. */
  const broke = new Set<string>()
  const isWritten = writtenLate(loggedAfterMs)
  return [
    {
      // Proxies add varying headers to responses.
      response(_, response) {
        response.headers.push(
          ['Server-Timing', `total;dur=${Math.random()}`],
          ['X-Trace-Id', randomBytes(8).toString('hex')],
        )
      },
    },
    {
      // A proxy in front writes the date, by its own clock.
      row: 'GAP-DATE-HEADER',
      response(_, response) {
        response.headers = response.headers.filter(([name]) => !/^date$/i.test(name))
        if (dateAhead !== undefined)
          response.headers.push(['Date', new Date(Date.now() + 1000 * dateAhead).toUTCString()])
      },
    },
    {
      row: 'GAP-VERSION-SELECTION',
      response({ path }, response) {
        if (path.startsWith('/v1/')) response.headers.push(['API-Version', '2026-04-01'])
      },
    },
    {
      row: 'GAP-WALLET',
      response({ path }, response) {
        if (path !== '/v1/wallet' || response.status !== 200) return
        edit(response, ({ data }) => ({ purses: [data], asOf: Math.floor(Date.now() / 1000) }))
      },
    },
    {
      row: 'GAP-OPENAPI-ROUTE',
      request({ path, headers }) {
        if (path !== '/openapi.json' && path !== SIZES) return
        const isKnown = headers['authorization'] !== undefined
        if (isKnown && path === '/openapi.json') return
        return {
          status: isKnown ? 200 : 401,
          headers: [['Content-Type', isKnown ? 'application/json' : 'text/plain']],
          body: Buffer.from(isKnown ? '{"Size":{"type":"integer"}}' : 'A key is required.'),
        }
      },
      response({ path }, response) {
        if (path !== '/openapi.json') return
        response.headers.push(['Vary', 'Authorization'])
        if (response.status !== 200) return
        // A part of the description is in documents of its own.
        edit(response, ({ components }) => {
          Object.assign((components as { schemas: JsonObject }).schemas, {
            Size: { $ref: `.${SIZES}#/Size` },
            Weight: { $ref: 'https://schemas.elsewhere.example/weights.json#/Weight' },
          })
        })
      },
    },
    {
      // Other requests also have entries, with other names. Entries are written after the response.
      row: 'GAP-ACTIVITY-LOG',
      bindings({ state, params }, bindings) {
        if (state !== 'activity_log' || !Array.isArray(bindings['entries'])) return
        const written = bindings['entries'].filter((_, place) =>
          isWritten(`${String(params?.['organization'])} ${place}`),
        )
        const created = { action: 'kyc.session.created', artifact: null, outcome: 'success' }
        bindings['entries'] = [
          ...(isWritten(params?.['organization']) ? [created] : []),
          // An entry may name the caller.
          ...written.map((entry) => ({
            ...(entry as JsonObject),
            actor: { name: 'Backend', email: 'backend@customer.example' },
          })),
        ]
      },
    },
    {
      // An account in arrears cannot read the wallet.
      row: 'GAP-ACCOUNT-STATE-READS',
      bindings({ state, params }, { key }) {
        if (state === 'account' && params?.['mode'] === 'live' && typeof key === 'string') {
          if (params['wallet'] === 'ok') broke.delete(key)
          else broke.add(key)
        }
      },
      response({ path, headers }, response) {
        if (
          path !== '/v1/wallet' ||
          !broke.has((headers['authorization'] ?? '').slice('Bearer '.length))
        )
          return
        const url = 'https://docs.twin.example/payment_required'
        response.status = 402
        response.body = Buffer.from(
          JSON.stringify({
            error: {
              type: url,
              code: 'payment_required',
              message: 'The wallet is empty.',
              request_id: `req_${randomBytes(6).toString('hex')}`,
              doc_url: url,
              details: {},
            },
          }),
        )
      },
    },
  ]
}
