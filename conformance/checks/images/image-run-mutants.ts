import { readFileSync } from 'node:fs'
import type { JsonObject } from '../../http/json.ts'
import type { Fault, ProxiedResponse } from '../../self-test/proxy.ts'
import {
  answers,
  isImage,
  isSession,
  json,
  lists,
  type Mutant,
  refuse,
} from '../../self-test/wire-faults.ts'

const LARGE = readFileSync(new URL('../../../fixtures/images/joost/front.jpg', import.meta.url))

const idv = (
  change: (idv: { available_images: string[]; capture_acquisition: unknown }) => void,
): (() => Fault) =>
  json(isSession, ({ data }) => {
    if (data.idv) change(data.idv as { available_images: string[]; capture_acquisition: unknown })
  })

const whenServed = (change: (response: ProxiedResponse) => void): (() => Fault) =>
  answers(isImage, (response) => {
    if (response.status === 200) change(response)
  })

const MISSING: [name: string, requirement: string][] = [
  ['before-crops', 'IMG-024'],
  ['no-face', 'IMG-025'],
  ['no-face-check', 'IMG-006'],
  ['not-reached', 'IMG-026'],
  ['cancelled', 'IMG-026'],
  ['ended-by-applicant', 'IMG-026'],
  ['lapsed', 'IMG-026'],
  ['retention', 'IMG-027'],
  ['erasure', 'IMG-028'],
]

const ACQUISITIONS: [name: string, shown: unknown, requirement: string | string[]][] = [
  ['camera', null, ['IDV-010', 'IDV-015', 'IDV-009']],
  ['upload', 'camera', ['IDV-011', 'IDV-015']],
  ['undeclared', null, 'IDV-023'],
  ['before-provenance', 'camera', 'IDV-013'],
]

export const IMAGE_RUNS_MUTANTS: readonly Mutant[] = [
  {
    name: 'lists the images backwards',
    killedBy: 'images.all-three',
    breaks: ['IMG-007', 'IDV-003'],
    fault: idv((run) => {
      run.available_images.reverse()
    }),
  },
  {
    name: 'lists the back of the document',
    killedBy: 'images.all-three',
    breaks: ['IDV-002', 'IDV-006'],
    fault: idv((run) => {
      run.available_images.push('back')
    }),
  },
  {
    name: 'returns URLs of images',
    killedBy: 'images.all-three',
    breaks: 'IMG-014',
    fault: json(isSession, ({ data }) => {
      data['portrait_url'] = 'https://store.example/7f3a.jpg?signature=1'
    }),
  },
  {
    name: 'redirects images to a file store',
    killedBy: 'images.all-three',
    breaks: ['IMG-010', 'IMG-015'],
    fault: whenServed((response) => {
      response.status = 302
      response.headers.push(['Location', 'https://store.example/1'])
    }),
  },
  {
    name: 'does not crop the portrait',
    killedBy: 'images.all-three',
    breaks: 'IMG-002',
    fault: answers(
      ({ path }) => path.endsWith('/portrait'),
      (response) => {
        response.body = LARGE
      },
    ),
  },
  {
    name: 'sends images as application/octet-stream',
    killedBy: 'images.all-three',
    breaks: 'IMG-011',
    fault: whenServed(({ headers }) => {
      for (const header of headers)
        if (/^content-type$/i.test(header[0])) header[1] = 'application/octet-stream'
    }),
  },
  {
    name: 'wraps images in JSON',
    killedBy: 'images.all-three',
    breaks: ['IMG-012', 'END-015', 'GEN-012'],
    fault: whenServed((response) => {
      response.body = Buffer.from(JSON.stringify({ image: response.body.toString('base64') }))
    }),
  },
  {
    name: 'omits idv on retrieve',
    killedBy: 'images.all-three',
    breaks: ['VER-007', 'IDV-004'],
    fault: json(isSession, ({ data }) => {
      delete data.idv
    }),
  },
  ...MISSING.map(([name, requirement]): Mutant => ({
    name: `returns resource_not_found for a ${name} image`,
    killedBy: `images.missing-${name}`,
    breaks: [requirement, 'IMG-023', 'ERR-010'],
    fault: answers(isImage, (response) => {
      if (response.status === 404) refuse(response, 404, 'resource_not_found')
    }),
  })),
  {
    name: 'lists an image that was erased',
    killedBy: 'images.missing-erasure',
    breaks: 'IDV-005',
    fault: idv((run) => {
      run.available_images = ['portrait', 'front', 'selfie']
    }),
  },
  {
    name: 'returns 503 for the second request of a missing image',
    killedBy: 'images.missing-retention',
    breaks: ['IMG-029', 'ERR-011'],
    fault: () => {
      let asked = 0
      return {
        response(request, response) {
          if (isImage(request) && response.status === 404 && asked++ > 0) response.status = 503
        },
      }
    },
  },
  ...ACQUISITIONS.map(([name, shown, breaks]): Mutant => ({
    name: `shows ${name} as ${shown as string}`,
    killedBy: `images.acquisition-${name}`,
    breaks,
    fault: idv((run) => {
      run.capture_acquisition = shown
    }),
  })),
  {
    name: 'sends every upload to a reviewer',
    killedBy: 'images.upload-is-judged-alike',
    breaks: ['IDV-016', 'IDV-018'],
    fault: () => statusOfUploads('awaiting_review'),
  },
  {
    name: 'lets every upload pass',
    killedBy: 'images.upload-is-judged-alike',
    breaks: 'IDV-017',
    fault: () => statusOfUploads('completed'),
  },
  {
    name: 'creates a new session for a re-verification',
    killedBy: 'images.reverified',
    breaks: ['STA-022', 'STA-024', 'SES-002'],
    fault: afterReverifying((data) => {
      data['id'] = 'vs_another'
    }),
  },
  {
    name: 'does not list the portrait of a new run',
    killedBy: 'images.reverified',
    breaks: 'STA-025',
    fault: afterReverifying((data) => {
      data['idv'] = { available_images: ['front'] }
    }),
  },
  {
    name: 'refuses the twentieth re-verification',
    killedBy: 'images.twenty-reverifications',
    breaks: ['LIM-013', 'STA-023'],
    fault: () => ({
      bindings({ state }, bindings) {
        if (state === 'reverified_session') bindings['done'] = 19
      },
    }),
  },
  {
    name: 'reveals that a live image is not stored',
    killedBy: 'images.stored-in-live-mode',
    breaks: ['IMG-021', 'IMG-035', 'PLN-007'],
    fault: answers(isImage, (response) => {
      if (response.status === 404) refuse(response, 404, 'artifact_not_available')
    }),
  },
  {
    name: "reveals that another region's image is not stored",
    killedBy: 'images.stored-in-other-region',
    breaks: ['IMG-020', 'IMG-034', 'PLN-002'],
    fault: answers(isImage, (response) => {
      if (response.status === 404) refuse(response, 404, 'artifact_not_available')
    }),
  },
  {
    name: 'returns an empty idv without an identity check',
    killedBy: 'images.no-identity-check',
    breaks: ['SES-008', 'IDV-024'],
    fault: json(isSession, ({ data }) => {
      data.idv = { available_images: [], capture_acquisition: null }
    }),
  },
  ...['in_progress', 'cancelled', 'expired'].map((status): Mutant => ({
    name: `returns an empty idv in a session that is ${status}`,
    killedBy: 'images.no-identity-check',
    breaks: ['SES-008', 'IDV-024'],
    fault: json(isSession, ({ data }) => {
      if (data.status === status) data.idv ??= { available_images: [], capture_acquisition: null }
    }),
  })),
  {
    name: 'shows idv in lists that should omit it',
    killedBy: 'images.no-identity-check',
    breaks: ['SES-007', 'IDV-025'],
    fault: json(lists, (list) => {
      for (const one of list.data as unknown as JsonObject[]) one['idv'] = null
    }),
  },
  {
    name: 'lists no images for keys with only sessions:read',
    killedBy: 'images.scopes',
    breaks: 'IDV-007',
    fault: idv((run) => {
      run.available_images = []
    }),
  },
  {
    name: 'serves a portrait to a key that may only read sessions',
    killedBy: 'images.scopes',
    breaks: ['IDV-008', 'IMG-008', 'IMG-009'],
    fault: answers(isImage, (response) => {
      if (response.status === 403) response.status = 200
    }),
  },
  {
    name: 'requires two scopes for an image',
    killedBy: 'images.scopes',
    breaks: ['IMG-037', 'SCO-003', 'VER-006'],
    fault: whenServed((response) => {
      response.status = 403
    }),
  },
  {
    name: 'requires another scope for reading',
    killedBy: 'images.scopes',
    breaks: 'SCO-001',
    fault: answers(isSession, (response) => {
      response.status = 403
    }),
  },
]

/** Sessions with this status have an uploaded document. */
function statusOfUploads(status: string): Fault {
  const uploads = new Set<unknown>()
  return {
    state({ state, params }) {
      if (state === 'submitted_session' && params['acquisition'] === 'upload')
        uploads.add(params['session_id'])
    },
    response(request, response) {
      if (!isSession(request)) return
      const body = JSON.parse(response.body.toString()) as { data: JsonObject }
      if (uploads.has(body.data['id'])) body.data['status'] = status
      response.body = Buffer.from(JSON.stringify(body))
    },
  }
}

function afterReverifying(change: (data: JsonObject) => void): () => Fault {
  return () => {
    let reverified = false
    return {
      state({ state }) {
        reverified ||= state === 'reverified_session'
      },
      ...(() => {
        const { response } = json(
          (request) => reverified && isSession(request),
          ({ data }) => change(data),
        )()
        return { response: response! }
      })(),
    }
  }
}
