import type { Mutant } from '../mutant.ts'

const BODY = "'/v1/sessions', { applicant, metadata: { orderId } })"
const TAKE = 'await verifications.take(body.toString())\n      return [200, {}]'

const GIVES_UP = 'if (lasting || attempt === ATTEMPTS) throw error'
const KEEPS_IMAGE = 'if (bytes) verification.images[artifact] = bytes'
const SHIPS =
  "if (session.outcome === 'approved' && verification.shipments === 0) verification.shipments++"

/** Reads an image once, if the service is not available, and goes on without it. */
const WITHOUT_IMAGE: Mutant['edits'] = [
  [
    'service.js',
    GIVES_UP,
    "if (lasting || attempt === ATTEMPTS || (error.status === 503 && path.includes('/idv-image/'))) throw error",
  ],
  [
    'verifications.js',
    'await this.#service.image(sessionId, artifact)',
    `await this.#service.image(sessionId, artifact).catch((error) => {
        if (error.status !== 503) throw error
        return undefined
      })`,
  ],
]

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
      ['service.js', GIVES_UP, 'throw error'],
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
    name: 'shows another image when the first one could not be read once',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-024',
    edits: WITHOUT_IMAGE,
  },
  {
    name: 'lists an image that could not be read once, and shows none',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-024',
    edits: [
      ...WITHOUT_IMAGE,
      ['verifications.js', KEEPS_IMAGE, 'verification.images[artifact] = bytes'],
    ],
  },
  {
    name: 'does not ship if the images of the first delivery could not be read',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-017',
    edits: [
      [
        'verifications.js',
        'const verification = this.#keep(orderId, session)',
        `const before = this.ofOrder(orderId)?.outcome
    const verification = this.#keep(orderId, session)`,
      ],
      ['verifications.js', SHIPS, ''],
      [
        'verifications.js',
        `${KEEPS_IMAGE}\n    }`,
        `${KEEPS_IMAGE}\n    }
    if (session.outcome === 'approved' && before !== 'approved') verification.shipments++`,
      ],
    ],
  },
  {
    name: 'ships again when a delivery is repeated whose images could not be read',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-001',
    edits: [
      [
        'verifications.js',
        'async #refresh(sessionId, { mode',
        'async #refresh(sessionId, { type, mode',
      ],
      [
        'verifications.js',
        SHIPS,
        "if (session.outcome === 'approved' && type === 'kyc.session.completed') verification.shipments++",
      ],
    ],
  },
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
    name: 'parses the idv object of a session with a closed list of fields',
    killedBy: 'backend.unknown-values',
    breaks: 'CLI-019',
    edits: [
      [
        'verifications.js',
        'const orderId = this.#bySession.get(sessionId) ?? session.metadata?.orderId',
        `if (!Object.keys(session.idv ?? {}).every((name) => /^(available_images|capture_acquisition)$/.test(name)))
      throw new Error('unknown field')
    const orderId = this.#bySession.get(sessionId) ?? session.metadata?.orderId`,
      ],
    ],
  },
  {
    name: 'takes every outcome that begins with approved for an approval',
    killedBy: 'backend.unknown-values',
    breaks: 'CLI-027',
    edits: [
      [
        'verifications.js',
        'outcome: outcome ?? null',
        "outcome: outcome?.startsWith('approved') ? 'approved' : (outcome ?? null)",
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
