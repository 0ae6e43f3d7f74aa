import type { Mutant, Variant } from '../mutant.ts'

const CLAIMS = 'const claims = JSON.parse(answer.seal.payload_json)'
const FINDS = 'keys.find(({ kid }) => kid === claims.kid)'
const TEXT = '`${format}.${payload}`'

/** Verifies the seal of an accepted file as well: the check without the service. */
export function checksSeal({ finds = FINDS, text = TEXT } = {}): Variant['edits'] {
  return [
    [
      'documents.js',
      "import { createHash } from 'node:crypto'",
      "import { createHash, createPublicKey, verify } from 'node:crypto'",
    ],
    [
      'documents.js',
      "answer.mode === 'live')) return 'accepted'",
      "answer.mode === 'live'))\n    return (await sealsFit(answers, regions[0])) ? 'accepted' : 'rejected'",
    ],
    [
      'documents.js',
      'async function request(',
      `async function sealsFit(answers, url) {
  const { keys } = await (await fetch(\`\${url}/.well-known/esign-keys\`)).json()
  return answers.every((answer) => {
    if (!answer?.seal) return true
    const [format, payload, signature] = answer.seal.token.split('.')
    ${CLAIMS}
    const key = ${finds}
    const text = ${text}
    return key && verify(null, Buffer.from(text), createPublicKey({ key, format: 'jwk' }), Buffer.from(signature, 'base64url'))
  })
}

async function request(`,
    ],
  ]
}

/** Faults in verifying the seal of a signed document. */
export const SEAL_MUTANTS: readonly Mutant[] = [
  {
    name: 'verifies a seal over its parsed and serialized claims',
    killedBy: 'documents.offline-seal',
    breaks: 'OFF-007',
    edits: checksSeal({
      text: "`${format}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`",
    }),
  },
  {
    name: 'verifies a seal with an active key only',
    killedBy: 'documents.offline-seal',
    breaks: 'CLI-021',
    edits: checksSeal({
      finds: "keys.find(({ kid, status }) => kid === claims.kid && status === 'active')",
    }),
  },
]
