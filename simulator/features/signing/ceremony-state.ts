import { type ChainLink, appended } from './crypto/chain.ts'
import type { AgreementDocument } from './crypto/verify.ts'
import type { Ports } from '../../ports.ts'
import type { Change, Document } from '../../store/records.ts'
import { ENVELOPE, type EnvelopeRecord } from './envelope-record.ts'
import { CEREMONY, SIGNED_DOCUMENT, documentChanges } from './signed-documents.ts'

/** A signing ceremony within one call: as read, or as it will be written. */
export interface Ceremony {
  envelope: EnvelopeRecord
  /** Events without personal data. */
  chain: ChainLink[]
  /** Documents of the public verification, in the order of the envelope. */
  documents: AgreementDocument[]
  /** The presented files by SHA-256, if this call creates the envelope: the store does not have them yet. */
  files?: ReadonlyMap<string, Uint8Array>
  /** Versions as read; 0 is new. */
  versions: { envelope: number; chain: number; documents: number[] }
  /** Retention has ended: the files and the events are deleted, and further events are not stored. */
  ended: boolean
}

/** Returns the ceremony of an envelope; undefined if there is none or its organization was deleted. */
export async function readCeremony(
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
  if (found.length < documents.length) return undefined
  return {
    envelope: envelope.body,
    chain: chain?.body ?? [],
    documents: found.map(({ body }) => body),
    versions: {
      envelope: envelope.version,
      chain: chain?.version ?? 0,
      documents: found.map(({ version }) => version),
    },
    ended: !chain,
  }
}

/** Returns the ceremony with one more event. */
export function withEvent(
  ceremony: Ceremony,
  type: string,
  at: string,
  data: Record<string, string | number> = {},
): Ceremony {
  return { ...ceremony, chain: appended(ceremony.chain, { type, at, data }) }
}

/** Returns the ceremony with its envelope changed; the documents follow. */
export function withEnvelope(ceremony: Ceremony, change: Partial<EnvelopeRecord>): Ceremony {
  const envelope = { ...ceremony.envelope, ...change }
  const documents = ceremony.documents.map((document) => ({ ...document, state: envelope.status }))
  return { ...ceremony, envelope, documents }
}

/** Returns the changes that store the ceremony. */
export function ceremonyChanges(
  scope: string,
  { envelope, chain, documents, versions, ended }: Ceremony,
): Change[] {
  const events: Change = {
    type: 'put',
    scope,
    kind: CEREMONY,
    id: envelope.agreement_id,
    body: chain,
    ifVersion: versions.chain,
  }
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
    ...(ended ? [] : [events]),
    ...documents.flatMap((document, i) => documentChanges(scope, document, versions.documents[i]!)),
  ]
}
