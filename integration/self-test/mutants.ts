import type { Mutant } from './mutant.ts'

const SIGNED = "if (!isSigned(body, request.headers['x-webhook-signature'], webhookSecret))"
const PING = "if (request.headers['x-webhook-origin'] === 'test_ping') return [200, {}]"
const REFRESH = "return typeof sessionId === 'string' ? this.#refresh(sessionId, event) : undefined"
const SHIPS = "session.outcome === 'approved' && verification.shipments === 0"

/** At least one for each duty that a check judges, and what finds it. */
export const MUTANTS: readonly Mutant[] = [
  {
    name: 'takes every webhook for signed',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [['server.js', SIGNED, 'if (false)']],
  },
  {
    name: 'checks that there is a signature, and not what it says',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [['signature.js', "timingSafeEqual(Buffer.from(given[1], 'hex'), expected)", 'true']],
  },
  {
    name: 'verifies what it has parsed and printed again',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      ['server.js', 'isSigned(body,', 'isSigned(JSON.stringify(JSON.parse(body.toString())),'],
    ],
  },
  {
    name: 'trusts what has a version header',
    killedBy: 'receiver.version-header',
    breaks: 'HDR-016',
    edits: [
      [
        'server.js',
        SIGNED,
        `if (!request.headers['x-webhook-event-version'] && ${SIGNED.slice(4)}`,
      ],
    ],
  },
  {
    name: 'refuses what has no version header',
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
    name: 'takes a ping for an event',
    killedBy: 'receiver.test-ping',
    breaks: 'HDR-013',
    edits: [['server.js', PING, '']],
  },
  {
    name: 'answers after the work of a second',
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
    name: 'fails on a type that it does not know',
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
    name: 'refuses events with a field that it does not know',
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
    name: 'ignores events without a type',
    killedBy: 'receiver.old-bodies',
    breaks: 'EVB-017',
    edits: [['verifications.js', '      case undefined:\n', '']],
  },
  {
    name: 'needs the mode of an event',
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
    name: 'takes an absent decisionSource for no decision',
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
    name: 'takes an absent decisionSource for reviewer',
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
    name: 'takes an absent mode for live',
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
    name: 'refuses a delivery that it had before',
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
    name: 'keeps the outcome of whichever event came last',
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
  {
    name: 'calls the endpoint of the other region first',
    killedBy: 'backend.region',
    breaks: 'CLI-007',
    edits: [['service.js', 'this.#url = url', 'this.#url = process.env.VSKIT_EU_URL']],
  },
  {
    name: 'backs off after a 429 and does not look at reset_at',
    killedBy: 'backend.waits-for-reset',
    breaks: 'LIM-031',
    edits: [
      [
        'service.js',
        "if (error.status !== 429 || typeof reset_at !== 'number') return",
        'if (true) return',
      ],
    ],
  },
  {
    name: 'creates again after a lost response, without a look',
    killedBy: 'backend.lost-response',
    breaks: 'CLI-006',
    edits: [
      [
        'service.js',
        'const made = refused ? undefined : await this.findSession(orderId)',
        'const made = undefined',
      ],
    ],
  },
  {
    name: 'repeats what was refused as not valid',
    killedBy: 'backend.final-refusals',
    breaks: 'CLI-005',
    edits: [['service.js', 'if (refused && error.status !== 429) throw error', '']],
  },
  {
    name: 'puts the secret key into the page',
    killedBy: 'backend.secret-key',
    breaks: 'AUT-002',
    edits: [
      ['server.js', 'return [201, view(', 'return [201, ((page) => ({ ...page, key }))(view('],
      ['server.js', 'begin(wanted, applicant))]', 'begin(wanted, applicant)))]'],
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
    name: 'mints one browser token and keeps it',
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
    name: 'asks for every image that there could be',
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
    name: 'asks again and again for an image that is not there',
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
    name: 'shows no image when the first one is missing',
    killedBy: 'backend.missing-image',
    breaks: 'IMG-030',
    edits: [
      ['verifications.js', 'if (bytes) verification', 'if (!bytes) break\n      verification'],
    ],
  },
  {
    name: 'passes a link to the service on',
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
    name: 'declines where a photo was uploaded',
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
  {
    name: 'asks one region alone',
    killedBy: 'documents.every-region',
    breaks: 'VFY-017',
    edits: [['documents.js', 'regions.map((url)', 'regions.slice(0, 1).map((url)']],
  },
  {
    name: 'concludes from the first region that knows nothing',
    killedBy: 'documents.every-region',
    breaks: 'VST-004',
    edits: [
      [
        'documents.js',
        'const answers = await Promise.all(regions.map((url) => ask(url, sha256)))',
        "const answers = []\n  for (const url of regions) {\n    answers.push(await ask(url, sha256))\n    if (answers.at(-1)?.status === 'not_found') break\n  }",
      ],
    ],
  },
  {
    name: 'takes silence for not found',
    killedBy: 'documents.silent-region',
    breaks: 'VFY-018',
    edits: [
      [
        'documents.js',
        "answer?.status === 'not_found'",
        "(answer?.status ?? 'not_found') === 'not_found'",
      ],
    ],
  },
  {
    name: 'records that a file is not genuine when nothing can be verified',
    killedBy: 'documents.unavailable',
    breaks: 'VST-025',
    edits: [
      [
        'documents.js',
        "new Set(['bad_signature'",
        "new Set(['verification_unavailable', 'bad_signature'",
      ],
    ],
  },
  {
    name: 'takes whatever begins like verified for yes',
    killedBy: 'documents.unknown-status',
    breaks: 'VRS-002',
    edits: [['documents.js', 'answer?.match === true', "answer?.status.startsWith('verified')"]],
  },
  {
    name: 'takes a format that the region cannot check for a forgery',
    killedBy: 'documents.unfamiliar-format',
    breaks: 'VST-023',
    edits: [
      [
        'documents.js',
        "new Set(['bad_signature'",
        "new Set(['unsupported_format', 'bad_signature'",
      ],
    ],
  },
  {
    name: 'takes a seal of an unfamiliar format for a forgery',
    killedBy: 'documents.unfamiliar-format',
    breaks: 'VRS-006',
    edits: [
      [
        'documents.js',
        'AGAINST.has(answer?.status))',
        "AGAINST.has(answer?.status) || (answer?.seal && answer.seal.format !== 'ed25519_detached_token_v1'))",
      ],
    ],
  },
  {
    name: 'reads the format of a seal that is not there',
    killedBy: 'documents.unfamiliar-format',
    breaks: 'VRS-005',
    edits: [
      [
        'documents.js',
        'AGAINST.has(answer?.status))',
        "AGAINST.has(answer?.status) || (answer?.status === 'unsupported_format' && answer.seal.format === ''))",
      ],
    ],
  },
  {
    name: 'takes unsealed for tampering',
    killedBy: 'documents.no-finding-against',
    breaks: 'VST-007',
    edits: [['documents.js', "new Set(['bad_signature'", "new Set(['unsealed', 'bad_signature'"]],
  },
  {
    name: 'takes a record that is gone for a finding against the file',
    killedBy: 'documents.no-finding-against',
    breaks: 'VST-019',
    edits: [
      ['documents.js', "new Set(['bad_signature'", "new Set(['chain_unavailable', 'bad_signature'"],
    ],
  },
  {
    name: 'accepts a record of test mode',
    killedBy: 'documents.test-mode',
    breaks: 'VFY-027',
    edits: [['documents.js', " && answer.mode === 'live'", '']],
  },
  {
    name: 'accepts a file with a bad signature when the other region vouches for it',
    killedBy: 'documents.bad-signature',
    breaks: 'VST-012',
    edits: [['documents.js', "['bad_signature', ", '[']],
  },
]
