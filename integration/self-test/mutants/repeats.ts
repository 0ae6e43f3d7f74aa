import type { Mutant } from '../mutant.ts'

const BODY = "'/v1/sessions', { applicant, metadata: { orderId } })"
const TAKE = 'await verifications.take(body.toString())\n      return [200, {}]'

/** Faults in repeating requests, and in processing further events of one session. */
export const REPEAT_MUTANTS: readonly Mutant[] = [
  ...(['session', 'image'] as const).map((read): Mutant => ({
    name: `drops an accepted event when the ${read} cannot be read once`,
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-024',
    edits: [
      [
        'server.js',
        TAKE,
        'verifications.take(body.toString()).catch(() => {})\n      return [202, {}]',
      ],
      ['service.js', 'if (lasting || attempt === ATTEMPTS) throw error', 'throw error'],
      ...(read === 'session'
        ? []
        : ([
            [
              'verifications.js',
              'const session = await this.#service.session(sessionId)',
              `let session
    for (let i = 0; i < 5 && !session; i++)
      session = await this.#service.session(sessionId).catch(() => undefined)`,
            ],
          ] as const)),
    ],
  })),
  {
    name: 'keeps one event for each session and type',
    killedBy: 'receiver.old-bodies',
    breaks: 'EVB-017',
    edits: [
      [
        'verifications.js',
        "createHash('sha256').update(body).digest('hex')",
        "createHash('sha256').update([JSON.parse(body).sessionId, JSON.parse(body).type].join()).digest('hex')",
      ],
    ],
  },
  {
    name: 'drops the second of two events of a session in a short time',
    killedBy: 'receiver.signing-events',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        'const { type, sessionId } = event',
        `const { type, sessionId } = event
    this.locks ??= new Set()
    if (this.locks.has(sessionId)) return undefined
    this.locks.add(sessionId)
    setTimeout(() => this.locks.delete(sessionId), 1000)`,
      ],
    ],
  },
  {
    name: 'ships again when an earlier event arrives late',
    killedBy: 'receiver.order',
    breaks: 'CLI-002',
    edits: [
      [
        'verifications.js',
        "session.outcome === 'approved' && verification.shipments === 0",
        "session.outcome === 'approved'",
      ],
    ],
  },
  {
    name: 'repeats a creation without money, with another number in its metadata',
    killedBy: 'backend.final-refusals',
    breaks: 'CLI-012',
    edits: [
      ['service.js', BODY, "'/v1/sessions', { applicant, metadata: { orderId, attempt } })"],
      [
        'service.js',
        'if (refused && error.status !== 429) throw error',
        'if (refused && error.status !== 402 && error.status !== 429) throw error',
      ],
    ],
  },
  {
    name: 'adds a field that the service does not know to a repeated creation',
    killedBy: 'backend.valid-requests',
    breaks: 'CLI-015',
    edits: [
      [
        'service.js',
        BODY,
        "'/v1/sessions', { applicant, metadata: { orderId }, ...(attempt > 1 && { metaData: {} }) })",
      ],
    ],
  },
  {
    name: 'parses the response about a file with a closed list of fields',
    killedBy: 'documents.unknown-fields',
    breaks: 'CLI-026',
    edits: [
      [
        'documents.js',
        'const isFinal = answer !== undefined',
        `const known = /^(protocol_version|match|status|mode|seal|agreement_id|document_id|final_hash)$/
    if (answer && !Object.keys(answer).every((name) => known.test(name))) return undefined
    const isFinal = answer !== undefined`,
      ],
    ],
  },
]
