import { isObject } from '../../http/json.ts'
import {
  changeJson,
  type Fault,
  type ProxiedRequest,
  type ProxiedResponse,
} from '../../self-test/proxy.ts'
import { isImage, isSession, json, type Mutant, refuse } from '../../self-test/wire-faults.ts'

const KEPT = 'images.kept-beside-deleted-ones'

/** Changes responses about sessions with images once a state has deleted images of another one. */
function afterDeletions(
  change: (response: ProxiedResponse, request: ProxiedRequest) => void,
  by?: string,
): () => Fault {
  return () => {
    let isDeleted = false
    return {
      state({ state, params }) {
        if (state === 'deleted_images') isDeleted = by === undefined || params['by'] === by
      },
      response(request, response) {
        if (isDeleted && (isImage(request) || isSession(request))) change(response, request)
      },
    }
  }
}

/** Faults after the deletion of images. */
export const IMAGE_DELETION_MUTANTS: readonly Mutant[] = [
  ...['retention', 'erasure'].map((by): Mutant => ({
    name: `serves images from a cache after ${by}`,
    killedBy: `images.missing-${by}`,
    breaks: by === 'retention' ? 'IMG-027' : 'IMG-028',
    fault: () => {
      const served = new Map<string, ProxiedResponse>()
      return {
        response(request, response) {
          if (!isImage(request)) return
          const cached = served.get(request.path)
          if (cached) Object.assign(response, structuredClone(cached), { body: cached.body })
          else if (response.status === 200) served.set(request.path, { ...response })
        },
      }
    },
  })),
  {
    name: 'serves the refusal of a missing image from a cache after a new run',
    killedBy: 'images.reverified',
    breaks: ['IMG-032', 'END-015'],
    fault: () => {
      const missing = new Map<string, ProxiedResponse>()
      return {
        response(request, response) {
          if (!isImage(request)) return
          const cached = missing.get(request.path)
          if (cached) Object.assign(response, cached)
          else if (response.status === 404) missing.set(request.path, { ...response })
        },
      }
    },
  },
  {
    name: 'omits idv once its images were deleted',
    killedBy: 'images.missing-retention',
    breaks: 'SES-007',
    fault: json(isSession, ({ data }) => {
      delete data.idv
    }),
  },
  {
    name: 'deletes the images of others, and no longer lists them',
    killedBy: KEPT,
    breaks: ['IDV-004', 'IDV-005', 'IMG-010'],
    fault: afterDeletions((response, request) => {
      if (isSession(request))
        changeJson(response, ({ data }) => {
          if (isObject(data['idv'])) data['idv']['available_images'] = []
        })
      else if (response.status === 200) {
        response.body = Buffer.from('{"error":{}}')
        refuse(response, 404, 'artifact_not_available')
      }
    }),
  },
  ...['retention', 'erasure'].map((by): Mutant => ({
    name: `deletes images of others by ${by}, and lists them still`,
    killedBy: KEPT,
    breaks: ['IDV-005', 'IMG-010'],
    fault: afterDeletions((response, request) => {
      if (!isImage(request) || response.status !== 200) return
      response.body = Buffer.from('{"error":{}}')
      refuse(response, 404, 'artifact_not_available')
    }, by),
  })),
  {
    name: 'counts a request for a missing image twice',
    killedBy: 'images.missing-retention',
    breaks: 'LIM-023',
    fault: () => {
      let more = 0
      return {
        response(request, response) {
          if (!isImage(request)) return
          if (response.status === 404) more++
          response.headers = response.headers.map(([name, value]) =>
            name.toLowerCase() === 'x-ratelimit-remaining'
              ? [name, String(Math.max(0, Number(value) - more))]
              : [name, value],
          )
        },
      }
    },
  },
]
