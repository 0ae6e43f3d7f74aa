import { iso } from '../../time/clock.ts'
import { positionOf } from './crypto/chain.ts'
import { privateBytes } from './crypto/keys.ts'
import { sealClaims } from './crypto/seal.ts'
import type { Ports } from '../../ports.ts'
import type { Change, Document } from '../../store/records.ts'
import type { Organization } from '../../world/world.ts'
import { sha256 } from '../../world/sha256.ts'
import { type Ceremony, withEnvelope, withEvent } from './ceremony-state.ts'
import { retentionText } from './envelope-retention.ts'
import { currentKey } from './seal-keys.ts'

/** Result of a sealing: the ceremony after it, and further changes. If sealing failed, only the signature. */
export interface Sealing {
  ceremony: Ceremony
  changes: Change[]
  sealed: boolean
}

/** Makes the next sealings of an organization's plane fail, as if the key were unreachable; one document per scope. */
export const SEALING_FAULT = 'sealing_fault'
export interface SealingFault {
  left: number
}

/**
 * Seals every document of a signed envelope, or none. The presented file and its certificate of completion become the
 * final file. Its exact bytes are hashed and sealed with the key of the plane (ESG-004, JWK-012).
 * @param signerEmail as the certificate names it
 * @param pending changes of earlier steps in the same call, which may have used up a fault
 */
export async function sealCeremony(
  ports: Ports,
  organization: Organization,
  scope: string,
  ceremony: Ceremony,
  now: number,
  signerEmail: string | undefined,
  pending: readonly Change[] = [],
): Promise<Sealing> {
  const fault = (await ports.records.read(scope, SEALING_FAULT, scope)) as
    | Document<SealingFault>
    | undefined
  const used = pending.filter((change) => change.type === 'put' && change.kind === SEALING_FAULT)
  const left = (fault?.body.left ?? 0) - used.length
  if (fault && left > 0) {
    const body: SealingFault = { left: left - 1 }
    const counted: Change = {
      type: 'put',
      scope,
      kind: SEALING_FAULT,
      id: scope,
      body,
      ifVersion: fault.version,
    }
    return failed(ceremony, now, [counted])
  }
  try {
    return await sealedAll(ports, organization, scope, ceremony, now, signerEmail)
  } catch (error) {
    // The signature is valid anyway: it must not be lost if a file could not be made.
    ports.report(error)
    return failed(ceremony, now, [])
  }
}

function failed(ceremony: Ceremony, now: number, changes: Change[]): Sealing {
  return {
    ceremony: withEnvelope(ceremony, { sealing_failed_at: iso(now) }),
    changes,
    sealed: false,
  }
}

async function sealedAll(
  ports: Ports,
  organization: Organization,
  scope: string,
  signed: Ceremony,
  now: number,
  signerEmail: string | undefined,
): Promise<Sealing> {
  const { envelope } = signed
  // Claims of the seals: the ceremony as in the certificate.
  const chain_position = positionOf(signed.chain)
  const files = await Promise.all(
    envelope.documents.map((_, i) => finalFile(ports, organization, signed, i, signerEmail)),
  )
  const hashes = files.map(sha256)
  const moved = withEnvelope(signed, {
    status: 'sealed',
    sealing_failed_at: null,
    documents: envelope.documents.map((document, i) => ({ ...document, final_hash: hashes[i]! })),
  })
  return {
    ceremony: await withSeals(ports, moved, chain_position, now),
    sealed: true,
    changes: files.map((bytes, i) => ({ type: 'put-blob', scope, sha256: hashes[i]!, bytes })),
  }
}

/**
 * Seals every final file of an envelope with the current key: for the first time, or again after the earlier key was
 * revoked.
 */
export async function withSeals(
  ports: Ports,
  ceremony: Ceremony,
  chain_position: number,
  now: number,
): Promise<Ceremony> {
  const { envelope } = ceremony
  const key = await currentKey(ports, envelope, now)
  const { agreement_id, region, mode, organization_id: org_id } = envelope
  const documents = ceremony.documents.map((document, i) => {
    const { id: document_id, final_hash } = envelope.documents[i]!
    const claims = {
      kid: key.kid,
      agreement_id,
      document_id,
      final_hash: final_hash!,
      region,
      mode,
      chain_position,
      sealed_at: iso(now),
      org_id,
    }
    return { ...document, final_hash: final_hash!, seal: sealClaims(claims, privateBytes(key)) }
  })
  return envelope.documents.reduce<Ceremony>(
    (state, { final_hash }, document_index) =>
      withEvent(state, 'sealed', iso(now), {
        document_index,
        final_hash: final_hash!,
        kid: key.kid,
      }),
    { ...ceremony, documents },
  )
}

async function finalFile(
  ports: Ports,
  organization: Organization,
  { envelope, chain, files }: Ceremony,
  index: number,
  signerEmail: string | undefined,
): Promise<Uint8Array> {
  const document = envelope.documents[index]!
  const { presented_hash } = document
  const presented = files?.get(presented_hash) ?? (await ports.records.blob(presented_hash))
  if (!presented)
    throw new Error(`${envelope.id}: the presented file of document ${index} is missing`)
  const { version, hash, accepted_at } = envelope.consent!
  return ports.pdf.appendCertificate(presented, {
    envelopeId: envelope.id,
    documentId: document.id,
    documentIndex: index,
    documentCount: envelope.documents.length,
    title: document.title,
    documentClass: document.document_class,
    presentedHash: document.presented_hash,
    mode: envelope.mode,
    region: envelope.region,
    sender: organization.name,
    signer: {
      name: envelope.typed_name!,
      ...(signerEmail !== undefined && { email: signerEmail }),
    },
    signatureMethods: ['typed_name'],
    consent: { version, hash, acceptedAt: accepted_at },
    signedAt: envelope.signed_at!,
    events: chain.map(({ position, type, at, hash: link }) => ({ position, type, at, hash: link })),
    retention: { text: retentionText(envelope) },
  })
}
