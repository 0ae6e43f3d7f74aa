import { StateUnavailable } from './state-unavailable.ts'
import { type ProviderState, list, oneOf } from './state.ts'
import { WITHHELD, browserToken, openSession, submitAll, submitPath } from './session-setup.ts'
import type { StateUse } from './use.ts'

/** Verifications with stored images. */
export const imageStates: Record<string, ProviderState> = {
  session_with_images: {
    description: 'A completed verification with just these images.',
    takes: {
      artifacts: list(oneOf('portrait', 'front', 'selfie')),
      acquisition: oneOf('camera', 'upload', 'undeclared', 'before_provenance'),
      no_portrait: oneOf('before_crops', 'no_face'),
    },
    needs: ['artifacts'],
    async setUp(use) {
      const {
        artifacts,
        acquisition = 'camera',
        no_portrait,
      } = use.given<{ artifacts: string[]; acquisition?: string; no_portrait?: string }>()
      if (artifacts.length > 0 && !artifacts.includes('front')) {
        throw new StateUnavailable('an identity check that stores an image here stores the front')
      }
      const faceless = no_portrait === 'no_face'
      const { id } = await openSession(use, {
        ...(faceless && { expected_outcome: 'doc_quality' }),
        steps: [
          {
            id: 'identity',
            type: 'id_verification',
            config: {
              faceCheck: artifacts.includes('selfie') ? 'selfie' : 'none',
              allowPhotoUpload: acquisition === 'upload',
            },
          },
        ],
      })
      await capture(use, id, acquisition, !artifacts.includes('portrait') && !faceless)
      // The document is unreadable, so a reviewer must decide.
      if (faceless) await use.control('POST', `/sessions/${id}/review`, { outcome: 'approved' })
      if (artifacts.length === 0) await use.control('POST', `/sessions/${id}/delete_images`)
      return { session_id: id, withheld: WITHHELD }
    },
  },
}

async function capture(
  use: StateUse,
  id: string,
  acquisition: string,
  beforeCrops: boolean,
): Promise<void> {
  if (acquisition === 'undeclared') {
    if (beforeCrops) throw new StateUnavailable('undeclared: a page of today leaves a portrait')
    await use.publicly('POST', submitPath('identity'), {}, await browserToken(use, id))
    return
  }
  await submitAll(use, id, {
    ...(acquisition === 'upload' && { acquisition }),
    legacy: { no_portrait: beforeCrops, no_acquisition: acquisition === 'before_provenance' },
  })
}
