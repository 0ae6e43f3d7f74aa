import {
  aboutSessionsOf,
  answers,
  creates,
  isImage,
  isSession,
  type Mutant,
  refuse,
} from '../../self-test/wire-faults.ts'
import type { JsonBody } from '../../self-test/proxy.ts'

export const HIDING_MUTANTS: readonly Mutant[] = [
  {
    name: 'finds sessions by ids without their prefix',
    killedBy: 'hiding.unknown-session',
    breaks: ['ERR-005', 'ERR-006'],
    fault: () => ({
      request(request) {
        request.path = request.path.replace(/^(\/v1\/sessions\/)(?!vs_)(?=\w{24}$)/, '$1vs_')
      },
    }),
  },
  ...(
    [
      ['the beginning of one', (id, asked) => id.startsWith(asked)],
      ['one that has more characters', (id, asked) => asked.startsWith(id)],
    ] as [string, (id: string, asked: string) => boolean][]
  ).map(([what, isTaken]): Mutant => ({
    name: `takes ${what} for the id of a session`,
    killedBy: 'hiding.unknown-session',
    breaks: 'ERR-006',
    fault: () => {
      let last: string | undefined
      return {
        request(request) {
          const asked = request.path.split('/')[3]
          if (isSession(request) && last && isTaken(last, asked!))
            request.path = `/v1/sessions/${last}`
        },
        response(request, response) {
          if (creates(request)) last = (JSON.parse(response.body.toString()) as JsonBody).data.id
        },
      }
    },
  })),
  {
    name: 'returns 422 for a malformed id',
    killedBy: 'hiding.unknown-session',
    breaks: 'ERR-005',
    fault: answers(
      ({ path }) => path.includes('not-a-session'),
      (response) => refuse(response, 422, 'validation_error'),
    ),
  },
  {
    name: 'returns 403 for an id of the other mode',
    killedBy: 'hiding.other-mode-session',
    breaks: 'PLN-017',
    fault: aboutSessionsOf('_live_', isSession, (response) =>
      refuse(response, 403, 'insufficient_scope'),
    ),
  },
  {
    name: 'shows a live session to a test key',
    killedBy: 'hiding.other-mode-session',
    breaks: 'PLN-007',
    fault: aboutSessionsOf('_live_', isSession, (response) => {
      response.status = 200
    }),
  },
  {
    name: 'redirects to the other region for its sessions',
    killedBy: 'hiding.other-region-session',
    breaks: 'PLN-014',
    fault: aboutSessionsOf('_eu_', isSession, (response) => {
      response.status = 307
    }),
  },
  {
    name: 'shows sessions of other organizations',
    killedBy: 'hiding.other-organization-session',
    breaks: 'ERR-006',
    fault: aboutSessionsOf('', isSession, (response) => {
      response.status = 200
    }),
  },
  {
    name: 'reveals that a live session has no image',
    killedBy: 'hiding.other-mode-image',
    breaks: 'IMG-021',
    fault: aboutSessionsOf('_live_', isImage, (response) =>
      refuse(response, 404, 'artifact_not_available'),
    ),
  },
  {
    name: "sorts headers differently for another region's image",
    killedBy: 'hiding.other-region-image',
    breaks: 'IMG-022',
    fault: aboutSessionsOf('_eu_', isImage, (response) => {
      response.headers.reverse()
    }),
  },
  {
    name: 'shows the sessions of others at every third request',
    killedBy: 'hiding.all-sessions',
    breaks: ['PLN-007', 'PLN-014', 'ERR-006'],
    fault: () => {
      let asked = 0
      return aboutSessionsOf('', isSession, (response) => {
        if (asked++ % 3 === 2) response.status = 200
      })()
    },
  },
  {
    name: "ends the refusal of another organization's image with a line feed",
    killedBy: 'hiding.all-images',
    breaks: 'IMG-022',
    fault: aboutSessionsOf('', isImage, (response) => {
      response.body = Buffer.concat([response.body, Buffer.from('\n')])
    }),
  },
  {
    name: 'returns 403 for an image of another organization',
    killedBy: 'hiding.other-organization-image',
    breaks: 'ERR-006',
    fault: aboutSessionsOf('', isImage, (response) => refuse(response, 403, 'insufficient_scope')),
  },
]
