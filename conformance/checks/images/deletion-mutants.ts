import type { ProxiedResponse } from '../../self-test/proxy.ts'
import { isImage, isSession, json, type Mutant } from '../../self-test/wire-faults.ts'

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
    name: 'omits idv once its images were deleted',
    killedBy: 'images.missing-retention',
    breaks: 'SES-007',
    fault: json(isSession, ({ data }) => {
      delete data.idv
    }),
  },
]
