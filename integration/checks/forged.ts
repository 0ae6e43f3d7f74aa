import { createHash, randomBytes } from 'node:crypto'
import type { WebhookParts } from '../service/sign.ts'
import { COMPLETED, eventOf, withBody, without, withoutVersion } from './idioms.ts'
import { DECLINED, SIGNED, signingEvent } from './events/signing-events.ts'

/** Types of events without a verdict, with the status that they report. */
const OTHER_TYPES = {
  'kyc.session.cancelled': 'cancelled',
  'kyc.session.expired': 'expired',
  'kyc.session.manual_review_requested': 'awaiting_review',
  'kyc.session.form_flagged': 'in_progress',
}

/** Forges an event of the same shape in two ways. */
export function unsigned(webhook: WebhookParts): Record<string, WebhookParts> {
  return {
    'without a signature': { ...webhook, signature: 'none' },
    'signed with another secret': {
      ...webhook,
      signature: { secret: `whsec_${randomBytes(32).toString('base64')}` },
    },
  }
}

/** Events with a signature that comes close to the right one. */
export function nearlySigned(webhook: WebhookParts, other: string): Record<string, WebhookParts> {
  const altered = (alter: (mac: Buffer) => Buffer): WebhookParts => ({
    ...webhook,
    signature: { alter },
  })
  return {
    'with the signature of another body': { ...webhook, signature: { of: other } },
    'with one more space than the signed body': {
      ...webhook,
      body: `${webhook.body} `,
      signature: { of: webhook.body },
    },
    // As by a receiver whose secret is not set.
    'signed with an empty key': { ...webhook, signature: { key: '' } },
    'with a digest that needs no key': altered(() =>
      createHash('sha256').update(webhook.body).digest(),
    ),
    'with a signature of an unknown version': {
      ...webhook,
      signature: { header: `v0=${'0'.repeat(64)}` },
    },
    // As after a rotation, but neither fits.
    'with two signatures of other secrets': {
      ...webhook,
      signature: { header: `${otherSignature()} ${otherSignature()}` },
    },
    'with an empty signature': altered(() => Buffer.alloc(0)),
    'with the first half of its signature': altered((mac) => mac.subarray(0, mac.length / 2)),
    'whose signature differs in the first digit': altered((mac) => flipped(mac, 0, 0x80)),
    'whose signature differs in a middle digit': altered((mac) => flipped(mac, 15, 0x08)),
    'whose signature differs in the last digit': altered((mac) => flipped(mac, mac.length - 1, 1)),
    'whose signature is wrong in every digit': altered((mac) =>
      Buffer.from(mac.map((byte) => byte ^ 0xff)),
    ),
  }
}

/** The shapes in which a receiver gets events. All except those of another type are completions of the session. */
export function shapes(sessionId: string): Record<string, WebhookParts> {
  const standard = eventOf(sessionId, { type: COMPLETED })
  const ping = withBody(standard, (event) => ({ ...event, test: true, mode: 'live' }))
  return {
    'an event': standard,
    'an event of mode live': withBody(standard, (event) => ({ ...event, mode: 'live' })),
    'an event of the old form': withBody(standard, (event) =>
      without(event, ['mode', 'type', 'decisionSource']),
    ),
    'an event of an unknown type': eventOf(sessionId, { type: 'kyc.session.levitated' }),
    ...Object.fromEntries(
      Object.entries(OTHER_TYPES).map(([type, status]) => [
        `an event of type ${type}`,
        withBody(standard, ({ decisionSource: _, ...event }) => ({
          ...event,
          type,
          status,
          outcome: null,
        })),
      ]),
    ),
    [`an event of type ${SIGNED}`]: signingEvent(sessionId, SIGNED, 1),
    [`an event of type ${DECLINED}`]: signingEvent(sessionId, DECLINED, 1),
    'a test ping': { ...ping, headers: { 'X-Webhook-Origin': 'test_ping' } },
    'an event with the origin header of a test ping': {
      ...standard,
      headers: { ...standard.headers, 'X-Webhook-Origin': 'test_ping' },
    },
    'an event with test: true': ping,
  }
}

/** The same event with each value of the version header. */
export function versions(webhook: WebhookParts): Record<string, WebhookParts> {
  return {
    'with the version header': webhook,
    'without a version header': withoutVersion(webhook),
    'with the version 2': { ...webhook, headers: { 'X-Webhook-Event-Version': '2' } },
  }
}

function otherSignature(): string {
  return `v1=${randomBytes(32).toString('hex')}`
}

function flipped(mac: Buffer, at: number, bits: number): Buffer {
  const altered = Buffer.from(mac)
  altered[at]! ^= bits
  return altered
}
