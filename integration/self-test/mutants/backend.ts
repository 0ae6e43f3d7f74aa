import type { Mutant } from '../mutant.ts'

/** Faults in calling the service and in handling images. */
export const BACKEND_MUTANTS: readonly Mutant[] = [
  {
    name: 'calls the endpoint of the other region first',
    killedBy: 'backend.region',
    breaks: 'CLI-007',
    edits: [['service.js', 'this.#url = url', 'this.#url = process.env.VSKIT_EU_URL']],
  },
  {
    name: 'repeats a request that was rejected as invalid',
    killedBy: 'backend.final-refusals',
    breaks: 'CLI-005',
    edits: [['service.js', 'if (refused && error.status !== 429) throw error', '']],
  },
  ...[
    ['without a scope', "error.code === 'insufficient_scope'", 'CLI-005'],
    ['for an unknown id', "error.code === 'resource_not_found'", 'CLI-005'],
    ['without money', "error.code === 'payment_required'", 'CLI-012'],
    ['without a plan', "error.code === 'subscription_required'", 'CLI-012'],
  ].map(([when, condition, breaks]): Mutant => ({
    name: `repeats a request that was rejected ${when}`,
    killedBy: 'backend.final-refusals',
    breaks: breaks!,
    edits: [
      [
        'service.js',
        'if (refused && error.status !== 429) throw error',
        `if (refused && error.status !== 429 && !(${condition})) throw error`,
      ],
    ],
  })),
  {
    name: 'repeats a read that was rejected without a scope',
    killedBy: 'backend.refused-reads',
    breaks: 'CLI-005',
    edits: [
      [
        'service.js',
        'error.status < 500 && error.status !== 429\n',
        'error.status < 500 && error.status !== 429 && error.status !== 403\n',
      ],
    ],
  },
  {
    name: 'reads a session twice, and repeats both reads that were rejected',
    killedBy: 'backend.refused-reads',
    breaks: 'CLI-005',
    edits: [
      [
        'verifications.js',
        'const session = await this.#service.session(sessionId)',
        'const read = () => this.#service.session(sessionId)\n    const both = () => Promise.all([read(), read()])\n    const [session] = await both().catch(both)',
      ],
    ],
  },
  {
    name: 'repeats a read that was rejected without money',
    killedBy: 'backend.refused-reads',
    breaks: 'CLI-012',
    edits: [
      [
        'service.js',
        'error.status < 500 && error.status !== 429\n',
        'error.status < 500 && error.status !== 429 && error.status !== 402\n',
      ],
    ],
  },
  {
    name: 'asks again for a token that was refused',
    killedBy: 'backend.final-refusals',
    breaks: 'CLI-005',
    edits: [
      [
        'server.js',
        'token: await service.browserToken(found.sessionId)',
        'token: await service.browserToken(found.sessionId).catch(() => service.browserToken(found.sessionId))',
      ],
    ],
  },
  {
    name: 'repeats the read of an unknown session after its answer to the webhook',
    killedBy: 'backend.refused-reads',
    breaks: 'CLI-005',
    edits: [
      [
        'verifications.js',
        'await this.#handle(JSON.parse(body))',
        'await this.#handle(JSON.parse(body)).catch(() => setTimeout(() => this.#handle(JSON.parse(body)).catch(() => {}), 300))',
      ],
    ],
  },
  {
    name: 'repeats a refused read without end, before the next event',
    killedBy: 'backend.refused-reads',
    breaks: 'CLI-005',
    edits: [
      [
        'verifications.js',
        'await this.#handle(JSON.parse(body))',
        'const queued = (this.last ?? Promise.resolve()).then(async () => {\n        while (!(await this.#handle(JSON.parse(body)).then(() => true, () => false))) await new Promise((resolve) => setTimeout(resolve, 100))\n      })\n      this.last = queued',
      ],
    ],
  },
  {
    name: 'puts the secret key into the page',
    killedBy: 'backend.secret-key',
    breaks: 'AUT-002',
    edits: [
      ['server.js', 'return [201, view(', 'return [201, ((page) => ({ ...page, key }))(view('],
      [
        'server.js',
        'begin(order.orderId, order.applicant))]',
        'begin(order.orderId, order.applicant)))]',
      ],
    ],
  },
  {
    name: 'puts the secret key into the page, for basic authentication',
    killedBy: 'backend.secret-key',
    breaks: 'KEY-006',
    edits: [
      [
        'server.js',
        'return [201, view(',
        'return [201, ((page) => ({ ...page, authorization: `Basic ${btoa(`${key}:`)}` }))(view(',
      ],
      [
        'server.js',
        'begin(order.orderId, order.applicant))]',
        'begin(order.orderId, order.applicant)))]',
      ],
    ],
  },
  {
    name: 'gives the SDK the secret key',
    killedBy: 'backend.secret-key',
    breaks: 'KEY-006',
    edits: [['server.js', 'token: await service.browserToken(found.sessionId)', 'token: key']],
  },
  {
    name: 'gives the SDK the id of the session in place of a token',
    killedBy: 'backend.browser-token',
    breaks: 'MNT-002',
    edits: [
      ['server.js', 'token: await service.browserToken(found.sessionId)', 'token: found.sessionId'],
    ],
  },
  {
    name: 'creates one browser token and reuses it',
    killedBy: 'backend.browser-token',
    breaks: 'CLI-008',
    edits: [
      [
        'server.js',
        'token: await service.browserToken(found.sessionId)',
        'token: (found.token ??= await service.browserToken(found.sessionId))',
      ],
    ],
  },
  {
    name: 'requests every possible image',
    killedBy: 'backend.listed-images',
    breaks: 'IMG-036',
    edits: [
      [
        'verifications.js',
        'session.idv?.available_images ?? []',
        "['portrait', 'front', 'selfie']",
      ],
    ],
  },
  {
    name: 'takes every completed verification for approved',
    killedBy: 'backend.declined',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        'outcome: outcome ?? null })',
        "outcome: status === 'completed' ? 'approved' : (outcome ?? null) })",
      ],
    ],
  },
  {
    name: 'requests the portrait without reading the list',
    killedBy: 'backend.listed-images',
    breaks: 'IMG-036',
    edits: [['verifications.js', 'session.idv?.available_images ?? []', "['portrait']"]],
  },
  {
    name: 'retries an image that is not available',
    killedBy: 'backend.missing-image',
    breaks: 'CLI-004',
    edits: [
      [
        'verifications.js',
        'const bytes = await this.#service.image(sessionId, artifact)',
        'let bytes\n      for (let i = 0; i < 3 && !bytes; i++) bytes = await this.#service.image(sessionId, artifact)',
      ],
    ],
  },
  {
    name: 'retries an image that is not available after its answer to the webhook',
    killedBy: 'backend.missing-image',
    breaks: 'CLI-004',
    edits: [
      [
        'verifications.js',
        'const bytes = await this.#service.image(sessionId, artifact)',
        'const fetchImage = () => this.#service.image(sessionId, artifact)\n      const bytes = await fetchImage()\n      if (!bytes) for (const ms of [200, 400, 800]) setTimeout(fetchImage, ms)',
      ],
    ],
  },
  {
    name: 'fails when an image is missing',
    killedBy: 'backend.missing-image',
    breaks: 'IMG-030',
    edits: [['service.js', "error.code === 'artifact_not_available'", 'false']],
  },
  {
    name: 'shows an error in place of a missing image',
    killedBy: 'backend.missing-image',
    breaks: 'IMG-030',
    edits: [
      [
        'service.js',
        "if (error.code === 'artifact_not_available') return undefined",
        "if (error.code === 'artifact_not_available') return Buffer.from(error.message)",
      ],
    ],
  },
  {
    name: 'passes on a link to the service',
    killedBy: 'backend.images-passed-on',
    breaks: 'IMG-016',
    edits: [
      [
        'drive.js',
        "return { artifact, base64: bytes.toString('base64') }",
        'return { artifact, url: `${VSKIT_URL}/v1/sessions/x/idv-image/${artifact}` }',
      ],
    ],
  },
  {
    name: 'needs idv',
    killedBy: 'backend.no-identity-check',
    breaks: 'IDV-027',
    edits: [
      ['verifications.js', 'session.idv?.available_images ?? []', 'session.idv.available_images'],
      [
        'verifications.js',
        'const verification = this.#keep(orderId, session)',
        'const { available_images } = session.idv\n    const verification = this.#keep(orderId, session)',
      ],
    ],
  },
  {
    name: 'fails after it has kept the outcome of a session without idv',
    killedBy: 'backend.no-identity-check',
    breaks: 'IDV-027',
    edits: [
      ['verifications.js', 'session.idv?.available_images ?? []', 'session.idv.available_images'],
    ],
  },
  {
    name: 'fails after it has kept the outcome of a declined session',
    killedBy: 'backend.declined',
    breaks: 'CLI-011',
    edits: [
      [
        'verifications.js',
        '// Requests listed images only;',
        "if (session.outcome === 'declined') throw new Error('declined')\n    // Requests listed images only;",
      ],
    ],
  },
  {
    name: 'declines when a photo was uploaded',
    killedBy: 'backend.uploaded-photo',
    breaks: 'IDV-019',
    edits: [
      [
        'verifications.js',
        'const verification = this.#keep(orderId, session)',
        "if (session.idv?.capture_acquisition === 'upload') session.outcome = 'declined'\n    const verification = this.#keep(orderId, session)",
      ],
    ],
  },
]
