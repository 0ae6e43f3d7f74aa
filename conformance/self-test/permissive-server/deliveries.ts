import { createHmac } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import { isObject, type JsonObject } from '../../http/json.ts'
import { secretBytes, secretKey, type SignatureScheme } from '../../receiver/signature.ts'
import { readSignature } from '../../target/signature-file.ts'
import type { ProxiedDelivery, ProxiedRequest } from '../proxy.ts'
import type { Paging } from '../../target/open-choices.ts'
import { type Choice, edit, writtenLate } from './choice.ts'
import type { Preferences } from './preferences.ts'

/** Names of the paging parameters of this server's log. */
export function pagingOf(preferences: Preferences): Paging {
  const list_next = followsLastRow(preferences) ? 'events.-1.id' : 'page.following'
  return { list_limit: 'page_size', list_cursor: 'after', list_next }
}

/** Whether the id of the last row is the cursor; else the cursor is beside the rows. */
function followsLastRow({ rowsHaveIds, cursorIsLastId }: Preferences): boolean {
  return rowsHaveIds && cursorIsLastId
}

/** The cursor beside the rows: a number, or the address of the next page. */
function following({ rowsHaveIds }: Preferences, cursor: number): number | string {
  return rowsHaveIds ? cursor : `https://api.example/v1/webhook-events?after=${cursor}&page_size=1`
}

/** Fewer rows than the log of deliveries.pages has, and as many as that of other checks. */
const DEFAULT_PAGE = 4

const isLog = (path: string): boolean => path.startsWith('/v1/webhook-events')
const SIGNED = /^x-webhook-signature$/i

export function logChoices(preferences: Preferences): readonly Choice[] {
  const { loggedAfterMs, rowNames, rowsHaveIds } = preferences
  const isWritten = writtenLate(loggedAfterMs)
  const moments = new Map<unknown, unknown>()
  /** The simulator's cursors by those of this server; null after the last page. */
  const cursors = new Map<string, unknown>()
  const atEnd = new WeakSet<ProxiedRequest>()
  return [
    {
      row: 'GAP-DELIVERY-LOG',
      delivery({ body }) {
        const { sessionId, occurredAt } = JSON.parse(body.toString()) as JsonObject
        moments.set(sessionId, occurredAt)
      },
      request(request) {
        if (!isLog(request.path)) return
        request.path = request.path
          .replace('page_size=', 'limit=')
          .replace(/&?after=([^&]*)/, (_, cursor: string) => {
            const next = cursors.get(cursor)
            if (next === null) atEnd.add(request)
            return next === null ? '' : `&cursor=${String(next)}`
          })
        if (!/[?&]limit=/.test(request.path))
          request.path += `${request.path.includes('?') ? '&' : '?'}limit=${DEFAULT_PAGE}`
      },
      response(request, response) {
        if (!isLog(request.path) || response.status !== 200) return
        edit(response, ({ data, next_cursor: next }) => {
          const rows = atEnd.has(request) ? [] : (data as JsonObject[])
          const cursor = next === null ? null : cursors.size + 1
          if (cursor !== null) cursors.set(String(cursor), next)
          if (rows.length > 0) cursors.set(String(rows.at(-1)!['id']), next)
          const events = rows
            .filter(({ id }) => isWritten(id))
            // A first attempt begins in the very millisecond of its event.
            .map((row) => ({
              ...row,
              ...(row['attempt'] === 1 && {
                created_at: moments.get(row['session_id']) ?? row['created_at'],
              }),
            }))
            // The contract names the columns, but no form of their values.
            .map((row) => ({ ...row, ...valuesOf(row) }))
            // A member may change with time.
            .map((row) => (rowsHaveIds ? { ...row, age_ms: performance.now() } : row))
            // How the delivery went is no payload.
            .map((row) => Object.assign(row, { about: { sessionId: '-', outcome: 'sent' } }))
            .map((row) =>
              Object.fromEntries(
                Object.entries(row)
                  .filter(([key]) => rowsHaveIds || !/^id$|_id$|^event_type$|_at$/.test(key))
                  .map(([key, value]) => [rowNames[key] ?? key, value]),
              ),
            )
          const page = { following: cursor && following(preferences, cursor), filters: [] }
          return { page, events }
        })
      },
    },
  ]
}

/** Values of a row with a unit, a reason and a maximum. */
function valuesOf({ http_code: code, latency_ms: ms, attempt }: JsonObject): JsonObject {
  const reason = STATUS_CODES[Number(code)]
  return {
    ...(reason !== undefined && { http_code: `${String(code)} ${reason}` }),
    ...(typeof ms === 'number' && { latency_ms: `${ms}ms` }),
    ...(typeof attempt === 'number' && { attempt: `${attempt}/8` }),
  }
}

/** Deliveries are signed again, so that valid ones stay valid; invalid ones stay invalid. */
export function deliveryChoices({
  signature,
  failureKnownAfterMs,
  eventTimes,
}: Preferences): readonly Choice[] {
  const secrets: string[] = []
  const scheme = readSignature(signature)
  const sign = (secret: string, body: Buffer) =>
    `v1=${createHmac('sha256', secretBytes(secret)!).update(body).digest('hex')}`
  /** Secrets with which the simulator signs. The latest ones come first: a run makes hundreds. */
  const signersOf = ({ headers, body }: ProxiedDelivery): string[] => {
    const values = headers.find(([name]) => SIGNED.test(name))?.[1].split(' ') ?? []
    const signers: string[] = []
    for (const secret of secrets.toReversed()) {
      if (signers.length === values.length) break
      if (values.includes(sign(secret, body))) signers.unshift(secret)
    }
    return signers
  }
  const resigned = (delivery: ProxiedDelivery, change: (body: JsonObject) => JsonObject): void => {
    const header = delivery.headers.find(([name]) => SIGNED.test(name))
    const signers = signersOf(delivery)
    const json: unknown = JSON.parse(delivery.body.toString())
    if (!header || signers.length === 0 || !isObject(json)) return
    const body = Buffer.from(JSON.stringify(change(json)))
    delivery.body = body
    header[1] = signers.map((secret) => sign(secret, body)).join(' ')
  }
  return [
    {
      row: 'GAP-WEBHOOK-ORIGIN',
      delivery({ headers }) {
        if (!headers.some(([name]) => /^x-webhook-origin$/i.test(name)))
          headers.push(['X-Webhook-Origin', 'event'])
      },
    },
    {
      // ISO-8601 in UTC has several forms.
      delivery(delivery) {
        if (eventTimes !== 'milliseconds')
          resigned(delivery, (body) =>
            Object.fromEntries(
              Object.entries(body).map(([name, value]) => [
                name,
                /^(occurred|signed|declined)At$/.test(name) && typeof value === 'string'
                  ? timeAs(eventTimes, value)
                  : value,
              ]),
            ),
          )
      },
    },
    // Payloads are additive, and other headers may occur.
    {
      delivery(delivery) {
        // One form for all events has the members of the others, too: this one has no verdict.
        const more = { apiHint: 'additive', outcome: null }
        resigned(delivery, (body) => ('mode' in body ? { ...more, ...body } : body))
        delivery.headers.push(['X-Other-Delivery', String(Math.random())])
      },
    },
    {
      row: 'GAP-EVENT-STATUS',
      delivery(delivery) {
        resigned(delivery, (body) =>
          body['status'] === 'awaiting_review' ? { ...body, status: 'parked' } : body,
        )
      },
    },
    {
      row: 'GAP-TEST-PING',
      delivery(delivery) {
        resigned(delivery, ({ mode, ...body }) =>
          body['test'] === true ? body : { ...body, ...(mode !== undefined && { mode }) },
        )
      },
    },
    {
      always: true,
      bindings(_, { secret }) {
        if (typeof secret === 'string' && secretBytes(secret)) secrets.push(secret)
      },
    },
    {
      row: 'GAP-SIGNATURE',
      bindings(_, bindings) {
        const { secret } = bindings
        if (typeof secret === 'string') bindings['secret'] = rewritten(secret, scheme)
      },
      delivery(delivery) {
        const timestamp = String(Math.floor(Date.now() / 1000))
        const content = scheme.signed === 'body' ? '' : `${timestamp}.`
        const signatures = signersOf(delivery).map(
          (secret) =>
            scheme.prefix +
            createHmac('sha256', secretKey(rewritten(secret, scheme), scheme.secret)!)
              .update(content)
              .update(delivery.body)
              .digest(scheme.encoding),
        )
        const inHeader = scheme.signed !== 'body' && scheme.timestampHeader === undefined
        const values = [...(inHeader ? [`t=${timestamp}`] : []), ...signatures]
        delivery.headers = [
          ...delivery.headers.filter(
            ([name]) => !/^x-webhook-(id|timestamp|signature)$/i.test(name),
          ),
          [scheme.header, values.join(' ') || 'none'],
          ...(scheme.timestampHeader
            ? [[scheme.timestampHeader, timestamp] as [string, string]]
            : []),
        ]
      },
    },
    {
      row: 'GAP-DELIVERY-ORDER',
      delivery: ({ body }) => (body.includes('kyc.session.cancelled') ? 2 : undefined),
    },
    retriesNotAtOnce(failureKnownAfterMs),
  ]
}

/** Writes a time of the simulator in another form of ISO 8601. */
export function timeAs(form: Preferences['eventTimes'], time: string): string {
  if (form === 'seconds') return time.replace(/\.\d+/, '')
  if (form === 'offset') return time.replace(/Z$/, '+00:00')
  if (form === 'basic') return time.replaceAll(/[-:]/g, '').replace('.', ',')
  if (form === 'hours') return time.replace(/Z$/, '+00')
  return time.replace(/(\.\d{3})Z$/, '$1000000Z')
}

/** The text of a secret in the form of this server. */
function rewritten(secret: string, { secret: encoding }: SignatureScheme): string {
  const bytes = secretBytes(secret)
  if (!bytes) return secret
  return encoding === 'raw' ? `k${bytes.toString('hex')}` : bytes.toString(encoding)
}

/**
 * A sender records a failed attempt after the receiver has responded; until then there is nothing
 * to retry. Counts from the last state of the organization, which may have caused the attempt.
 */
function retriesNotAtOnce(knownAfterMs: number): Choice {
  const lastCause = new Map<unknown, number>()
  const early = new Set<string>()
  return {
    row: 'GAP-RETRIES',
    state(use) {
      const { region, mode, organization } = use.params
      const now = performance.now()
      const sinceCause = now - (lastCause.get(organization) ?? 0)
      if (use.state === 'retried_deliveries') {
        if (sinceCause < knownAfterMs) early.add(use.run_id)
        if (early.has(use.run_id)) {
          // Replace the request by one without effect on deliveries.
          Object.assign(use, { state: 'key', params: { region, mode, organization } })
          return
        }
      }
      lastCause.set(organization, now)
    },
  }
}
