import type { Mutant } from '../mutant.ts'

const SIGNED = "if (!isSigned(body, request.headers['x-webhook-signature'], webhookSecret))"

const PING = "if (request.headers['x-webhook-origin'] === 'test_ping') return [200, {}]"

/** Receivers that skip the verification of the signature for some webhooks, or process them before it. */
export const UNVERIFIED_MUTANTS: readonly Mutant[] = [
  {
    name: 'takes a ping without its signature',
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      [
        'server.js',
        SIGNED,
        `if (request.headers['x-webhook-origin'] !== 'test_ping' && ${SIGNED.slice(4)}`,
      ],
    ],
  },
  ...[
    ['test: true', 'event.test !== true'],
    ['mode live', "event.mode !== 'live'"],
    ['the old form', 'event.type !== undefined'],
    ['a type that it ignores', "event.type !== 'kyc.session.levitated'"],
    ...[
      'cancelled',
      'expired',
      'manual_review_requested',
      'form_flagged',
      'document_signed',
      'document_declined',
    ].map((name) => [`type ${name}`, `event.type !== 'kyc.session.${name}'`] as const),
  ].map(([what, condition]): Mutant => ({
    name: `takes an event of ${what} without its signature`,
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      [
        'server.js',
        SIGNED,
        `const event = JSON.parse(body.toString())\n      if (${condition} && ${SIGNED.slice(4)}`,
      ],
    ],
  })),
  ...[
    ['an empty body', 'body.length === 0'],
    ['a body that is no JSON', "body.toString() === '{'"],
    ['a body with the JSON null', "body.toString() === 'null'"],
  ].map(([what, condition]): Mutant => ({
    name: `ends at ${what} before it verifies the signature`,
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [['server.js', SIGNED, `if (${condition}) process.exit(1)\n      ${SIGNED}`]],
  })),
  {
    name: 'trusts webhooks with a version header',
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
    name: 'verifies only webhooks with a version header',
    killedBy: 'receiver.version-header',
    breaks: 'HDR-016',
    edits: [
      ['server.js', SIGNED, `if (request.headers['x-webhook-event-version'] && ${SIGNED.slice(4)}`],
    ],
  },
  {
    name: 'verifies only webhooks of version 1',
    killedBy: 'receiver.version-header',
    breaks: 'HDR-016',
    edits: [
      [
        'server.js',
        SIGNED,
        `if ((request.headers['x-webhook-event-version'] ?? '1') === '1' && ${SIGNED.slice(4)}`,
      ],
    ],
  },
  ...[
    ['the id', "request.headers['x-webhook-id']"],
    ['the body', 'body.toString()'],
    [
      'the session',
      "(/vs_\\w+/.exec(body.toString()) ?? [''])[0] + (/\\w+\\.completed/.exec(body.toString()) ?? [''])[0]",
    ],
  ].map(([what, code]): Mutant => ({
    name: `records ${what} of a webhook before it verifies the signature, and drops the next one`,
    killedBy: 'receiver.signature',
    breaks: 'HDR-015',
    edits: [
      ['server.js', 'const LARGEST_BODY', 'const recorded = new Set()\nconst LARGEST_BODY'],
      [
        'server.js',
        SIGNED,
        `const event = ${code}\n      const isRepeated = recorded.has(event)\n      recorded.add(event)\n      ${SIGNED}`,
      ],
      ['server.js', PING, `${PING}\n      if (isRepeated) return [200, {}]`],
    ],
  })),
]
