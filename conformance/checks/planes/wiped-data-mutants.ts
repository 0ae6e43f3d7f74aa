import { at, parseJson } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedResponse } from '../../self-test/proxy.ts'
import {
  changesApplicant,
  isImage,
  isSession,
  lists,
  type Mutant,
  refuses,
  type Which,
} from '../../self-test/wire-faults.ts'
import { inPlane, inRegion, serves } from './each-plane-mutants.ts'

const EVIDENCE = 'planes.wiped-evidence'

/** Returns the JSON of a response; undefined if it is something else. */
function bodyOf({ body }: ProxiedResponse): unknown {
  try {
    return parseJson(body.toString())
  } catch {
    return undefined
  }
}

const hides = (to: Which): (() => Fault) => refuses(to, 404, 'resource_not_found')

/** Faults of the purge of test data. */
export const WIPED_DATA_MUTANTS: readonly Mutant[] = [
  {
    name: 'keeps deleted data',
    killedBy: 'planes.wiped-test-data',
    breaks: 'PLN-027',
    fault: serves(isSession, 404),
  },
  {
    name: 'keeps applicants when test data is wiped',
    killedBy: 'planes.wiped-applicants',
    breaks: 'PLN-027',
    fault: serves(changesApplicant, 404),
  },
  {
    name: 'also wipes live applicants',
    killedBy: 'planes.wiped-applicants',
    breaks: 'PLN-026',
    fault: hides(inPlane('us_live', changesApplicant)),
  },
  {
    name: 'also wipes live data',
    killedBy: 'planes.wiped-test-data',
    breaks: 'PLN-026',
    fault: hides(inPlane('us_live', isSession)),
  },
  {
    name: 'keeps sessions when test data is wiped in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-027',
    fault: serves(inRegion('eu', isSession), 404),
  },
  {
    name: 'keeps applicants when test data is wiped in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-027',
    fault: serves(inRegion('eu', changesApplicant), 404),
  },
  {
    name: 'also wipes live sessions in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-026',
    fault: hides(inPlane('eu_live', isSession)),
  },
  {
    name: 'also wipes live applicants in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-026',
    fault: hides(inPlane('eu_live', changesApplicant)),
  },
  {
    name: 'wipes the test applicants of all organizations in eu',
    killedBy: 'planes.purges-in-each-plane',
    breaks: 'PLN-026',
    fault: hides(inPlane('eu_test', changesApplicant)),
  },
  ...(
    [
      ['serves images from a cache', isImage],
      ['serves reports from a cache', ({ path }) => path.endsWith('/report.pdf')],
      ['resolves tokens', ({ path }) => path === '/sdk/v1/sessions/me'],
    ] as [string, Which][]
  ).map(([name, to]): Mutant => ({
    name: `${name} after test data was wiped`,
    killedBy: EVIDENCE,
    breaks: 'PLN-027',
    fault: () => {
      let token: string | undefined
      const served = new Map<string, ProxiedResponse>()
      return {
        response(request, response) {
          const minted = at(bodyOf(response), 'browserToken')
          if (minted !== undefined) token = String(minted)
          const isMe = request.path.startsWith('/sdk/')
          if (!to(request)) return
          if (isMe && request.headers['authorization']?.includes(String(token)))
            response.status = 200
          const cached = served.get(request.path)
          if (cached) Object.assign(response, { ...cached })
          else if (!isMe && response.status === 200) served.set(request.path, { ...response })
        },
      }
    },
  })),
  {
    name: 'lists sessions that were wiped',
    killedBy: EVIDENCE,
    breaks: 'PLN-027',
    fault: () => {
      const made: unknown[] = []
      return {
        bindings({ state, params }, { session_id: id }) {
          if (state === 'session_with_images' && params['mode'] === 'test') made.push({ id })
        },
        response(request, response) {
          if (lists(request)) changeJson(response, (list) => ({ ...list, data: made }))
        },
      }
    },
  },
  {
    name: 'wipes live images with the test data',
    killedBy: EVIDENCE,
    breaks: 'PLN-026',
    fault: hides(inPlane('us_live', isImage)),
  },
]
