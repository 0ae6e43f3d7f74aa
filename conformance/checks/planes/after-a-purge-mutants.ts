import type { Fault } from '../../self-test/proxy.ts'
import {
  answers,
  isImage,
  json,
  lists,
  type Mutant,
  refuses,
  type Which,
} from '../../self-test/wire-faults.ts'
import { inPlane } from './each-plane-mutants.ts'

const EVIDENCE = 'planes.wiped-evidence'
const isReport: Which = ({ path }) => path.endsWith('/report.pdf')
const changesTemplate: Which = ({ path }) => path.startsWith('/v1/workflow-templates/')
const readsLog: Which = ({ path }) => path.startsWith('/v1/webhook-events')
const verifies: Which = ({ path }) => path === '/v1/esign/verify'
const resolves: Which = ({ path }) => path === '/sdk/v1/sessions/me'

/** A fault that begins with the purge. */
const afterPurge = (make: () => Fault) => (): Fault => {
  let isWiped = false
  const { response, delivery } = make()
  return {
    bindings({ state }) {
      isWiped ||= state === 'wiped_test_data'
    },
    response(request, answer) {
      if (isWiped) response?.(request, answer)
    },
    delivery: (sent) => (isWiped ? delivery?.(sent) : undefined),
  }
}

const keeps = (what: string, to: Which): Mutant => ({
  name: `keeps ${what} when test data is wiped`,
  killedBy: EVIDENCE,
  breaks: 'PLN-027',
  fault: afterPurge(
    answers(inPlane('us_test', to), (response) => {
      response.status = 200
    }),
  ),
})

const wipes = (what: string, to: Which): Mutant => ({
  name: `also wipes live ${what}`,
  killedBy: EVIDENCE,
  breaks: 'PLN-026',
  fault: afterPurge(refuses(inPlane('us_live', to), 404, 'resource_not_found')),
})

export const AFTER_PURGE_MUTANTS: readonly Mutant[] = [
  keeps('images', isImage),
  keeps('reports', isReport),
  {
    name: 'keeps browser tokens when test data is wiped',
    killedBy: EVIDENCE,
    breaks: 'PLN-027',
    fault: afterPurge(
      answers(resolves, (response) => {
        response.status = 200
      }),
    ),
  },
  {
    name: 'keeps listing sessions that were wiped',
    killedBy: EVIDENCE,
    breaks: 'PLN-027',
    fault: () => {
      const before = new Map<string, Buffer>()
      const { bindings, response } = afterPurge(() => ({
        response(request, answer) {
          const id = before.get('id')
          if (inPlane('us_test', lists)(request) && id) answer.body = id
        },
      }))()
      return {
        bindings(use, given) {
          const { session_id: id } = given
          if (use.state === 'session_with_images' && use.params['mode'] === 'test')
            before.set('id', Buffer.from(JSON.stringify({ data: [{ id }] })))
          bindings?.(use, given)
        },
        ...(response && { response }),
      }
    },
  },
  wipes('images', isImage),
  wipes('reports', isReport),
  wipes('lists', lists),
  {
    name: 'also deletes live endpoints when test data is wiped',
    killedBy: 'planes.live-events-after-a-purge',
    breaks: 'PLN-026',
    fault: afterPurge(() => ({ delivery: () => 0 })),
  },
  {
    name: 'also deletes live templates when test data is wiped',
    killedBy: 'planes.live-templates-after-a-purge',
    breaks: 'PLN-026',
    fault: afterPurge(refuses(inPlane('us_live', changesTemplate), 404, 'resource_not_found')),
  },
  {
    name: 'also empties the live delivery log when test data is wiped',
    killedBy: 'planes.live-log-after-a-purge',
    breaks: 'PLN-026',
    fault: afterPurge(
      json(inPlane('us_live', readsLog), (page) => {
        page.data = [] as never
      }),
    ),
  },
  {
    name: 'also deletes live agreements when test data is wiped',
    killedBy: 'planes.live-documents-after-a-purge',
    breaks: 'PLN-026',
    fault: afterPurge(
      json(verifies, (answer) => {
        Object.assign(answer, { status: 'not_found', match: false, seal: undefined })
      }),
    ),
  },
]
