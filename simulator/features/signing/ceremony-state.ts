import { type ChainLink, appended } from './crypto/chain.ts'
import type { AgreementDocument } from './crypto/verify.ts'
import type { Ports } from '../../ports.ts'
import type { Change, Document } from '../../store/records.ts'
import { ENVELOPE, type EnvelopeRecord } from './envelope-record.ts'
import { CEREMONY, SIGNED_DOCUMENT, documentChanges } from './signed-documents.ts'

/** A signing ceremony on its way through one call: as it is, or as it will have been written. */
export interface Ceremony {
  envelope: EnvelopeRecord
  /** Events without personal data. */
  chain: ChainLink[]
  /** Documents of the public verification, in the order of the envelope. */
  documents: AgreementDocument[]
  /** The presented files by SHA-256, of an envelope that this call makes: the store does not have them yet. */
  files?: ReadonlyMap<string, Uint8Array>
  /** As they were read; 0 is new. */
  versions: { envelope: number; chain: number; documents: number[] }
}

/** The ceremony of an envelope; undefined where there is none, or where its record is no longer held. */
export async function heldCeremony(
  ports: Ports,
  scope: string,
  envelopeId: string,
): Promise<Ceremony | undefined> {
  const envelope = (await ports.records.read(scope, ENVELOPE, envelopeId)) as
    | Document<EnvelopeRecord>
    | undefined
  if (!envelope) return undefined
  const { agreement_id } = envelope.body
  const chain = (await ports.records.read(scope, CEREMONY, agreement_id)) as
    | Document<ChainLink[]>
    | undefined
  const documents = (await Promise.all(
    envelope.body.documents.map(({ id }) => ports.records.read(scope, SIGNED_DOCUMENT, id)),
  )) as (Document<AgreementDocument> | undefined)[]
  const found = documents.filter((document) => document !== undefined)
  if (!chain || found.length < documents.length) return undefined
  return {
    envelope: envelope.body,
    chain: chain.body,
    documents: found.map(({ body }) => body),
    versions: {
      envelope: envelope.version,
      chain: chain.version,
      documents: found.map(({ version }) => version),
    },
  }
}

/** The ceremony with one event more. */
export function withEvent(
  ceremony: Ceremony,
  type: string,
  at: string,
  data: Record<string, string | number> = {},
): Ceremony {
  return { ...ceremony, chain: appended(ceremony.chain, { type, at, data }) }
}

/** The ceremony with its envelope changed; its documents are in the same state. */
export function withEnvelope(ceremony: Ceremony, change: Partial<EnvelopeRecord>): Ceremony {
  const envelope = { ...ceremony.envelope, ...change }
  const documents = ceremony.documents.map((document) => ({ ...document, state: envelope.status }))
  return { ...ceremony, envelope, documents }
}

/** Returns the changes that store the ceremony. */
export function ceremonyChanges(
  scope: string,
  { envelope, chain, documents, versions }: Ceremony,
): Change[] {
  return [
    {
      type: 'put',
      scope,
      kind: ENVELOPE,
      id: envelope.id,
      body: envelope,
      key1: envelope.session_id,
      ifVersion: versions.envelope,
    },
    {
      type: 'put',
      scope,
      kind: CEREMONY,
      id: envelope.agreement_id,
      body: chain,
      ifVersion: versions.chain,
    },
    ...documents.flatMap((document, i) => documentChanges(scope, document, versions.documents[i]!)),
  ]
}
