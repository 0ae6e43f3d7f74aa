import type { Mutant } from '../mutant.ts'

const REFRESH = "return typeof sessionId === 'string' ? this.#refresh(sessionId, event) : undefined"
const TAKE = 'verifications.take(body.toString())'
const SHIPS = "session.outcome === 'approved' && verification.shipments === 0"
const OWN = 'this.ofOrder(this.#bySession.get(sessionId))'

/** Takes the session of some events for an approved one. */
const approves = (condition: string): [file: string, from: string, to: string] => [
  'verifications.js',
  'const session = await this.#service.session(sessionId)',
  `const session = await this.#service.session(sessionId)\n    if (${condition}) session.outcome = 'approved'`,
]

/** Faults in handling late, old and repeated events. */
export const ORDER_MUTANTS: readonly Mutant[] = [
  ...[
    ['a flagged form', 'kyc.session.form_flagged'],
    ['a signed document', 'kyc.session.document_signed'],
  ].map(([what, type]): Mutant => ({
    name: `forgets the outcome when the event of ${what} arrives late`,
    killedBy: 'receiver.order',
    breaks: 'CLI-002',
    edits: [
      [
        'verifications.js',
        '      default:\n',
        `      case '${type}':\n        ${OWN}.outcome = null\n        return undefined\n      default:\n`,
      ],
    ],
  })),
  {
    name: 'approves a declined verification after an event of the old form',
    killedBy: 'receiver.old-bodies',
    breaks: 'EVB-017',
    edits: [approves("mode === undefined && session.status === 'completed'")],
  },
  {
    name: 'approves every verification that a reviewer has decided',
    killedBy: 'backend.declined',
    breaks: 'CLI-011',
    edits: [approves("decisionSource === 'reviewer'")],
  },
  {
    name: 'takes a refused read of a session for an approval',
    killedBy: 'backend.unknown-values',
    breaks: 'CLI-027',
    edits: [
      [
        'verifications.js',
        'const session = await this.#service.session(sessionId)',
        "const refused = { id: sessionId, status: 'completed', outcome: 'approved' }\n    const session = await this.#service.session(sessionId).catch(() => refused)",
      ],
    ],
  },
  {
    name: 'keeps that a verification was declined, and ships a moment later',
    killedBy: 'backend.declined',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        "    if (session.outcome === 'approved' && verification",
        "    if (session.outcome === 'declined') setTimeout(() => verification.shipments++, 500)\n    if (session.outcome === 'approved' && verification",
      ],
    ],
  },
  {
    name: 'orders events by the text of their times',
    killedBy: 'receiver.order',
    breaks: 'CLI-002',
    edits: [
      [
        'verifications.js',
        REFRESH,
        `if ((this.times?.[sessionId] ?? '') > event.occurredAt) return undefined
        this.times = { ...this.times, [sessionId]: event.occurredAt }
        await this.#refresh(sessionId, event)
        if (type === 'kyc.session.manual_review_requested') ${OWN}.outcome = null
        return undefined`,
      ],
    ],
  },
  {
    name: 'takes every event without a type for a decision',
    killedBy: 'receiver.old-bodies',
    breaks: 'EVB-017',
    edits: [
      [
        'verifications.js',
        '      case undefined:\n',
        `      case undefined:
        await this.#refresh(sessionId, event)
        ${OWN}.outcome ??= 'declined'
        return undefined\n`,
      ],
    ],
  },
  {
    name: 'recognizes a repeated delivery by its signature',
    killedBy: 'receiver.duplicates',
    breaks: 'CLI-001',
    edits: [
      [
        'server.js',
        TAKE,
        "verifications.take(body.toString(), request.headers['x-webhook-signature'])",
      ],
      [
        'verifications.js',
        "async take(body) {\n    const digest = createHash('sha256').update(body).digest('hex')",
        'async take(body, digest) {',
      ],
      ['verifications.js', SHIPS, "session.outcome === 'approved'"],
    ],
  },
]
