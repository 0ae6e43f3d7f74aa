import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import { fromBase64url } from '../../features/signing/crypto/base64url.ts'
import { type ChainLink, appended, positionOf } from '../../features/signing/crypto/chain.ts'
import { KEY_BYTES } from '../../features/signing/crypto/ed25519.ts'
import { type SealKey, newSealKey, privateBytes } from '../../features/signing/crypto/keys.ts'
import { SEAL_FORMAT, type Seal, sealPayload } from '../../features/signing/crypto/seal.ts'
import type { AgreementDocument } from '../../features/signing/crypto/verify.ts'
import { currentKey } from '../../features/signing/seal-keys.ts'
import { CEREMONY, documentChanges } from '../../features/signing/signed-documents.ts'
import type { Ports } from '../../ports.ts'
import { json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import type { Issue } from '../../call/errors.ts'
import type { Change } from '../../store/records.ts'
import { type Mode, type Organization, scopeOf } from '../../world/world.ts'
import { sha256 } from '../../world/sha256.ts'
import { organizationOf } from '../access/organization.ts'

interface Input {
  mode: Mode
  state?: 'sent' | 'signed' | 'sealed'
  /** The file in base64; a generated one if omitted. */
  pdf_base64?: string
  document_index?: number
  document_count?: number
  /** Types of events attested after sealing. */
  attestations?: string[]
  /** Claims that replace the true ones in the seal. */
  claims?: Record<string, string>
  format?: string
  key?: 'current' | 'unpublished'
  signature?: 'good' | 'altered'
  ceremony?: 'held' | 'gone'
  readable?: boolean
}

/** Creates documents to verify, in any state that a region may find them in, without a signing ceremony. */
export function sealedDocumentHandlers(ports: Ports): Record<string, Handler> {
  return {
    createSealedDocument: {
      check: (call) => issuesOf(call.body),
      run: async (call) =>
        json(201, { data: await create(ports, call, organizationOf(ports, call.params.id!)) }),
    },
  }
}

async function create(ports: Ports, { body, now }: Call, organization: Organization) {
  const input = body as Input
  const { mode, state = 'sealed' } = input
  const [agreement_id, document_id] = [newId(ports.random, 'agr'), newId(ports.random, 'doc')]
  const given = input.pdf_base64 === undefined ? undefined : Buffer.from(input.pdf_base64, 'base64')
  const presented =
    given ?? (await pdf(ports, 'As presented', organization, mode, agreement_id, document_id, now))
  const final =
    given ?? (await pdf(ports, 'As sealed', organization, mode, agreement_id, document_id, now))
  const ceremony = ceremonyOf(state, sha256(presented), now)
  const document: AgreementDocument = {
    agreement_id,
    document_id,
    org_id: organization.id,
    region: organization.region,
    mode,
    state,
    document_index: input.document_index ?? 0,
    document_count: input.document_count ?? 1,
    presented_hash: sha256(presented),
    ...(state === 'sealed' && { final_hash: sha256(final) }),
    signature_methods: state === 'sent' ? [] : ['typed_name'],
    attestations: (input.attestations ?? []).map((type) => ({ type, recorded_at: iso(now) })),
  }
  const key = await keyFor(ports, organization, input, now)
  const seal =
    state === 'sealed' ? sealFor(document, positionOf(ceremony), key, input, now) : undefined
  const links = document.attestations.reduce(
    (chain, { type, recorded_at }) => appended(chain, { type, at: recorded_at, data: {} }),
    ceremony,
  )
  const scope = scopeOf(organization, mode)
  await ports.records.write(changes(scope, { ...document, ...(seal && { seal }) }, links, input))
  const file = state === 'sealed' ? final : presented
  return {
    agreement_id,
    document_id,
    region: organization.region,
    mode,
    state,
    sha256: sha256(file),
    kid: seal ? key.kid : null,
    pdf_base64: Buffer.from(file).toString('base64'),
  }
}

/** A key outside every set is generated for this document and not stored. */
async function keyFor(
  ports: Ports,
  { region }: Organization,
  { mode, key }: Input,
  now: number,
): Promise<SealKey> {
  return key === 'unpublished'
    ? newSealKey(ports.random.bytes(KEY_BYTES), iso(now))
    : currentKey(ports, { region, mode }, now)
}

function sealFor(
  document: AgreementDocument,
  chain_position: number,
  key: SealKey,
  input: Input,
  now: number,
): Seal {
  const { agreement_id, document_id, final_hash, region, mode, org_id } = document
  const claims = {
    kid: key.kid,
    agreement_id,
    document_id,
    final_hash,
    region,
    mode,
    chain_position,
    sealed_at: iso(now),
    org_id,
    ...input.claims,
  }
  const seal = sealPayload(JSON.stringify(claims), privateBytes(key), input.format ?? SEAL_FORMAT)
  return input.signature === 'altered' ? { ...seal, token: altered(seal.token) } : seal
}

/** Returns the token with one bit of its signature flipped. */
function altered(token: string): string {
  const [format, payload, signature] = token.split('.') as [string, string, string]
  const bytes = fromBase64url(signature)!
  bytes[0]! ^= 1
  return `${format}.${payload}.${bytes.toString('base64url')}`
}

function ceremonyOf(
  state: AgreementDocument['state'],
  document_hash: string,
  now: number,
): ChainLink[] {
  const types = ['sent', 'opened', 'consent_accepted', 'signed'].slice(0, state === 'sent' ? 2 : 4)
  return types.reduce<ChainLink[]>(
    (chain, type) => appended(chain, { type, at: iso(now), data: { document_hash } }),
    [],
  )
}

function changes(
  scope: string,
  document: AgreementDocument,
  links: ChainLink[],
  input: Input,
): Change[] {
  const written = documentChanges(scope, document, 0)
  if (input.ceremony !== 'gone') {
    written.push({
      type: 'put',
      scope,
      kind: CEREMONY,
      id: document.agreement_id,
      body: links,
      ifVersion: 0,
    })
  }
  if (input.readable !== false) return written
  return written.map((change) =>
    change.type === 'put' && change.scope === scope ? { ...change, body: null } : change,
  )
}

function pdf(
  ports: Ports,
  title: string,
  organization: Organization,
  mode: Mode,
  agreement: string,
  document: string,
  now: number,
): Promise<Uint8Array> {
  const footer = `${agreement} · ${document}`
  const mark = mode === 'test' ? { mark: 'TEST MODE: no legal effect' } : {}
  return ports.pdf.drawBlocks({ title, now, footer, language: 'en', ...mark }, [
    { kind: 'heading', text: title, size: 18 },
    {
      kind: 'paragraph',
      text: 'A document of the simulator, made by its control API to be verified.',
    },
    { kind: 'rule' },
    { kind: 'row', label: 'Organization', value: organization.id },
    { kind: 'row', label: 'Agreement', value: agreement },
    { kind: 'row', label: 'Document', value: document },
    { kind: 'row', label: 'Region and mode', value: `${organization.region}, ${mode}` },
  ])
}

/** Returns the problems that the schema cannot express. Also called on bodies that the schema refused. */
function issuesOf(body: unknown): Issue[] {
  const {
    state = 'sealed',
    document_index = 0,
    document_count = 1,
    ...rest
  } = (body ?? {}) as Partial<Input>
  const issues: Issue[] = []
  if (document_index >= document_count) {
    issues.push({
      code: 'too_big',
      path: ['document_index'],
      message: 'Expected a number from 0 to document_count - 1',
      param: 'document_index',
    })
  }
  for (const name of ['claims', 'format', 'key', 'signature', 'attestations'] as const) {
    if (state === 'sealed' || !(name in rest)) continue
    issues.push({
      code: 'custom',
      path: [name],
      message: 'Only a sealed document has a seal',
      param: name,
    })
  }
  return issues
}
