import type { Fault } from '../../self-test/proxy.ts'
import { answers, isSession, json, type Mutant, type Which } from '../../self-test/wire-faults.ts'
import { inPlane, inRegion } from './each-plane-mutants.ts'

const mints: Which = ({ path }) => path.endsWith('/browser_token')

/** Takes keys that were revoked or rotated. */
const takesOldKeys = (binding: 'revoked_key' | 'old_key', mode: 'test' | 'live') => (): Fault => {
  const old = new Set<unknown>()
  return {
    bindings({ params }, bindings) {
      if (params['mode'] === mode && binding in bindings) old.add(bindings[binding])
    },
    response({ headers }, response) {
      if (old.has(headers['authorization']?.split(' ')[1])) response.status = 200
    },
  }
}

/** Takes any origin of a page whose publishable key begins so. */
const takesAnyOrigin = (keys: string) => (): Fault => ({
  response({ path, headers }, response) {
    if (!path.startsWith('/sdk/') || !Object.values(headers).some((one) => one.startsWith(keys)))
      return
    if (response.body.includes('origin_not_allowed')) response.status = 200
  },
})

const shortSecrets = (mode: string, region: string, bytes: number) => (): Fault => ({
  bindings({ state, params }, bindings) {
    if (state !== 'webhook_subscription' || params['mode'] !== mode) return
    if (params['region'] === region)
      bindings['secret'] = Buffer.alloc(bytes, String(bindings['secret'])).toString('base64')
  },
})

/** Faults in credentials, secrets and declines of one region or one mode. */
export const PLANE_ACCESS_MUTANTS: readonly Mutant[] = [
  {
    name: 'mints tokens without a prefix in eu',
    killedBy: 'planes.tokens-in-each-plane',
    breaks: ['END-013', 'TOK-001'],
    fault: json(inRegion('eu', mints), (body) => ({
      browserToken: String((body as { browserToken?: string }).browserToken).slice(3),
    })),
  },
  {
    name: 'mints the same token again in live mode of eu',
    killedBy: 'planes.tokens-in-each-plane',
    breaks: 'MNT-003',
    fault: () => {
      const first = new Map<string, Buffer>()
      const live = inPlane('eu_live', mints)
      return {
        response(request, response) {
          if (!live(request)) return
          response.body = first.get(request.path) ?? response.body
          first.set(request.path, response.body)
        },
      }
    },
  },
  {
    name: 'resolves no session in eu',
    killedBy: 'planes.tokens-in-each-plane',
    breaks: 'END-014',
    fault: answers(
      inRegion('eu', ({ path }) => path === '/sdk/v1/sessions/me'),
      (response) => {
        response.status = 404
      },
    ),
  },
  {
    name: 'still takes revoked live keys',
    killedBy: 'planes.revoked-keys-in-each-plane',
    breaks: 'AUT-007',
    fault: takesOldKeys('revoked_key', 'live'),
  },
  {
    name: 'still takes live keys that were rotated',
    killedBy: 'planes.revoked-keys-in-each-plane',
    breaks: 'AUT-006',
    fault: takesOldKeys('old_key', 'live'),
  },
  ...['ah_pk_us_live', 'ah_pk_eu_test'].map((keys): Mutant => ({
    name: `takes any origin for keys that begin ${keys}`,
    killedBy: 'planes.origins-in-each-plane',
    breaks: ['AUT-010', 'ERR-031'],
    fault: takesAnyOrigin(keys),
  })),
  {
    name: 'refuses listed origins in live mode of eu',
    killedBy: 'planes.origins-in-each-plane',
    breaks: 'AUT-009',
    fault: answers(
      ({ path, headers }) =>
        path.startsWith('/sdk/') &&
        Object.values(headers).some((one) => one.startsWith('ah_pk_eu_live')),
      (response) => {
        response.status = 403
      },
    ),
  },
  ...(['us_live', 'eu_live'] as const).map((plane): Mutant => ({
    name: `declines by rules in ${plane}`,
    killedBy: 'planes.declines-in-each-plane',
    breaks: ['ATN-008', 'ATN-009'],
    fault: json(inPlane(plane, isSession), ({ data }) => {
      data['status'] = 'completed'
    }),
  })),
  {
    name: 'makes live secrets of 24 bytes',
    killedBy: 'planes.secrets-in-each-plane',
    breaks: 'SUB-004',
    fault: shortSecrets('live', 'us', 24),
  },
  {
    name: 'makes secrets of 16 bytes in eu',
    killedBy: 'planes.secrets-in-each-plane',
    breaks: 'SUB-004',
    fault: shortSecrets('test', 'eu', 16),
  },
  {
    name: 'has one secret for all live subscriptions',
    killedBy: 'planes.secrets-in-each-plane',
    breaks: 'SUB-005',
    fault: () => {
      let shared: unknown
      return {
        bindings({ state, params }, bindings) {
          if (state === 'webhook_subscription' && params['mode'] === 'live')
            bindings['secret'] = shared ??= bindings['secret']
        },
      }
    },
  },
]
