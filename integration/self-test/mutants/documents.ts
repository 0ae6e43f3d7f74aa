import type { Mutant } from '../mutant.ts'

/** Faults in judging signed documents. */
export const DOCUMENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'queries one region only',
    killedBy: 'documents.every-region',
    breaks: 'VFY-017',
    edits: [['documents.js', 'regions.map((url)', 'regions.slice(0, 1).map((url)']],
  },
  {
    name: 'concludes from the first region without a record',
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
    name: 'sends its key to the other region with the hash of a file',
    killedBy: 'documents.every-region',
    breaks: 'CLI-007',
    edits: [
      [
        'documents.js',
        "headers: { 'content-type': 'application/json' }",
        "headers: { 'content-type': 'application/json', authorization: `Bearer ${process.env.VSKIT_KEY}` }",
      ],
    ],
  },
  ...[
    ['beside its hash', "file.toString('base64')"],
    ['percent-encoded', "escape(file.toString('latin1'))"],
  ].map(([how, code]): Mutant => ({
    name: `sends the file ${how}`,
    killedBy: 'documents.hash-only',
    breaks: 'CLI-013',
    edits: [
      ['documents.js', 'ask(url, sha256)))', `ask(url, sha256, ${code})))`],
      ['documents.js', 'function ask(url, sha256)', 'function ask(url, sha256, file)'],
      ['documents.js', 'await request(url, sha256)', 'await request(url, sha256, file)'],
      ['documents.js', 'function request(url, sha256)', 'function request(url, sha256, file)'],
      ['documents.js', 'JSON.stringify({ sha256 })', 'JSON.stringify({ sha256, file })'],
    ],
  })),
  {
    name: 'treats a missing response as not found',
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
    name: 'concludes from the other region when us does not answer',
    killedBy: 'documents.silent-region',
    breaks: 'VFY-018',
    edits: [
      [
        'documents.js',
        "answers.every((answer) => answer?.status === 'not_found')",
        "answers[1]?.status === 'not_found' && (answers[0] ?? answers[1]).status === 'not_found'",
      ],
    ],
  },
  {
    name: 'records a file as not genuine when verification is unavailable',
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
    name: 'keeps the verdict of a file that could not be verified',
    killedBy: 'documents.unavailable',
    breaks: 'VST-025',
    edits: [
      [
        'documents.js',
        'export async function checkDocument(file, regions) {',
        `const kept = new Map()
export function checkDocument(file, regions) {
  const sha256 = createHash('sha256').update(file).digest('hex')
  if (!kept.has(sha256)) kept.set(sha256, conclude(file, regions))
  return kept.get(sha256)
}

async function conclude(file, regions) {`,
      ],
    ],
  },
  {
    name: 'accepts any status that begins with "verified"',
    killedBy: 'documents.unknown-status',
    breaks: 'VRS-002',
    edits: [['documents.js', 'answer?.match === true', "answer?.status.startsWith('verified')"]],
  },
  {
    name: 'decides by the status in place of match',
    killedBy: 'documents.unknown-status',
    breaks: 'VRS-003',
    edits: [
      ['documents.js', 'answer?.match === true', "answer?.status?.split('_')[0] === 'verified'"],
    ],
  },
  {
    name: 'fails on a status of a file that it does not know',
    killedBy: 'documents.unknown-status',
    breaks: 'VRS-002',
    edits: [
      [
        'documents.js',
        'if (answers.some((answer) => AGAINST.has(answer?.status)))',
        "const known = ['verified', 'not_found', 'not_signed', 'unsealed', 'chain_unavailable', 'unsupported_format', 'verification_unavailable', ...AGAINST]\n" +
          "  if (answers.some((answer) => answer && !known.includes(answer.status))) throw new Error('unknown status')\n" +
          '  if (answers.some((answer) => AGAINST.has(answer?.status)))',
      ],
    ],
  },
  {
    name: 'treats a format unknown to the region as a forgery',
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
    name: 'treats a seal of an unknown format as a forgery',
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
    name: 'reads the format of an absent seal',
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
    name: 'treats unsealed as tampering',
    killedBy: 'documents.no-finding-against',
    breaks: 'VST-007',
    edits: [['documents.js', "new Set(['bad_signature'", "new Set(['unsealed', 'bad_signature'"]],
  },
  {
    name: 'treats a deleted record as evidence against the file',
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
    name: 'accepts a file with a bad signature',
    killedBy: 'documents.bad-signature',
    breaks: 'VST-012',
    edits: [
      ['documents.js', "['bad_signature', ", '['],
      [
        'documents.js',
        'answer?.match === true',
        '/^(verified|bad_signature)$/.test(answer?.status)',
      ],
    ],
  },
  ...[
    ['bad_signature', 'documents.bad-signature'],
    ['revoked_key', 'documents.match-false'],
  ].map(([status, killedBy]): Mutant => ({
    name: `reports a file of status ${status} as not found`,
    killedBy: killedBy!,
    breaks: 'VFY-017',
    edits: [
      [
        'documents.js',
        'if (answers.some((answer) => AGAINST',
        `if (answers.some((answer) => answer?.status === '${status}')) return 'not_found'\n  if (answers.some((answer) => AGAINST`,
      ],
    ],
  })),
  ...[
    'not_signed',
    'unsealed',
    'unknown_key',
    'revoked_key',
    'claim_mismatch',
    'chain_unavailable',
  ].map((status): Mutant => ({
    name: `accepts a file of status ${status}`,
    killedBy: 'documents.match-false',
    breaks: 'VRS-003',
    edits: [
      [
        'documents.js',
        'if (answers.some((answer) => AGAINST',
        `if (answers.some((answer) => answer?.status === '${status}')) return 'accepted'\n  if (answers.some((answer) => AGAINST`,
      ],
    ],
  })),
  {
    name: 'accepts a file that has a seal in any region',
    killedBy: 'documents.match-false',
    breaks: 'VRS-003',
    edits: [
      [
        'documents.js',
        'if (answers.some((answer) => AGAINST',
        "if (answers.some((answer) => answer?.seal)) return 'accepted'\n  if (answers.some((answer) => AGAINST",
      ],
    ],
  },
  {
    name: 'takes an unavailable eu for a region without a record',
    killedBy: 'documents.unavailable',
    breaks: 'VST-025',
    edits: [
      [
        'documents.js',
        "if (answers.every((answer) => answer?.status === 'not_found'))",
        "if (answers[1]?.status === 'verification_unavailable') answers.pop()\n  if (answers.every((answer) => answer?.status === 'not_found'))",
      ],
    ],
  },
  {
    name: 'reads the mode from the response of us only',
    killedBy: 'documents.test-mode',
    breaks: 'VFY-027',
    edits: [['documents.js', "answer.mode === 'live'", "answers[0]?.mode === 'live'"]],
  },
  ...[
    ['unsealed', 'VST-007', 'documents.no-finding-against'],
    ['chain_unavailable', 'VST-019', 'documents.no-finding-against'],
    ['unsupported_format_next', 'VRS-006', 'documents.unfamiliar-format'],
  ].map(([status, breaks, killedBy]): Mutant => ({
    name: `takes ${status} from eu for evidence against the file`,
    killedBy: killedBy!,
    breaks: breaks!,
    edits: [
      [
        'documents.js',
        'AGAINST.has(answer?.status))',
        `AGAINST.has(answer?.status) || (answers[1] === answer && answer?.status === '${status}'))`,
      ],
    ],
  })),
  {
    name: 'accepts an unknown status from eu',
    killedBy: 'documents.unknown-status',
    breaks: 'VRS-002',
    edits: [
      [
        'documents.js',
        'answer?.match === true &&',
        "(answer?.match === true || answers[1]?.status.startsWith('verified')) &&",
      ],
    ],
  },
]
