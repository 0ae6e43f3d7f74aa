import { evidenceFor } from '../../../fixtures/evidence.ts'
import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import {
  answers,
  isImage,
  isSession,
  json,
  type Mutant,
  refuse,
  type Which,
} from '../../self-test/wire-faults.ts'

const UNSERVED = 'images.unserved-artifact'

/** Corrects a wrong path before the service reads it. */
const readsAs = (wrong: RegExp, right: string): (() => Fault) => {
  return () => ({
    request(request) {
      if (isImage(request)) request.path = request.path.replace(wrong, right)
    },
  })
}

/** Allows caches to keep an image from the second request on. */
const keepsLater = (): Fault => {
  const seen = new Set<string>()
  return {
    response(request, { headers, status }) {
      if (!isImage(request) || status !== 200) return
      if (seen.has(request.path))
        for (const header of headers) if (/^cache-control$/i.test(header[0])) header[1] = 'private'
      seen.add(request.path)
    },
  }
}

/** Faults of each artifact, and of spellings of its name. */
export const ARTIFACT_MUTANTS: readonly Mutant[] = [
  {
    name: 'lets caches keep an image that is fetched again',
    killedBy: 'images.served',
    breaks: 'IMG-013',
    fault: keepsLater,
  },
  ...['portrait', 'selfie'].map((artifact): Mutant => ({
    name: `needs no scope for the ${artifact}`,
    killedBy: 'images.scopes',
    breaks: ['IDV-008', 'IMG-008', 'IMG-009'],
    fault: answers(
      (request) => isImage(request) && request.path.endsWith(`/${artifact}`),
      (response) => {
        if (response.status === 403) response.status = 200
      },
    ),
  })),
  ...(
    [
      ['serves a stored front as the back', 'back', 'IMG-005'],
      ['serves a stored front for an unknown artifact', 'front-[^/]+', 'IMG-017'],
    ] as const
  ).map(([name, artifact, requirement]): Mutant => ({
    name,
    killedBy: 'images.served',
    breaks: [requirement, 'ERR-007'],
    fault: () => {
      const served = new WeakSet<object>()
      return {
        request(request) {
          const path = request.path.replace(
            new RegExp(`/idv-image/${artifact}$`),
            '/idv-image/front',
          )
          if (path !== request.path) served.add(request)
          request.path = path
        },
        response(request, response) {
          if (served.has(request) && response.status === 404)
            refuse(response, 404, 'resource_not_found')
        },
      }
    },
  })),
  {
    name: 'lists the images backwards where there is no portrait',
    killedBy: 'images.all-three',
    breaks: ['IDV-003', 'IDV-004'],
    fault: json(isSession, ({ data }) => {
      const { available_images: listed } = (data.idv ?? {}) as { available_images?: string[] }
      if (listed && !listed.includes('portrait')) listed.reverse()
    }),
  },
  {
    name: 'serves images at a URL that needs no key',
    killedBy: 'images.all-three',
    breaks: 'IMG-014',
    fault: () => ({
      ...json(isSession, ({ data }) => {
        data['face'] = '/files/portrait/1'
      })(),
      request({ path }) {
        if (path !== '/files/portrait/1') return
        return {
          status: 200,
          headers: [['Content-Type', 'image/jpeg']],
          body: evidenceFor(0).images.front.bytes(),
        }
      },
    }),
  },
  {
    name: 'accepts artifacts in capitals',
    killedBy: UNSERVED,
    breaks: 'IMG-017',
    fault: readsAs(/\/(Front|FRONT)$/, '/front'),
  },
  {
    name: 'accepts artifacts with a file extension',
    killedBy: UNSERVED,
    breaks: 'IMG-017',
    fault: readsAs(/\/front\.jpg$/, '/front'),
  },
  {
    name: 'serves the selfie as liveness',
    killedBy: UNSERVED,
    breaks: 'IMG-017',
    fault: readsAs(/\/liveness$/, '/selfie'),
  },
  {
    name: 'serves the front as document',
    killedBy: UNSERVED,
    breaks: 'IMG-017',
    fault: readsAs(/\/document$/, '/front'),
  },
  {
    name: 'decodes an artifact twice',
    killedBy: UNSERVED,
    breaks: 'IMG-017',
    fault: readsAs(/fr%256Fnt$/, 'front'),
  },
  {
    name: 'takes an id for a pattern',
    killedBy: UNSERVED,
    breaks: 'IMG-019',
    fault: readsAs(/%25\//, '/'),
  },
  {
    name: 'truncates an artifact at a NUL',
    killedBy: UNSERVED,
    breaks: 'IMG-017',
    fault: readsAs(/front%00.*$/, 'front'),
  },
  ...(
    [
      ['a blank', '%20'],
      ['a line feed', '%0A'],
    ] as const
  ).flatMap(([what, code]): Mutant[] => [
    {
      name: `strips ${what} from an artifact`,
      killedBy: UNSERVED,
      breaks: 'IMG-017',
      fault: readsAs(new RegExp(`front${code}$`), 'front'),
    },
    {
      name: `strips ${what} from an id`,
      killedBy: UNSERVED,
      breaks: 'IMG-019',
      fault: readsAs(new RegExp(`${code}/`), '/'),
    },
  ]),
  ...(['portrait', 'front', 'selfie'] as const).flatMap((artifact): Mutant[] => {
    const to: Which = ({ path }) => path.endsWith(`/idv-image/${artifact}`)
    return [
      {
        name: `lets the ${artifact} be cached`,
        killedBy: 'images.all-three',
        breaks: 'IMG-013',
        fault: answers(to, (response) => {
          response.headers = response.headers.filter(([name]) => !/^cache-control$/i.test(name))
        }),
      },
      {
        name: `permits shared caches to store the ${artifact} in live mode`,
        killedBy: 'images.live-mode',
        breaks: 'IMG-013',
        fault: answers(to, (response, { headers }) => {
          if (headers['authorization']?.includes('_live_'))
            for (const header of response.headers)
              if (/^cache-control$/i.test(header[0])) header[1] = 'no-store'
        }),
      },
      {
        name: `has no ${artifact} in live mode`,
        killedBy: 'images.live-mode',
        breaks: 'IMG-010',
        fault: answers(to, (response, { headers }) => {
          if (headers['authorization']?.includes('_live_')) response.status = 206
        }),
      },
      ...(['retention', 'erasure'] as const).map((by): Mutant => ({
        name: `reports the ${artifact} as unknown after ${by}`,
        killedBy: `images.missing-${by}`,
        breaks: [by === 'retention' ? 'IMG-027' : 'IMG-028', 'ERR-009'],
        fault: answers(to, (response) => {
          if (response.status === 404) refuse(response, 404, 'resource_not_found')
        }),
      })),
      {
        name: `logs no export of the ${artifact}`,
        killedBy: 'activity.one-entry-each',
        breaks: ['ACT-001', 'ACT-007'],
        fault: () => ({
          bindings({ state }, bindings) {
            if (state !== 'activity_log') return
            bindings['entries'] = (bindings['entries'] as JsonObject[]).filter(
              (one) =>
                one['artifact'] !== artifact || one['action'] !== 'kyc.idv.evidence_exported',
            )
          },
        }),
      },
    ]
  }),
  {
    name: 'reports camera for an old run of live mode',
    killedBy: 'images.acquisition-before-provenance',
    breaks: 'IDV-013',
    fault: json(
      (request) =>
        isSession(request) && (request.headers['authorization'] ?? '').includes('_live_'),
      ({ data }) => {
        const run = data?.idv as { capture_acquisition?: unknown } | undefined
        if (run) run.capture_acquisition ??= 'camera'
      },
    ),
  },
]
