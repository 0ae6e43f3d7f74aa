import type { Mutant } from '../mutant.ts'

const PING = "if (request.headers['x-webhook-origin'] === 'test_ping') return [200, {}]"
const REFRESH = "return typeof sessionId === 'string' ? this.#refresh(sessionId, event) : undefined"
const SHIPS = "session.outcome === 'approved' && verification.shipments === 0"

/** Faults in receiving webhooks. */
export const RECEIVER_MUTANTS: readonly Mutant[] = [
  {
    name: 'marks an event as processed before its images are read',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-017',
    edits: [['verifications.js', '      this.#handled.delete(digest)\n', '']],
  },
  {
    name: 'rejects webhooks without a version header',
    killedBy: 'receiver.version-header',
    breaks: 'HDR-016',
    edits: [
      [
        'server.js',
        PING,
        `${PING}\n      if (!request.headers['x-webhook-event-version']) return [400, {}]`,
      ],
    ],
  },
  {
    name: 'treats a ping as an event',
    killedBy: 'receiver.test-ping',
    breaks: 'HDR-013',
    edits: [['server.js', PING, '']],
  },
  {
    name: 'recognizes a ping by its body',
    killedBy: 'receiver.test-ping',
    breaks: 'HDR-013',
    edits: [['server.js', PING, 'if (JSON.parse(body).test === true) return [200, {}]']],
  },
  {
    name: 'ships for a ping',
    killedBy: 'receiver.test-ping',
    breaks: 'HDR-013',
    edits: [
      ['server.js', PING, `verifications.act(request.headers, body)\n      ${PING}`],
      [
        'verifications.js',
        '  ofOrder(orderId) {',
        "  act(headers, body) {\n    const { sessionId } = JSON.parse(body)\n    const found = this.#byOrder.get(this.#bySession.get(sessionId))\n    if (found && headers['x-webhook-origin']) found.shipments++\n  }\n\n  ofOrder(orderId) {",
      ],
    ],
  },
  {
    name: 'responds after one second of work',
    killedBy: 'receiver.answers-in-time',
    breaks: 'CLI-003',
    answerWithinMs: 500,
    edits: [
      [
        'server.js',
        'await verifications.take(body.toString())',
        'await new Promise((resolve) => setTimeout(resolve, 700)); await verifications.take(body.toString())',
      ],
    ],
  },
  {
    name: 'ships when the documents are signed',
    killedBy: 'receiver.signing-events',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        '      default:\n',
        "      case 'kyc.session.document_signed':\n        this.#byOrder.get(this.#bySession.get(sessionId)).shipments++\n        return undefined\n      default:\n",
      ],
    ],
  },
  {
    name: 'rejects events with an unknown field',
    killedBy: 'receiver.unknown-fields',
    breaks: 'VER-005',
    edits: [
      [
        'verifications.js',
        'const { type, sessionId } = event',
        "const { type, sessionId, status, outcome, occurredAt, mode, decisionSource, ...others } = event\n    if (Object.keys(others).length > 0) throw new Error('unexpected field')",
      ],
    ],
  },
  {
    name: 'rejects events that occurred long ago',
    killedBy: 'receiver.duplicates',
    breaks: 'CLI-001',
    edits: [
      [
        'verifications.js',
        'const { type, sessionId } = event',
        "const { type, sessionId } = event\n    if (Date.parse(event.occurredAt) < Date.now() - 300_000) throw new Error('too old')",
      ],
    ],
  },
  {
    name: 'rejects documents with an unknown field',
    killedBy: 'receiver.unknown-fields',
    breaks: 'VER-005',
    edits: [
      [
        'verifications.js',
        'const { type, sessionId } = event',
        "const { type, sessionId } = event\n    if (event.documents?.some((one) => Object.keys(one).length > 3)) throw new Error('unknown field')",
      ],
    ],
  },
  {
    name: 'verifies a body that was decoded as Latin-1',
    killedBy: 'receiver.unknown-fields',
    breaks: 'VER-005',
    edits: [['signature.js', '.update(body)', ".update(body.toString('latin1'))"]],
  },
  {
    name: 'rejects webhooks of more than 4 KiB',
    killedBy: 'receiver.signing-events',
    breaks: 'CLI-010',
    edits: [['server.js', 'const LARGEST_BODY = 1024 * 1024', 'const LARGEST_BODY = 4096']],
  },
  {
    name: 'expects a single signed document',
    killedBy: 'receiver.signing-events',
    breaks: 'CLI-010',
    edits: [
      [
        'verifications.js',
        '      default:\n',
        "      case 'kyc.session.document_signed':\n        if (event.documents.length > 1) throw new Error('one document expected')\n        return undefined\n      default:\n",
      ],
    ],
  },
  {
    name: 'fails when an applicant declines to sign',
    killedBy: 'receiver.signing-events',
    breaks: 'CLI-009',
    edits: [
      [
        'verifications.js',
        '      default:\n',
        "      case 'kyc.session.document_declined':\n        throw new Error('the signature failed')\n      default:\n",
      ],
    ],
  },
  {
    name: 'approves a verification when its applicant declines to sign',
    killedBy: 'receiver.signing-events',
    breaks: 'CLI-009',
    edits: [
      [
        'verifications.js',
        '      default:\n',
        "      case 'kyc.session.document_declined':\n        return this.#keep(this.#bySession.get(sessionId), { id: sessionId, status: 'completed', outcome: 'approved' })\n      default:\n",
      ],
    ],
  },
  {
    name: 'ignores events without a type',
    killedBy: 'receiver.old-bodies',
    breaks: 'EVB-017',
    edits: [['verifications.js', '      case undefined:\n', '']],
  },
  {
    name: 'requires the mode of an event',
    killedBy: 'receiver.old-bodies',
    breaks: 'EVB-017',
    edits: [
      [
        'verifications.js',
        'const { type, sessionId } = event',
        'const { type, sessionId } = event\n    event.mode.toUpperCase()',
      ],
    ],
  },
  {
    name: 'reads an absent decisionSource as no decision',
    killedBy: 'receiver.absent-members',
    breaks: 'EVB-023',
    edits: [
      [
        'verifications.js',
        REFRESH,
        "return event.decisionSource && typeof sessionId === 'string' ? this.#refresh(sessionId, event) : undefined",
      ],
    ],
  },
  {
    name: 'reads an absent decisionSource as reviewer',
    killedBy: 'receiver.absent-members',
    breaks: 'EVB-024',
    edits: [['verifications.js', 'decisionSource ?? null', "decisionSource ?? 'reviewer'"]],
  },
  {
    name: 'derives decisionSource from the outcome',
    killedBy: 'receiver.absent-members',
    breaks: 'EVB-025',
    edits: [
      [
        'verifications.js',
        'decisionSource ?? null',
        "decisionSource ?? (session.outcome === 'approved' ? 'automatic' : null)",
      ],
    ],
  },
  {
    name: 'reads an absent mode as live',
    killedBy: 'receiver.absent-members',
    breaks: 'EVB-028',
    edits: [['verifications.js', 'mode ?? null', "mode ?? 'live'"]],
  },
  {
    name: 'ships for each delivery',
    killedBy: 'receiver.duplicates',
    breaks: 'CLI-001',
    edits: [
      ['verifications.js', SHIPS, "session.outcome === 'approved'"],
      ['verifications.js', 'if (this.#handled.has(digest)) return', ''],
    ],
  },
  {
    name: 'rejects a repeated delivery',
    killedBy: 'receiver.duplicates',
    breaks: 'CLI-001',
    edits: [
      [
        'verifications.js',
        'if (this.#handled.has(digest)) return',
        "if (this.#handled.has(digest)) throw new Error('a duplicate')",
      ],
    ],
  },
  {
    name: 'rejects a repeated delivery of an event that it has processed after its answer',
    killedBy: 'receiver.duplicates',
    breaks: 'CLI-001',
    edits: [
      ['server.js', 'const LARGEST_BODY', 'const processed = new Set()\nconst LARGEST_BODY'],
      [
        'server.js',
        'await verifications.take(body.toString())\n      return [200, {}]',
        'const text = body.toString()\n      if (processed.has(text)) return [409, {}]\n      setTimeout(() => verifications.take(text).then(() => processed.add(text), () => {}), 100)\n      return [202, {}]',
      ],
    ],
  },
  {
    name: 'keeps the outcome of the last event',
    killedBy: 'receiver.order',
    breaks: 'CLI-002',
    edits: [
      [
        'verifications.js',
        'const session = await this.#service.session(sessionId)',
        'const session = { ...(await this.#service.session(sessionId)), ...event }',
      ],
      [
        'verifications.js',
        'async #refresh(sessionId, { mode, decisionSource }) {',
        'async #refresh(sessionId, event) {\n    const { mode, decisionSource } = event',
      ],
    ],
  },
]
