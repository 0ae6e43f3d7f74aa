import type { Fault } from '../../self-test/proxy.ts'
import {
  answers,
  isImage,
  isSession,
  lists,
  type Mutant,
  refuse,
  refuses,
  creates,
  type Which,
} from '../../self-test/wire-faults.ts'

/** Each of two scopes opens the route; this fault honours only the one at this place of the list. */
const honours = (place: 0 | 1, scope: string, route: Which) => (): Fault => {
  const keys = new Set<string>()
  const isOther: Which = (request) =>
    route(request) && keys.has(request.headers['authorization'] ?? '')
  return {
    bindings({ params }, { key }) {
      const { scopes } = params
      if (Array.isArray(scopes) && scopes.length > 1 && scopes[place] !== scope)
        keys.add(`Bearer ${key}`)
    },
    ...refuses(isOther, 403, 'insufficient_scope')(),
  }
}

export const SCOPES_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['first', 0, 'sessions:read', isSession, 'SCO-001'],
      ['last', 1, 'sessions:read_report', isImage, 'SCO-003'],
      ['first', 0, 'sessions:write', creates, 'SCO-005'],
    ] as const
  ).map(([which, place, scope, route, breaks]): Mutant => ({
    name: `honours only the ${which} scope of a key, for ${scope}`,
    killedBy: 'scopes.two-of-a-key',
    breaks,
    fault: honours(place, scope, route),
  })),
  {
    name: 'opens images to each key with two scopes',
    killedBy: 'scopes.two-of-a-key',
    breaks: ['ERR-012', 'ERR-013'],
    fault: answers(isImage, (response) => {
      response.status = 200
    }),
  },
  {
    name: 'revokes every key of an organization',
    killedBy: 'scopes.keys-beside-a-revoked-one',
    breaks: 'AUT-007',
    fault: () => {
      let isRevoked = false
      return {
        bindings: ({ state }) => {
          isRevoked ||= state === 'revoked_key'
        },
        response: (request, response) => {
          if (isRevoked && lists(request)) response.status = 401
        },
      }
    },
  },
  {
    name: 'accepts revoked keys beside others',
    killedBy: 'scopes.keys-beside-a-revoked-one',
    breaks: 'AUT-007',
    fault: answers(lists, (response) => {
      if (response.status === 401) response.status = 200
    }),
  },
  {
    name: 'looks up the image before it checks the scope',
    killedBy: 'scopes.image-needs-read-report',
    breaks: 'IMG-009',
    fault: answers(isImage, (response) => {
      if (response.status === 403) refuse(response, 404, 'artifact_not_available')
    }),
  },
  {
    name: 'returns the code forbidden for a missing scope',
    killedBy: 'scopes.image-needs-read-report',
    breaks: 'ERR-013',
    fault: answers(isImage, (response) => {
      if (response.status === 403) refuse(response, 403, 'forbidden')
    }),
  },
  {
    name: 'still honours retired scopes',
    killedBy: 'scopes.retired-scopes-open-nothing',
    breaks: ['ERR-013', 'VER-022'],
    fault: () => {
      const today = new Map<string, string>()
      return {
        bindings(_, { retired_key, key }) {
          if (typeof retired_key === 'string') today.set(`Bearer ${retired_key}`, `Bearer ${key}`)
        },
        request({ headers }) {
          const other = today.get(headers['authorization'] ?? '')
          if (other !== undefined) headers['authorization'] = other
        },
      }
    },
  },
]
