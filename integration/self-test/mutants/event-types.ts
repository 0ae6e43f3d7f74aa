import type { Mutant } from '../mutant.ts'

const REFRESH = "return typeof sessionId === 'string' ? this.#refresh(sessionId, event) : undefined"
const SHIPS = "session.outcome === 'approved' && verification.shipments === 0"
/** Reads the session at a flagged form as well. */
const ANY_STATE = "      case undefined:\n      case 'kyc.session.form_flagged':\n"

/** Faults in handling the types of events. */
export const EVENT_TYPE_MUTANTS: readonly Mutant[] = [
  {
    name: 'fails when a verification expires',
    killedBy: 'receiver.event-types',
    breaks: 'CLI-014',
    edits: [
      [
        'verifications.js',
        REFRESH,
        "if (type === 'kyc.session.expired') throw new Error('no outcome')\n        " + REFRESH,
      ],
    ],
  },
  {
    name: 'takes one event of each session',
    killedBy: 'receiver.event-types',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        "createHash('sha256').update(body).digest('hex')",
        "createHash('sha256').update(JSON.parse(body).sessionId ?? body).digest('hex')",
      ],
    ],
  },
  {
    name: 'parses times with milliseconds only',
    killedBy: 'receiver.event-types',
    breaks: 'CLI-014',
    edits: [
      [
        'verifications.js',
        REFRESH,
        "if (!/\\.\\d{3}Z$/.test(event.occurredAt)) throw new Error('no time')\n        " + REFRESH,
      ],
    ],
  },
  {
    name: 'drops an event that it accepted because of the form of its time',
    killedBy: 'receiver.event-types',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        REFRESH,
        'if (!/\\.\\d{3}Z$/.test(event.occurredAt)) return undefined\n        ' + REFRESH,
      ],
    ],
  },
  {
    name: 'looks up the signature by the case of its header name',
    killedBy: 'receiver.event-types',
    breaks: 'CLI-014',
    edits: [
      [
        'server.js',
        "isSigned(body, request.headers['x-webhook-signature'], webhookSecret)",
        "isSigned(body, request.rawHeaders[request.rawHeaders.indexOf('X-Webhook-Signature') + 1], webhookSecret)",
      ],
    ],
  },
  ...['slice(0, 1)', 'slice(-1)'].map((kept): Mutant => ({
    name: `reads one signature of a header, ${kept}`,
    killedBy: 'receiver.event-types',
    breaks: 'CLI-014',
    edits: [['signature.js', ".split(' ').some(", `.split(' ').${kept}.some(`]],
  })),
  {
    name: 'waits for a decision source, which the end by an applicant does not have',
    killedBy: 'receiver.event-types',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        'const { type, sessionId } = event\n',
        'const { type, sessionId } = event\n' +
          "    if (type === 'kyc.session.completed' && !event.decisionSource) return undefined\n",
      ],
    ],
  },
  {
    name: 'fails on a decision of a reviewer',
    killedBy: 'receiver.event-types',
    breaks: 'CLI-014',
    edits: [
      [
        'verifications.js',
        REFRESH,
        "if (event.decisionSource === 'reviewer') throw new Error('unexpected source')\n        " +
          REFRESH,
      ],
    ],
  },
  {
    name: 'approves a verification that was cancelled',
    killedBy: 'receiver.event-types',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        'outcome: outcome ?? null })',
        "outcome: status === 'cancelled' ? 'approved' : (outcome ?? null) })",
      ],
    ],
  },
  ...['cancelled', 'expired', 'awaiting_review', 'in_progress'].map((status): Mutant => ({
    name: `ships when a verification is ${status}`,
    killedBy: 'receiver.event-types',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        SHIPS,
        `(session.outcome === 'approved' || session.status === '${status}') && verification.shipments === 0`,
      ],
      ['verifications.js', '      case undefined:\n', ANY_STATE],
    ],
  })),
  {
    name: 'declines a verification that awaits its review',
    killedBy: 'receiver.event-types',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        'outcome: outcome ?? null })',
        "outcome: status === 'awaiting_review' ? 'declined' : (outcome ?? null) })",
      ],
    ],
  },
  {
    name: 'declines a verification whose form was flagged',
    killedBy: 'receiver.event-types',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        '      default:\n',
        "      case 'kyc.session.form_flagged':\n        return this.#keep(this.#bySession.get(sessionId), { id: sessionId, status: 'completed', outcome: 'declined' })\n      default:\n",
      ],
    ],
  },
  {
    name: 'fails on an unknown event type',
    killedBy: 'receiver.unknown-types',
    breaks: 'EVT-022',
    edits: [
      [
        'verifications.js',
        'console.log(`ignored an event of type ${type}`)',
        'throw new Error(`unexpected type ${type}`)',
      ],
    ],
  },
  {
    name: 'believes the outcome in an event of an unknown type',
    killedBy: 'receiver.unknown-types',
    breaks: 'EVT-022',
    edits: [
      [
        'verifications.js',
        'console.log(`ignored an event of type ${type}`)',
        'this.#keep(this.#bySession.get(sessionId), { id: sessionId, status: event.status, outcome: event.outcome })',
      ],
    ],
  },
  {
    name: 'ships for an event of an unknown type',
    killedBy: 'receiver.unknown-types',
    breaks: 'EVT-022',
    edits: [
      [
        'verifications.js',
        'console.log(`ignored an event of type ${type}`)',
        'this.#byOrder.get(this.#bySession.get(sessionId)).shipments++',
      ],
    ],
  },
  {
    name: 'fails on a status that it does not know',
    killedBy: 'backend.unknown-values',
    breaks: 'CLI-019',
    edits: [
      [
        'verifications.js',
        'const verification = this.#keep(orderId, session)',
        "if (!/^(completed|expired|cancelled|awaiting_review|in_progress|created)$/.test(session.status)) throw new Error('unknown status')\n    const verification = this.#keep(orderId, session)",
      ],
    ],
  },
  {
    name: 'takes an unknown outcome for approved',
    killedBy: 'backend.unknown-values',
    breaks: 'CLI-027',
    edits: [
      [
        'verifications.js',
        'outcome: outcome ?? null',
        "outcome: outcome && outcome !== 'declined' ? 'approved' : (outcome ?? null)",
      ],
    ],
  },
]
