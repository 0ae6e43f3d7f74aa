import type { ChainLink } from './crypto/chain.ts'
import type { AgreementDocument, LookUp } from './crypto/verify.ts'
import type { Ports } from '../../ports.ts'
import type { Change, Document } from '../../store/records.ts'
import type { Mode, Region } from '../../world/world.ts'

/** A document of an agreement, by its id, in its organization's plane. */
export const SIGNED_DOCUMENT = 'signed_document'
/** The record of a signing ceremony, by the agreement's id. */
export const CEREMONY = 'ceremony'
/** Documents by hash. Stored by region: the endpoint is public, so the caller has no organization. */
const DOCUMENT_HASH = 'document_hash'
/** Number of entries read at once. */
const PAGE = 20

interface HashEntry {
  scope: string
}

/**
 * Rank of a document for its hash, highest first (GAP-VERIFY-SEVERAL). Anyone can upload a copy of a sealed file for
 * another signer; the copy must not hide the sealed document.
 */
const RANKS = [
  'sealed/live',
  'sealed/test',
  'signed/live',
  'signed/test',
  'unsigned/live',
  'unsigned/test',
] as const
type Rank = (typeof RANKS)[number]

function rankOf({ state, mode }: Pick<AgreementDocument, 'state' | 'mode'>): Rank {
  return `${state === 'sealed' || state === 'signed' ? state : 'unsigned'}/${mode}`
}

/**
 * Returns the changes that create (version 0) or update a document with its hash entry: the hash of the sealed file
 * or, before sealing, of the file as presented (GAP-VERIFY-HASHES).
 */
export function documentChanges(
  scope: string,
  document: AgreementDocument,
  ifVersion: number,
): Change[] {
  const { document_id: id, region, state, final_hash, presented_hash } = document
  const hash = state === 'sealed' && final_hash !== undefined ? final_hash : presented_hash
  const entry: HashEntry = { scope }
  return [
    { type: 'put', scope, kind: SIGNED_DOCUMENT, id, body: document, ifVersion },
    {
      type: 'put',
      scope: hashScope(region),
      kind: DOCUMENT_HASH,
      id,
      key1: hash,
      key2: rankKey(hash, rankOf(document)),
      body: entry,
      ifVersion,
    },
  ]
}

function rankKey(sha256: string, rank: Rank): string {
  return `${sha256}/${rank}`
}

/** One of the documents of a hash. */
interface Candidate {
  rank: Rank
  lookUp: LookUp
}

/**
 * Returns the data of this region alone for a hash (VFY-015, VFY-016). Of several documents with that hash, the highest
 * rank wins; within a rank, the newest whose verdict is `verified`, otherwise the newest.
 * @param verifies whether a document verifies
 */
export async function lookUp(
  ports: Ports,
  region: Region,
  sha256: string,
  verifies: (lookUp: LookUp) => boolean,
): Promise<LookUp> {
  const scope = hashScope(region)
  const newest = await ports.records.page(scope, DOCUMENT_HASH, { key1: sha256, limit: PAGE })
  const candidates = await candidatesOf(ports, newest)
  if (newest.length === PAGE) {
    // A file may have been presented to thousands of signers: the index finds the highest rank without reading them
    // all.
    for (const rank of RANKS) {
      const ranked = await firstOfRank(ports, scope, sha256, rank, verifies)
      candidates.push(...ranked)
      if (ranked.length > 0) break
    }
  }
  for (const rank of RANKS) {
    const equals = candidates.filter((candidate) => candidate.rank === rank)
    const best = equals.find((candidate) => verifies(candidate.lookUp)) ?? equals[0]
    if (best) return best.lookUp
  }
  return { found: 'nothing' }
}

/**
 * Returns the newest page of a rank that still has a document; of sealed documents, the newest that
 * verifies if there is one. Others never verify, and a file may have been presented thousands of times.
 */
async function firstOfRank(
  ports: Ports,
  scope: string,
  sha256: string,
  rank: Rank,
  verifies: (lookUp: LookUp) => boolean,
): Promise<Candidate[]> {
  const isSealed = rank.startsWith('sealed/')
  let newest: Candidate[] = []
  for (let before: number | undefined; ;) {
    const entries = await ports.records.page(scope, DOCUMENT_HASH, {
      key2: rankKey(sha256, rank),
      limit: PAGE,
      ...(before !== undefined && { before }),
    })
    const candidates = await candidatesOf(ports, entries)
    if (newest.length === 0) newest = candidates
    const verified = candidates.find((candidate) => verifies(candidate.lookUp))
    if (verified) return [verified]
    if (entries.length < PAGE || (newest.length > 0 && !isSealed)) return newest
    before = entries.at(-1)!.seq
  }
}

/** Returns the documents of entries, except for those wiped with their organization's records. */
async function candidatesOf(ports: Ports, entries: Document[]): Promise<Candidate[]> {
  const read = (entries as Document<HashEntry>[]).map(async ({ id, body: { scope } }) => {
    const stored = await ports.records.read(scope, SIGNED_DOCUMENT, id)
    return stored && { rank: rankIn(scope, stored.body), lookUp: await found(ports, scope, stored) }
  })
  return (await Promise.all(read)).filter((candidate) => candidate !== undefined)
}

/** An unreadable record may be a sealed one: "not signed" would be a guess. */
function rankIn(scope: string, body: unknown): Rank {
  if (isDocument(body)) return rankOf(body)
  return `sealed/${modeOf(scope)}`
}

function modeOf(scope: string): Mode {
  return scope.split('/')[1] === 'test' ? 'test' : 'live'
}

async function found(ports: Ports, scope: string, { body }: Document): Promise<LookUp> {
  if (!isDocument(body)) return { found: 'unreadable', mode: modeOf(scope) }
  const ceremony = (await ports.records.read(scope, CEREMONY, body.agreement_id)) as
    | Document<ChainLink[]>
    | undefined
  return { found: 'document', document: body, chain: ceremony?.body }
}

function isDocument(body: unknown): body is AgreementDocument {
  return typeof (body as AgreementDocument | null)?.agreement_id === 'string'
}

function hashScope(region: Region): string {
  return `${region}/documents`
}
