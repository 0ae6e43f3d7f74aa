import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { isObject, type JsonObject } from '../../http/json.ts'
import { inCamelCase } from '../../text.ts'
import type { ProxiedRequest } from '../proxy.ts'
import { type Choice, edit, rewrite } from './choice.ts'
import { timeAs } from './deliveries.ts'

const verifies = ({ path }: ProxiedRequest) => path === '/v1/esign/verify'
/** Whether the status of a response depends on the key of the seal. */
const isSealed = ({ status }: JsonObject) =>
  ['verified', 'revoked_key', 'bad_signature', 'claim_mismatch'].includes(String(status))
const isKeySet = ({ path }: ProxiedRequest) => path === '/.well-known/esign-keys'

/** Changes the response of the verify endpoint. */
function verifyChoice(row: string, change: (body: JsonObject) => JsonObject | undefined): Choice {
  return {
    row,
    response(request, response) {
      if (verifies(request) && response.status === 200) edit(response, change)
    },
  }
}

function keys(row: string, change: (keys: JsonObject[]) => JsonObject[]): Choice {
  return {
    row,
    response(request, response) {
      if (isKeySet(request))
        edit(response, ({ keys: all }) => ({ keys: change(all as JsonObject[]) }))
    },
  }
}

/** Ids without a stated type: in a response, a claim and a binding. */
const NUMBERED = ['agreement_id', 'org_id', 'organization_id']
/** Neither a place among the documents nor a time. */
const FIRST_NUMBER = 4711

/** Names the place in the event chain by a hash, and writes the final hash in base64. */
const chained = (name: string, value: unknown): unknown => {
  if (name === 'final_hash') return Buffer.from(String(value), 'hex').toString('base64')
  if (name !== 'chain_position') return value
  return createHash('sha256')
    .update(`entry ${String(value)}`)
    .digest('hex')
}

/** Attestations with a separate title and an author who is not a party. */
const titled = (attestations: unknown): unknown =>
  Array.isArray(attestations)
    ? attestations.filter(isObject).map((one) => ({
        ...one,
        title: 'Time stamp',
        familyName: 'Trust Service Ltd',
      }))
    : attestations

/** Signed documents and their verification. */
export function documentChoices(): readonly Choice[] {
  const numbers = new Map<unknown, number>()
  const pairs = new Map<string, { privateKey: KeyObject; publicKey: KeyObject }>()
  const pairOf = (kid: string) => {
    const pair = pairs.get(kid) ?? generateKeyPairSync('ed25519')
    pairs.set(kid, pair)
    return pair
  }
  /** Numbers the agreements and organizations, as a service with a table for each does. */
  const numbered = (name: string, value: unknown): unknown => {
    if (!NUMBERED.includes(name) || typeof value !== 'string') return value
    const number = numbers.get(value) ?? FIRST_NUMBER + numbers.size
    numbers.set(value, number)
    return number
  }
  /** Returns the same seal with a key of this server, and other names for its claims. */
  const sealedAgain = (seal: JsonObject): JsonObject => {
    const { kid, ...claims } = JSON.parse(String(seal['payload_json'])) as JsonObject
    const payload = JSON.stringify({
      ...Object.fromEntries(
        Object.entries(claims).map(([name, value]) => [
          `twin:${inCamelCase(name)}`,
          name === 'sealed_at'
            ? timeAs('basic', String(value))
            : numbered(name, chained(name, value)),
        ]),
      ),
      kid,
    })
    const signed = `${String(seal['format'])}.${Buffer.from(payload).toString('base64url')}`
    const signature = sign(null, Buffer.from(signed), pairOf(String(kid)).privateKey)
    return { ...seal, payload_json: payload, token: `${signed}.${signature.toString('base64url')}` }
  }
  const reserved = new Map<string, string>()
  return [
    {
      row: 'GAP-VERIFY-REFUSALS',
      response(request, response) {
        if (!verifies(request) || response.status < 400) return
        response.headers = response.headers.map(([name, value]) => [
          name,
          name.toLowerCase() === 'content-type' ? 'text/plain' : value,
        ])
        response.body = Buffer.from('The request is malformed.')
      },
    },
    {
      // An unsealed agreement is found by a separate hash.
      row: 'GAP-VERIFY-HASHES',
      request(request) {
        if (verifies(request))
          rewrite(request, (body) => {
            const presented = reserved.get(String(body['sha256']))
            return presented === undefined ? undefined : { ...body, sha256: presented }
          })
      },
      bindings({ state, params }, bindings) {
        if (
          state !== 'signed_document' ||
          !['not_signed', 'unsealed'].includes(String(params?.['status']))
        )
          return
        const presented = String(bindings['sha256'])
        const hash = createHash('sha256').update(`reserved ${presented}`).digest('hex')
        reserved.set(hash, presented)
        bindings['sha256'] = hash
      },
    },
    {
      row: 'GAP-VERIFY-LIMIT',
      response(request, response) {
        if (verifies(request) || isKeySet(request))
          response.headers.push(['RateLimit-Policy', '"verify";q=30;w=60'])
      },
    },
    verifyChoice(
      'GAP-VERIFY-IDENTIFIERS',
      ({ protocol_version, match, status, seal, mode, ...record }) => ({
        protocol_version,
        status,
        match,
        ...(mode !== undefined && { mode }),
        ...(isObject(seal) && { seal: status === 'bad_signature' ? seal : sealedAgain(seal) }),
        record: Object.fromEntries(
          Object.entries(record).map(([name, value]) => [
            inCamelCase(name),
            name === 'attestations' ? titled(value) : numbered(name, chained(name, value)),
          ]),
        ),
      }),
    ),
    {
      // As in the response and the seal.
      row: 'GAP-VERIFY-IDENTIFIERS',
      bindings({ state }, bindings) {
        if (state !== 'signed_document') return
        for (const [name, value] of Object.entries(bindings)) bindings[name] = numbered(name, value)
        // Optional: the seal names its key.
        delete bindings['kid']
      },
    },
    keys('GAP-VERIFY-IDENTIFIERS', (all) =>
      all.map((key) => ({
        ...key,
        x: pairOf(String(key['kid'])).publicKey.export({ format: 'jwk' }).x,
      })),
    ),
    verifyChoice('GAP-PROTOCOL-VERSION', (body) => ({ ...body, protocol_version: 1.5 })),
    verifyChoice('GAP-VERIFY-MODE-UNRESOLVED', (body) => {
      if (body['status'] !== 'not_found') return undefined
      const { mode: _mode, ...rest } = body
      return rest
    }),
    verifyChoice('GAP-TEST-SEALS', (body) =>
      body['mode'] === 'test' && isSealed(body)
        ? { ...body, status: 'unknown_key', match: false }
        : undefined,
    ),
    keys('GAP-KEY-TRANSITIONS', (all) => all.filter(({ status }) => status !== 'revoked')),
    keys('GAP-NOT-BEFORE', (all) =>
      all.map((key) => ({ ...key, notBefore: Date.parse(String(key['notBefore'])) / 1000 })),
    ),
  ]
}
