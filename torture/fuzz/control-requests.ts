import fc from 'fast-check'
import type { Operation } from '../../spec/contract.ts'
import { bodyFrom, oddText } from '../../simulator/testing/odd-values.ts'
import type { Response } from '../http/client.ts'
import type { Random } from '../random.ts'

export interface ControlRequest {
  operation: Operation
  path: string
  body: Buffer | undefined
}

/** The organization in most requests. */
export const OWN = 'org_acme'
const ID = /\b([a-z]{2,4})_[0-9a-z_-]{6,}\b/g
const KEY_ID = /"kid":"([\w-]+)"/g
const MOST_IDS = 400
const TIMES = ['2020-01-01T00:00:00Z', '2026-11-23T12:00:00Z', '2060-02-29T23:59:59.999Z']

/** Prefixes of the ids that a path parameter takes; `id` and `template_id` depend on the path. */
const PREFIXES: Record<string, string> = {
  applicant_id: 'app',
  key_id: 'key',
  subscription_id: 'whs',
  snapshot_id: 'snp',
  event_id: 'evt',
  envelope_id: 'env',
  document_id: 'doc',
  fault_id: 'flt',
  forwarder_id: 'fwd',
  kid: 'kid',
}

/** Ids from earlier responses of the control API. */
export class Known {
  #ids = new Map<string, string[]>()
  #followUps: { operationId: string; path: string }[] = []
  snapshot: Buffer | undefined

  /** @param sessions sessions of that organization */
  constructor(sessions: string[]) {
    for (const id of sessions) this.#add('vs', id)
  }

  /** Adds the ids of a response; after a reset, earlier ids are invalid. */
  learn({ operationId }: { operationId: string }, path: string, response: Response): void {
    if (response.status >= 300) return
    if (operationId === 'reset' || operationId === 'restoreSnapshot') this.#ids.clear()
    if (operationId === 'exportSnapshot') this.snapshot = response.bytes
    if (!response.headers.get('content-type')?.startsWith('application/json')) return
    if (operationId === 'createImageTicket') {
      const { ticket } = (JSON.parse(response.text) as { data: { ticket: string } }).data
      const image = `${path.replace(/\/tickets$/, '')}?ticket=${ticket}`
      this.#followUps.push({ operationId: 'viewSessionImage', path: image })
    }
    for (const [id, prefix] of response.text.matchAll(ID)) this.#add(prefix!, id)
    for (const [, kid] of response.text.matchAll(KEY_ID)) this.#add('kid', kid!)
  }

  /** Returns an id with this prefix, usually a recent one. */
  id(prefix: string, random: Random): string {
    const ids = this.#ids.get(prefix) ?? []
    if (ids.length === 0) return prefix === 'org' ? OWN : `${prefix}_${'0'.repeat(22)}`
    return random.chance(0.5) ? ids.at(-1)! : random.pick(ids)
  }

  /** Returns a request that only makes sense right after an earlier one. */
  followUp(operations: readonly Operation[]): ControlRequest | undefined {
    const next = this.#followUps.shift()
    if (!next) return undefined
    const operation = operations.find(
      ({ operationId: id }: { operationId: string }) => id === next.operationId,
    )!
    return { operation, path: next.path, body: undefined }
  }

  #add(prefix: string, id: string): void {
    const ids = this.#ids.get(prefix) ?? []
    if (ids.includes(id)) return
    // No other call returns the ids of envelopes and documents.
    if (prefix === 'vs') {
      const path = `/control/v1/sessions/${id}/envelopes`
      this.#followUps.push({ operationId: 'listSessionEnvelopes', path })
    }
    ids.push(id)
    if (ids.length > MOST_IDS) ids.shift()
    this.#ids.set(prefix, ids)
  }
}

/** Returns a valid, nearly valid or odd request for an operation. */
export function controlRequest(operation: Operation, known: Known, random: Random): ControlRequest {
  const happy = random.chance(0.6)
  return {
    operation,
    path: pathOf(operation, known, happy, random) + queryOf(operation, known, happy, random),
    body: bodyOf(operation, known, happy, random),
  }
}

function pathOf({ path }: Operation, known: Known, happy: boolean, random: Random): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    if (!happy && random.chance(0.2)) return oddly(random) || '-'
    if (name === 'artifact') return random.pick(['portrait', 'front', 'selfie', 'back'])
    const prefix = prefixOf(path, name)
    // Most ids in a request belong to one organization.
    return prefix === 'org' && random.chance(0.8) ? OWN : known.id(prefix, random)
  })
}

function prefixOf(path: string, name: string): string {
  if (name === 'id') return path.includes('/organizations/') ? 'org' : 'vs'
  if (name === 'template_id') return path.includes('/document_templates/') ? 'dt' : 'wt'
  return PREFIXES[name]!
}

function queryOf({ parameters }: Operation, known: Known, happy: boolean, random: Random): string {
  const pairs = parameters
    .filter(({ in: place }) => place === 'query')
    .filter(({ required }) => random.chance(required ? (happy ? 1 : 0.9) : happy ? 0.1 : 0.4))
    .map(({ name, schema }) => {
      if (!happy && random.chance(0.3)) return `${name}=${oddly(random)}`
      return `${name}=${encodeURIComponent(valueOf(name, schema, known, random))}`
    })
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function valueOf(name: string, schema: unknown, known: Known, random: Random): string {
  const { enum: choices } = (schema ?? {}) as { enum?: string[] }
  if (choices) return random.pick(choices)
  switch (name) {
    case 'mode':
      return random.chance(0.8) ? 'test' : 'live'
    case 'limit':
      return String(1 + random.below(100))
    case 'status':
      return String(100 + random.below(500))
    case 'from':
    case 'to':
      return random.pick(TIMES)
    case 'organization':
      return OWN
    case 'session_id':
      return known.id('vs', random)
    case 'member_id':
      return known.id('mem', random)
    case 'subscription_id':
      return known.id('whs', random)
    case 'applicant_id':
      return known.id('app', random)
    default:
      return 'a'
  }
}

function bodyOf(
  { requestBody }: Operation,
  known: Known,
  happy: boolean,
  random: Random,
): Buffer | undefined {
  if (!requestBody) return undefined
  if (requestBody.mediaType !== 'application/json')
    return (happy ? known.snapshot : undefined) ?? random.bytes(random.below(500))
  const examples = Object.values(requestBody.examples).map((example): unknown =>
    JSON.parse(
      JSON.stringify(example)
        .replaceAll(ID, (id, prefix: string) => (prefix === 'org' ? id : known.id(prefix, random)))
        .replaceAll('"credit"', '"lease"')
        // A simulator that cannot be reached by a wrong date is no finding.
        .replaceAll(/https:\/\/127\.0\.0\.1:\d+/g, 'https://hooks.example.com'),
    ),
  )
  if (happy && examples.length > 0) return Buffer.from(JSON.stringify(random.pick(examples)))
  return sample(bodyFrom([...examples, {}]), random)
}

function oddly(random: Random): string {
  return encodeURIComponent(sample(oddText, random).toWellFormed().slice(0, 200))
}

function sample<T>(arbitrary: fc.Arbitrary<T>, random: Random): T {
  return fc.sample(arbitrary, { numRuns: 1, seed: random.below(2 ** 31) })[0]!
}
