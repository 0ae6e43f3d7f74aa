import type { JsonObject } from '../../http/json.ts'
import {
  json,
  isImage,
  answers,
  isSession,
  lists,
  type Mutant,
  refuse,
} from '../../self-test/wire-faults.ts'
import type { Fault } from '../../self-test/proxy.ts'

/** Changes retrieved sessions that meet a condition. */
const sessions = (
  holds: (session: JsonObject) => boolean,
  change: (session: JsonObject) => void,
): (() => Fault) =>
  json(isSession, ({ data }) => {
    if (data && holds(data)) change(data)
  })

const KEPT = 'images.kept-after-an-early-end'

const isDeclined = ({ outcome }: JsonObject): boolean => outcome === 'declined'
const isParked = ({ status }: JsonObject): boolean => status === 'awaiting_review'

const mutant = (name: string, breaks: string, fault: () => Fault): Mutant => ({
  name,
  killedBy: 'images.by-outcome',
  breaks,
  fault,
})

/** Faults in the run of sessions with some outcomes. */
const BESIDE = 'images.upload-beside-other-checks'

/** Changes the run of each session. */
const beside = (
  change: (idv: { available_images?: string[]; capture_acquisition?: unknown }) => void,
): (() => Fault) =>
  json(isSession, ({ data }) => {
    if (data?.idv) change(data.idv)
  })

export const BY_OUTCOME_MUTANTS: readonly Mutant[] = [
  mutant(
    'retrieves declined sessions without idv',
    'SES-007',
    sessions(isDeclined, (session) => delete session['idv']),
  ),
  mutant(
    'lists no images of declined sessions, and serves them',
    'IDV-004',
    sessions(isDeclined, (session) => {
      session['idv'] = { ...(session['idv'] as JsonObject), available_images: [] }
    }),
  ),
  mutant(
    'reports a camera for sessions in review',
    'IDV-011',
    sessions(isParked, (session) => {
      session['idv'] = { ...(session['idv'] as JsonObject), capture_acquisition: 'camera' }
    }),
  ),
  mutant(
    'shows idv of sessions in review in lists',
    'IDV-025',
    json(lists, (list) => {
      for (const one of list.data as unknown as JsonObject[])
        if (isParked(one)) one['idv'] = { available_images: ['front'], capture_acquisition: null }
    }),
  ),
  mutant(
    'serves no listed front',
    'IDV-005',
    answers(isImage, (response, { path }) => {
      if (!path.endsWith('/front') || response.status !== 200) return
      response.body = Buffer.from('{"error":{}}')
      refuse(response, 404, 'artifact_not_available')
    }),
  ),
  ...['expired', 'cancelled'].flatMap((status): Mutant[] => [
    {
      name: `lists no images of sessions that are ${status}, and serves them`,
      killedBy: KEPT,
      breaks: 'IDV-004',
      fault: sessions(
        (session) => session['status'] === status && 'idv' in session,
        (session) => {
          session['idv'] = { ...(session['idv'] as JsonObject), available_images: [] }
        },
      ),
    },
    {
      name: `reports no acquisition of sessions that are ${status}`,
      killedBy: KEPT,
      breaks: 'IDV-009',
      fault: sessions(
        (session) => session['status'] === status && 'idv' in session,
        (session) => {
          session['idv'] = { ...(session['idv'] as JsonObject), capture_acquisition: null }
        },
      ),
    },
  ]),
  {
    name: 'shows the upload of a document as camera beside a selfie',
    killedBy: BESIDE,
    breaks: 'IDV-011',
    fault: beside((idv) => {
      if (idv['available_images']?.includes('selfie')) idv['capture_acquisition'] = 'camera'
    }),
  },
  {
    name: 'lists no images of an identity check beside another one',
    killedBy: BESIDE,
    breaks: 'IDV-004',
    fault: beside((idv) => {
      idv['available_images'] = []
    }),
  },
  {
    name: 'lists a selfie without a face check',
    killedBy: BESIDE,
    breaks: 'IDV-005',
    fault: beside((idv) => {
      idv['available_images'] = ['portrait', 'front', 'selfie']
    }),
  },
  {
    name: 'omits idv if another check is the last one',
    killedBy: BESIDE,
    breaks: 'SES-007',
    fault: () => {
      const meant = new Set<unknown>()
      const { response } = json(isSession, ({ data }) => {
        if (meant.has(data?.id)) delete data.idv
      })()
      return {
        response: response!,
        bindings({ state, params }, { session_id: id }) {
          const { checks } = params
          if (state === 'open_session' && [checks].flat().length > 1) meant.add(id)
        },
      }
    },
  },
]
