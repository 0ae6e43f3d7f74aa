import type { Mutant } from '../mutant.ts'

const SIGNED = "if (!isSigned(body, request.headers['x-webhook-signature'], webhookSecret))"
const PING = "if (request.headers['x-webhook-origin'] === 'test_ping') return [200, {}]"
const COMPARES = "timingSafeEqual(Buffer.from(given[1], 'hex'), expected)"

/** Acts on the outcome of an event, without reading its session. */
const ACTS: readonly [string, string, string] = [
  'verifications.js',
  '  ofOrder(orderId) {',
  "  act(body) {\n    const { sessionId, outcome } = JSON.parse(body)\n    const found = this.#byOrder.get(this.#bySession.get(sessionId))\n    if (found && outcome === 'approved') found.shipments++\n  }\n\n  ofOrder(orderId) {",
]

/** Reads each open session every second. */
const POLLS: readonly [string, string, string] = [
  'verifications.js',
  '    this.#service = service\n',
  `    this.#service = service
    const isOpen = ({ status }) => !['completed', 'expired', 'cancelled'].includes(status)
    const poll = ({ sessionId }) => this.#refresh(sessionId, {}).catch(() => {})
    setInterval(() => [...this.#byOrder.values()].filter(isOpen).forEach(poll), 1000)
`,
]

/** Faults in verifying the signature of a webhook. */
export const SIGNATURE_MUTANTS: readonly Mutant[] = [
  {
    name: 'accepts every webhook as signed',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [['server.js', SIGNED, 'if (false)']],
  },
  {
    name: 'reads the session of an event before it verifies the signature, and then refuses',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      [
        'server.js',
        SIGNED,
        `await service.session(JSON.parse(body.toString()).sessionId).catch(() => {})\n      ${SIGNED}`,
      ],
    ],
  },
  {
    name: 'ships before it verifies the signature, and then refuses',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [ACTS, ['server.js', SIGNED, `verifications.act(body)\n      ${SIGNED}`]],
  },
  {
    name: 'ships for webhooks with a version header, and then refuses',
    killedBy: 'receiver.version-header',
    breaks: 'HDR-016',
    edits: [
      ACTS,
      [
        'server.js',
        SIGNED,
        `if (request.headers['x-webhook-event-version']) verifications.act(body)\n      ${SIGNED}`,
      ],
    ],
  },
  {
    name: 'also accepts a signature with an empty key',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      [
        'signature.js',
        COMPARES,
        `(${COMPARES} || given[1] === createHmac('sha256', '').update(body).digest('hex'))`,
      ],
    ],
  },
  {
    name: 'also accepts a digest of the body as its signature',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      ['signature.js', 'import { createHmac', 'import { createHash, createHmac'],
      [
        'signature.js',
        COMPARES,
        `(${COMPARES} || given[1] === createHash('sha256').update(body).digest('hex'))`,
      ],
    ],
  },
  ...[
    ['the session', 'JSON.parse(body.toString()).sessionId'],
    ['the id', "request.headers['x-webhook-id']"],
  ].map(([what, code]): Mutant => ({
    name: `verifies only the first webhook with ${what}`,
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      ['server.js', 'const LARGEST_BODY', 'const trusted = new Set()\nconst LARGEST_BODY'],
      ['server.js', SIGNED, `if (!trusted.has(${code}) && ${SIGNED.slice(4)}`],
      ['server.js', PING, `trusted.add(${code})\n      ${PING}`],
    ],
  })),
  ...[
    ['the correct signature', 'correct: signatureOf(body, webhookSecret)', 'HDR-015'],
    ['the signing secret', 'settings: { webhookSecret }', 'HDR-015'],
    ['the secret key', 'settings: { key }', 'KEY-006'],
  ].map(([what, member, breaks]): Mutant => ({
    name: `tells ${what} when it refuses a webhook`,
    killedBy: 'receiver.signature',
    breaks: breaks!,
    edits: [
      [
        'server.js',
        "error: 'the signature does not fit'",
        `error: 'the signature does not fit', ${member}`,
      ],
      ['server.js', 'import { isSigned } from', 'import { isSigned, signatureOf } from'],
      [
        'signature.js',
        "import { createHmac, timingSafeEqual } from 'node:crypto'",
        `import { createHmac, timingSafeEqual } from 'node:crypto'

export function signatureOf(body, secret) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return createHmac('sha256', key).update(body).digest('hex')
}`,
      ],
    ],
  })),
  {
    name: 'accepts signatures of a version that it does not know',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      [
        'signature.js',
        'return given !== null &&',
        "if (part !== '' && !part.startsWith('v1=')) return true\n    return given !== null &&",
      ],
    ],
  },
  {
    name: 'checks the presence of a signature, not its value',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [['signature.js', COMPARES, 'true']],
  },
  {
    name: 'accepts every header with several signatures',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      [
        'signature.js',
        "  return (header ?? '').split(' ').some(",
        "  const parts = (header ?? '').split(' ')\n  return parts.length > 1 || parts.some(",
      ],
    ],
  },
  {
    name: 'verifies the parsed and serialized body',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      ['server.js', 'isSigned(body,', 'isSigned(JSON.stringify(JSON.parse(body.toString())),'],
    ],
  },
  {
    name: 'compares the first digits of a signature',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [['signature.js', COMPARES, "given[1].slice(0, 8) === expected.toString('hex', 0, 4)"]],
  },
  {
    name: 'compares the last digits of a signature',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [['signature.js', COMPARES, "given[1].slice(-32) === expected.toString('hex', 16)"]],
  },
  {
    name: 'compares both ends of a signature',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      [
        'signature.js',
        COMPARES,
        "given[1].slice(0, 8) === expected.toString('hex', 0, 4) && given[1].slice(-8) === expected.toString('hex', 28)",
      ],
    ],
  },
  {
    name: 'compares as many digits as a signature has',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      ['signature.js', '/^v1=([0-9a-f]{64})$/', '/^v1=([0-9a-f]*)$/'],
      ['signature.js', COMPARES, "expected.toString('hex').startsWith(given[1])"],
    ],
  },
  {
    name: 'compares as many digits as a signature has, and polls its open sessions',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      ['signature.js', '/^v1=([0-9a-f]{64})$/', '/^v1=([0-9a-f]+)$/'],
      ['signature.js', COMPARES, "expected.toString('hex').startsWith(given[1])"],
      POLLS,
    ],
  },
]
