import { randomBytes } from 'node:crypto'
import { type ProviderState, count, flag, oneOf, text } from './state.ts'
import { NAMED, ceremony } from './signing.ts'
import { StateUnavailable } from './state-unavailable.ts'
import type { StateUse } from './use.ts'

/** Sets up a document for each status of the verify endpoint; an unknown hash needs nothing. */
const MAKES: Record<string, object> = {
  verified: {},
  not_signed: { state: 'sent' },
  unsealed: { state: 'signed' },
  unknown_key: { key: 'unpublished' },
  revoked_key: {},
  bad_signature: { signature: 'altered' },
  claim_mismatch: {},
  chain_unavailable: { ceremony: 'gone' },
  unsupported_format: { format: 'cose_sign1_v9' },
  verification_unavailable: { readable: false },
}

/** Wrong claims, by the subject that they name. */
const CLAIMS: Record<string, (use: StateUse) => Record<string, string>> = {
  agreement: () => ({ agreement_id: `agr_${randomBytes(8).toString('hex')}` }),
  document: () => ({ document_id: `doc_${randomBytes(8).toString('hex')}` }),
  organization: () => ({ org_id: `org_${randomBytes(8).toString('hex')}` }),
  mode: ({ params }) => ({ mode: params.mode === 'test' ? 'live' : 'test' }),
  region: ({ params }) => ({ region: params.region === 'us' ? 'eu' : 'us' }),
}

interface Made {
  sha256: string
  pdf_base64: string
  kid: string | null
  agreement_id: string
  document_id: string
}

export const documentStates: Record<string, ProviderState> = {
  signed_document: {
    description: 'A document with this status at the verify endpoint.',
    takes: {
      status: oneOf('not_found', ...Object.keys(MAKES)),
      claim: oneOf(...Object.keys(CLAIMS)),
      retired_key: flag,
      revoked_key: flag,
      sha256: text,
      ceremony_gone: flag,
      documents: count(1, 20),
      attestations: count(0, 5),
    },
    needs: ['status'],
    async setUp(use) {
      const { status, retired_key, revoked_key, sha256 } = use.given<{
        status: string
        retired_key?: boolean
        revoked_key?: boolean
        sha256?: string
      }>()
      if (sha256 !== undefined) return revokeKeyOf(use, sha256)
      const organization = await use.organization()
      if (status === 'not_found') return { sha256: randomBytes(32).toString('hex'), withheld: [] }
      const revoked = status === 'revoked_key' || revoked_key === true
      const ownKey = revoked || retired_key === true
      // All uses share the keys: revoke or retire only one that sealed nothing else.
      const made = await use.queue(async () => {
        const stage = isPlain(use.params) ? STAGES[status] : undefined
        if (stage) return signedFor(use, stage)
        if (ownKey) await rotate(use)
        const one = await seal(use, organization)
        if (ownKey) await rotate(use)
        return one
      })
      if (revoked) await use.control('POST', `/seal_keys/${made.kid!}/revoke`)
      const { sha256: hash, pdf_base64: file_base64, kid, agreement_id, document_id } = made
      return {
        sha256: hash,
        file_base64,
        ...(kid !== null && { kid }),
        agreement_id,
        document_id,
        organization_id: organization,
        withheld: isPlain(use.params) && STAGES[status] ? NAMED : [],
      }
    },
  },
}

/** Revokes the key of a document from an earlier use, which sealed nothing else. */
async function revokeKeyOf(use: StateUse, sha256: string): Promise<Record<string, unknown>> {
  if (use.params.status !== 'revoked_key')
    throw new StateUnavailable('a document of an earlier use gets the status revoked_key only')
  const { seal } = await use.publicly<{ seal?: { payload_json: string } }>(
    'POST',
    '/v1/esign/verify',
    { sha256 },
  )
  if (!seal) throw new StateUnavailable('the document has no seal')
  const { kid } = JSON.parse(seal.payload_json) as { kid: string }
  await use.control('POST', `/seal_keys/${kid}/revoke`)
  return { sha256, kid }
}

/** Signing ceremonies by the status that the verify endpoint then returns. */
const STAGES: Partial<Record<string, 'opened' | 'signed' | 'unsealed'>> = {
  verified: 'signed',
  not_signed: 'opened',
  unsealed: 'unsealed',
}

function isPlain({
  retired_key,
  revoked_key,
  ceremony_gone,
  documents,
  attestations,
}: Record<string, unknown>): boolean {
  return (retired_key ?? revoked_key ?? ceremony_gone ?? documents ?? attestations) === undefined
}

async function signedFor(use: StateUse, stage: 'opened' | 'signed' | 'unsealed'): Promise<Made> {
  const { id } = await ceremony(use, stage, 1)
  const [envelope] = await use.control<Envelope[]>('GET', `/sessions/${id}/envelopes`)
  const [document] = envelope!.documents
  const sha256 = document!.final_hash ?? document!.presented_hash
  const bytes = await use.ports.records.blob(sha256)
  const kid =
    document!.seal === null
      ? null
      : (JSON.parse(document!.seal.payload_json) as { kid: string }).kid
  return {
    sha256,
    pdf_base64: bytes!.toString('base64'),
    kid,
    agreement_id: envelope!.agreement_id,
    document_id: document!.id,
  }
}

interface Envelope {
  agreement_id: string
  documents: {
    id: string
    presented_hash: string
    final_hash: string | null
    seal: { payload_json: string } | null
  }[]
}

/** A new key seals from now on, and the previous one is retired. */
function rotate(use: StateUse): Promise<unknown> {
  const { region, mode } = use.params
  return use.control('POST', '/seal_keys/rotate', { region, mode })
}

function seal(use: StateUse, organization: string): Promise<Made> {
  const {
    mode,
    status,
    claim = 'agreement',
    ceremony_gone,
    documents,
    attestations = 0,
  } = use.given<{
    mode: string
    status: string
    claim?: string
    ceremony_gone?: boolean
    documents?: number
    attestations?: number
  }>()
  return use.control<Made>('POST', `/organizations/${organization}/sealed_documents`, {
    mode,
    pdf_base64: smallPdf().toString('base64'),
    ...MAKES[status],
    ...(status === 'claim_mismatch' && { claims: CLAIMS[claim]!(use) }),
    ...(ceremony_gone && { ceremony: 'gone' }),
    ...(documents !== undefined && { document_count: documents }),
    ...(attestations > 0 && {
      attestations: Array.from({ length: attestations }, () => 'timestamp_renewed'),
    }),
  })
}

/** One unique empty page: its content does not matter here, and drawing text takes time. */
function smallPdf(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
  ]
  let file = `%PDF-1.7\n%${randomBytes(16).toString('hex')}\n`
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj${object}endobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 4\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(
    `${file}${table}trailer<</Size 4/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}
