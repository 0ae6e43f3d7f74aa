import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { isImage, type Mutant } from '../../self-test/wire-faults.ts'

const FAILED = 'kyc.idv.evidence_export_failed'
const MISSING = 'activity.missing-image-of-each-cause'
const SERVED = 'activity.served-image-whatever-came-before'

/** Keeps the entries that meet a condition. */
function keep(bindings: JsonObject, isKept: (entry: JsonObject, index: number) => boolean): void {
  bindings['entries'] = (bindings['entries'] as JsonObject[]).filter(isKept)
}

/** Omits the entries of sessions that were in a state. */
const omitsAfter =
  (name: string, isMeant: (params: JsonObject) => boolean, action: string): (() => Fault) =>
  () => {
    const meant = new Set<unknown>()
    return {
      bindings({ state, params }, bindings) {
        if (state === name && isMeant(params)) meant.add(bindings['session_id'])
        if (state === 'activity_log')
          keep(bindings, (entry) => entry['action'] !== action || !meant.has(entry['session_id']))
      },
    }
  }

/** Faults in the log that depend on what happened to a verification before. */
export const ACTIVITY_CAUSE_MUTANTS: readonly Mutant[] = [
  {
    name: 'logs only the first failed request for an image',
    killedBy: MISSING,
    breaks: 'ACT-001',
    fault: () => ({
      bindings({ state }, bindings) {
        if (state !== 'activity_log') return
        const seen = new Set<string>()
        keep(bindings, ({ action, artifact, session_id: id }) => {
          const text = JSON.stringify([artifact, id])
          return action !== FAILED || (!seen.has(text) && seen.add(text) !== undefined)
        })
      },
    }),
  },
  ...(
    [
      ['of a workflow that has not reached its step', 'session', () => true],
      ['before portraits were cropped', 'session_with_images', withoutPortrait('before_crops')],
      ['without a usable face', 'session_with_images', withoutPortrait('no_face')],
      ['deleted by retention', 'deleted_images', ({ by }) => by === 'retention'],
      ['deleted by erasure', 'deleted_images', ({ by }) => by === 'erasure'],
    ] as [string, string, (params: JsonObject) => boolean][]
  ).map(([label, state, isMeant]): Mutant => ({
    name: `logs no request for an image ${label}`,
    killedBy: MISSING,
    breaks: 'ACT-001',
    fault: omitsAfter(state, isMeant, FAILED),
  })),
  {
    name: 'logs a request for a deleted image as an export',
    killedBy: MISSING,
    breaks: 'ACT-008',
    fault: () => {
      const deleted = new Set<unknown>()
      return {
        bindings({ state }, bindings) {
          if (state === 'deleted_images') deleted.add(bindings['session_id'])
          if (state === 'activity_log')
            for (const entry of bindings['entries'] as JsonObject[])
              if (deleted.has(entry['session_id'])) entry['action'] = 'kyc.idv.evidence_exported'
        },
      }
    },
  },
  {
    name: 'logs one of two equal requests at the same time',
    killedBy: SERVED,
    breaks: 'ACT-001',
    fault: () => {
      // Fetches of one image since the log was read.
      const fetched = new Map<string, number>()
      let unlogged = 0
      const omitted = new Set<number>()
      return {
        response(request) {
          if (!isImage(request)) return
          const times = (fetched.get(request.path) ?? 0) + 1
          fetched.set(request.path, times)
          if (times === 2 && request.path.endsWith('/front')) unlogged++
        },
        bindings({ state }, bindings) {
          if (state !== 'activity_log') return
          fetched.clear()
          const last = (bindings['entries'] as JsonObject[]).length - 1
          if (unlogged > omitted.size) omitted.add(last)
          keep(bindings, (_, index) => !omitted.has(index))
        },
      }
    },
  },
  {
    name: 'logs no image of a session in review',
    killedBy: SERVED,
    breaks: 'ACT-001',
    fault: omitsAfter('submitted_session', () => true, 'kyc.idv.evidence_exported'),
  },
  ...['completed', 'expired'].map((status): Mutant => ({
    name: `logs no image of a session that ends as ${status}`,
    killedBy: SERVED,
    breaks: 'ACT-001',
    fault: omitsAfter(
      'session',
      (params) => params['status'] === status,
      'kyc.idv.evidence_exported',
    ),
  })),
  {
    name: 'logs no portrait of a new run',
    killedBy: SERVED,
    breaks: 'ACT-001',
    fault: () => ({
      bindings({ state }, bindings) {
        if (state === 'activity_log') keep(bindings, ({ artifact }) => artifact !== 'portrait')
      },
    }),
  },
  {
    name: 'logs the image of a new run as failed',
    killedBy: SERVED,
    breaks: 'ACT-007',
    fault: () => ({
      bindings({ state }, bindings) {
        if (state !== 'activity_log') return
        for (const entry of bindings['entries'] as JsonObject[])
          if (entry['artifact'] === 'portrait') entry['action'] = FAILED
      },
    }),
  },
  {
    name: 'logs requests of a live key in test mode',
    killedBy: 'activity.no-entry',
    breaks: 'ACT-011',
    fault: () => {
      let hits = 0
      return {
        response(request, { status }) {
          const isLive = request.headers['authorization']?.includes('_live_')
          if (isImage(request) && isLive && status === 404) hits++
        },
        bindings({ state, params }, bindings) {
          if (state !== 'activity_log' || params['mode'] !== 'test') return
          ;(bindings['entries'] as JsonObject[]).push(...Array.from({ length: hits }, () => ({})))
        },
      }
    },
  },
]

function withoutPortrait(cause: string): (params: JsonObject) => boolean {
  return (params) => params['no_portrait'] === cause
}
