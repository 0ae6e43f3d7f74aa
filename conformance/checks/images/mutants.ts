import {
  answers,
  isImage,
  json,
  type Mutant,
  refuse,
  isSession,
  headerFault,
  lists,
  type Which,
} from '../../self-test/wire-faults.ts'
import type { JsonObject } from '../../http/json.ts'

const isWanted =
  (type: string): Which =>
  (request) =>
    isImage(request) && (request.headers['accept'] ?? '').includes(type)

export const IMAGES_MUTANTS: readonly Mutant[] = [
  {
    name: 'serves images only after the end of a session',
    killedBy: 'images.before-the-decision',
    breaks: ['IDV-005', 'IMG-010'],
    fault: answers(isImage, (response) => {
      response.status = 404
      response.body = Buffer.from('{"error":{"code":"artifact_not_available"}}')
    }),
  },
  {
    name: 'lists no images before the end of a session',
    killedBy: 'images.before-the-decision',
    breaks: 'IDV-001',
    fault: json(isSession, ({ data }) => {
      delete data['idv']
    }),
  },
  {
    name: 'echoes the artifact',
    killedBy: 'images.unserved-artifact',
    breaks: 'IMG-018',
    fault: json(isImage, ({ error }, { path }) => {
      if (error) error.message = `No artifact ${path.split('/').at(-1)}.`
    }),
  },
  {
    name: 'returns artifact_not_available for the back',
    killedBy: 'images.unserved-artifact',
    breaks: 'IMG-005',
    fault: answers(
      ({ path }) => path.endsWith('/back'),
      (response) => refuse(response, 404, 'artifact_not_available'),
    ),
  },
  {
    name: 'sends a second Vary for unserved artifacts',
    killedBy: 'images.unserved-artifact',
    breaks: 'IMG-022',
    fault: answers(
      ({ path }) => path.includes('/side-'),
      ({ headers }) => {
        headers.push(['Vary', 'Accept'], ['Vary', 'Accept'])
      },
    ),
  },
  {
    name: 'returns 422 for unknown artifacts',
    killedBy: 'images.unserved-artifact',
    breaks: ['IMG-017', 'ERR-007'],
    fault: answers(
      ({ path }) => path.includes('/side-'),
      (response) => refuse(response, 422, 'validation_error'),
    ),
  },
  {
    name: 'reports a missing image for an unknown id',
    killedBy: 'images.unserved-artifact',
    breaks: 'IMG-019',
    fault: answers(
      ({ path }) => path.endsWith('/front'),
      (response) => refuse(response, 404, 'artifact_not_available'),
    ),
  },
  {
    name: 'lists images as objects',
    killedBy: 'images.served',
    breaks: 'IDV-001',
    fault: json(isSession, ({ data }) => {
      const idv = data.idv as { available_images: unknown[] }
      idv.available_images = idv.available_images.map((name) => ({ name }))
    }),
  },
  headerFault('Cache-Control', 'no-cache', 'images.served', 'IMG-013', isImage),
  {
    name: 'serves WebP to browsers',
    killedBy: 'images.served',
    breaks: ['IMG-011', 'IMG-012'],
    fault: answers(isWanted('image/webp'), (response) => {
      if (response.status !== 200) return
      response.headers = response.headers.map(([name, value]) =>
        name.toLowerCase() === 'content-type' ? [name, 'image/webp'] : [name, value],
      )
      response.body = Buffer.from('RIFF\0\0\0\0WEBPVP8 ')
    }),
  },
  {
    name: 'describes a missing image to browsers in HTML',
    killedBy: 'images.served',
    breaks: ['IMG-023', 'ERR-009'],
    fault: answers(isWanted('image/webp'), (response) => {
      if (response.status === 404) response.body = Buffer.from('<h1>Not found</h1>')
    }),
  },
  headerFault('X-RateLimit-Limit', '240', 'images.served', ['IMG-033', 'LIM-011'], isImage),
  {
    name: 'returns 410 for missing images',
    killedBy: 'images.served',
    breaks: 'ERR-009',
    fault: answers(
      ({ path }) => path.endsWith('/selfie'),
      (response) => refuse(response, 410, 'artifact_not_available'),
    ),
  },
  {
    name: 'omits idv once a session has lapsed',
    killedBy: 'images.idv-after-a-lapse',
    breaks: ['SES-007', 'IDV-001'],
    fault: json(isSession, ({ data }) => {
      if (data['status'] === 'expired') delete data['idv']
    }),
  },
  {
    name: 'omits idv once a session is declined',
    killedBy: 'images.idv-after-a-lapse',
    breaks: ['SES-007', 'IDV-001'],
    fault: json(isSession, ({ data }) => {
      if (data['outcome'] === 'declined') delete data['idv']
    }),
  },
  {
    name: 'shows idv in the list of sessions once a check ran',
    killedBy: 'images.not-in-lists',
    breaks: ['IDV-025', 'SES-007'],
    fault: json(lists, ({ data }) => {
      for (const item of data as unknown as JsonObject[])
        if (item['status'] === 'completed') item['idv'] = { available_images: ['front'] }
    }),
  },
  {
    name: 'stores no selfie for any template',
    killedBy: 'images.face-check-by-template',
    breaks: ['CHK-002', 'VER-023'],
    fault: json(isSession, ({ data }) => {
      const idv = data.idv as { available_images: string[] } | undefined
      if (idv) idv.available_images = idv.available_images.filter((name) => name !== 'selfie')
    }),
  },
  {
    name: 'omits idv once an operator has cancelled the session',
    killedBy: 'images.kept-after-an-early-end',
    breaks: 'SES-007',
    fault: json(isSession, ({ data }) => {
      if (data['status'] === 'cancelled') delete data['idv']
    }),
  },
  {
    name: 'omits idv once the applicant has ended the session',
    killedBy: 'images.kept-after-an-early-end',
    breaks: 'SES-007',
    fault: json(isSession, ({ data }) => {
      if (data['outcome'] === 'declined') delete data['idv']
    }),
  },
  {
    name: 'lists images of a cancelled session that it does not serve',
    killedBy: 'images.kept-after-an-early-end',
    breaks: 'IDV-005',
    fault: () => {
      const cancelled = new Set<unknown>()
      return {
        state({ state, params }) {
          if (state === 'session' && params['status'] === 'cancelled')
            cancelled.add(params['session_id'])
        },
        response(request, response) {
          if (isImage(request) && cancelled.has(request.path.split('/')[3])) {
            response.status = 404
            response.body = Buffer.from('{"error":{"code":"artifact_not_available"}}')
          }
        },
      }
    },
  },
  {
    name: 'records no provenance of a re-verification',
    killedBy: 'images.acquisition-of-a-new-run',
    breaks: 'IDV-013',
    fault: json(isSession, ({ data }) => {
      if (data.idv) data.idv = { ...(data.idv as JsonObject), capture_acquisition: null }
    }),
  },
  {
    name: 'records no provenance of a submission that declares none',
    killedBy: 'images.acquisition-of-a-submission',
    breaks: 'IDV-013',
    fault: json(isSession, ({ data }) => {
      if (data.idv) data.idv = { ...(data.idv as JsonObject), capture_acquisition: null }
    }),
  },
]
