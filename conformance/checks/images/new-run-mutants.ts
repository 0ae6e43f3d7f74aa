import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import {
  isImage,
  isSession,
  json,
  lists,
  type Mutant,
  refuse,
} from '../../self-test/wire-faults.ts'

const KEPT = 'images.reverified-keeps-metadata'
const EACH = 'images.reverified-after-each-verdict'
const DELETED = 'images.reverified-after-deletion'
const REVIEWED = 'images.kept-after-a-review'
const LIMIT = 'images.twenty-reverifications'

/** Changes the record of sessions after a re-verification, or their items in lists. */
const after =
  (change: (session: JsonObject) => void, inLists = false): (() => Fault) =>
  () => {
    const again = new Set<unknown>()
    return {
      state({ state, params }) {
        if (state === 'reverified_session') again.add(params['session_id'])
      },
      response(request, response) {
        if (response.status !== 200 || !(inLists ? lists : isSession)(request)) return
        changeJson(response, ({ data }) => {
          for (const one of [data].flat()) if (again.has(one.id)) change(one)
        })
      },
    }
  }

const images =
  (change: (listed: string[]) => string[]) =>
  (session: JsonObject): void => {
    const idv = session['idv'] as { available_images: string[] } | undefined
    if (idv) idv.available_images = change(idv.available_images)
  }

/** Refuses a re-verification after a state. */
const refusesAfter =
  (isMeant: (state: string, params: JsonObject) => boolean): (() => Fault) =>
  () => {
    const refused = new Set<unknown>()
    return {
      bindings({ state, params }, bindings) {
        if (isMeant(state, params)) refused.add(bindings['session_id'])
        if (state === 'reverified_session' && refused.has(params['session_id']))
          bindings['done'] = 0
      },
    }
  }

const ended = (change: (session: JsonObject) => void): (() => Fault) =>
  json(isSession, ({ data }) => {
    if (['completed', 'expired'].includes(String(data?.['status']))) change(data)
  })

/** Does not serve the front of sessions after a re-verification. */
const hidesFront = (): Fault => {
  const again = new Set<unknown>()
  return {
    state({ state, params }) {
      if (state === 'reverified_session') again.add(params['session_id'])
    },
    response(request, response) {
      const [, , , id, , artifact] = request.path.split('/')
      if (!isImage(request) || artifact !== 'front' || !again.has(id)) return
      response.body = Buffer.from('{"error":{}}')
      refuse(response, 404, 'artifact_not_available')
    },
  }
}

/** Does not refuse the re-verifications of a session whose images were deleted. */
const repeatsAfterDeletion = (): Fault => {
  const deleted = new Set<unknown>()
  return {
    bindings({ state, params }, bindings) {
      if (state === 'deleted_images') deleted.add(params['session_id'])
      if (state === 'reverified_session' && deleted.has(params['session_id']))
        bindings['done'] = params['times'] ?? 1
    },
  }
}

/** Faults in re-verifications, and in what a review leaves. */
export const NEW_RUN_MUTANTS: readonly Mutant[] = [
  {
    name: 'loses metadata in a re-verification',
    killedBy: KEPT,
    breaks: 'SES-010',
    fault: after((session) => {
      session['metadata'] = {}
    }),
  },
  {
    name: 'opens a session again for a re-verification',
    killedBy: KEPT,
    breaks: ['STA-022', 'STA-024'],
    fault: after((session) => {
      session['status'] = 'in_progress'
    }),
  },
  ...(['declined', 'reviewer'] as const).map((which): Mutant => ({
    name: `refuses the re-verification of a session with ${which}`,
    killedBy: EACH,
    breaks: 'STA-022',
    fault: refusesAfter(
      (state, { outcome, decided_by }) =>
        state === 'session' && [outcome, decided_by].includes(which),
    ),
  })),
  {
    name: 'parks a session for a re-verification',
    killedBy: EACH,
    breaks: 'STA-024',
    fault: after((session) => {
      session['status'] = 'awaiting_review'
    }),
  },
  {
    name: 'lists the portrait of a new run last',
    killedBy: EACH,
    breaks: 'IDV-003',
    fault: after(images((listed) => [...listed.filter((one) => one !== 'portrait'), 'portrait'])),
  },
  {
    name: 'shows idv in lists after a re-verification',
    killedBy: EACH,
    breaks: 'IDV-025',
    fault: after((session) => {
      session['idv'] = { available_images: ['portrait'], capture_acquisition: 'camera' }
    }, true),
  },
  {
    name: 'refuses a re-verification once the images were deleted',
    killedBy: DELETED,
    breaks: 'STA-022',
    fault: refusesAfter((state) => state === 'deleted_images'),
  },
  {
    name: 'lists no portrait of a new run after deleted images',
    killedBy: DELETED,
    breaks: ['STA-025', 'IDV-004'],
    fault: after(images((listed) => listed.filter((one) => one !== 'portrait'))),
  },
  ...[EACH, DELETED].map((killedBy): Mutant => ({
    name: `does not serve the front of a new run, seen by ${killedBy}`,
    killedBy,
    breaks: 'IDV-005',
    fault: hidesFront,
  })),
  {
    name: 'counts re-verifications anew once the images were deleted',
    killedBy: 'images.reverification-limit-after-deletion',
    breaks: ['LIM-013', 'STA-023'],
    fault: repeatsAfterDeletion,
  },
  {
    name: 'loses the images of a session at a refused re-verification',
    killedBy: LIMIT,
    breaks: ['STA-025', 'IDV-004'],
    fault: after(images(() => [])),
  },
  {
    name: 'counts re-verifications of all sessions of an organization together',
    killedBy: LIMIT,
    breaks: ['LIM-013', 'STA-023'],
    fault: () => {
      const used = new Map<unknown, number>()
      return {
        bindings({ state }, bindings) {
          if (state !== 'reverified_session') return
          const before = used.get(bindings['organization']) ?? 0
          bindings['done'] = Math.min(Number(bindings['done']), 20 - before)
          used.set(bindings['organization'], before + Number(bindings['done']))
        },
      }
    },
  },
  {
    name: 'counts concurrent re-verifications once',
    killedBy: 'images.reverified-at-once',
    breaks: ['LIM-013', 'STA-023'],
    fault: () => ({
      bindings({ state, params }, bindings) {
        if (state === 'reverified_session') bindings['done'] = params['times']
      },
    }),
  },
  {
    name: 'drops idv when a reviewer decides, or the review lapses',
    killedBy: REVIEWED,
    breaks: 'SES-007',
    fault: ended((session) => {
      delete session['idv']
    }),
  },
  {
    name: 'forgets the acquisition when a review is over',
    killedBy: REVIEWED,
    breaks: 'IDV-011',
    fault: ended((session) => {
      const idv = session['idv'] as JsonObject | undefined
      if (idv) idv['capture_acquisition'] = null
    }),
  },
  {
    name: 'lists no images when a review is over',
    killedBy: REVIEWED,
    breaks: 'IDV-004',
    fault: ended(images(() => [])),
  },
  {
    name: 'lists a selfie when a review is over',
    killedBy: REVIEWED,
    breaks: 'IDV-005',
    fault: ended(images((listed) => [...new Set([...listed, 'selfie'])])),
  },
]
