import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import {
  answers,
  changesApplicant,
  creates,
  headerFault,
  isImage,
  isSession,
  lists,
  type Mutant,
  refuse,
  refuses,
  type Which,
} from '../../self-test/wire-faults.ts'

const CAUSES: [
  name: string,
  status: number,
  own: string,
  common: string,
  afterwards: string,
  test: string,
][] = [
  ['wallet-empty', 402, 'ERR-016', 'ERR-015', 'ERR-019', 'PLN-018'],
  ['wallet-locked', 402, 'ERR-017', 'ERR-015', 'ERR-019', 'PLN-018'],
  ['wallet-absent', 402, 'ERR-018', 'ERR-015', 'ERR-019', 'PLN-018'],
  ['plan-canceled', 403, 'ERR-021', 'ERR-020', 'ERR-023', 'PLN-019'],
  ['plan-past-grace', 403, 'ERR-022', 'ERR-020', 'ERR-023', 'PLN-019'],
]

export const WRITES: [what: string, method: string, path: RegExp][] = [
  ['a change of an applicant', 'PATCH', /^\/v1\/applicants\//],
  ['a new template', 'POST', /^\/v1\/workflow-templates$/],
  ['a change of a template', 'PATCH', /^\/v1\/workflow-templates\//],
  ['a scan', 'POST', /^\/v1\/id-verification$/],
  ['a data subject request', 'POST', /^\/v1\/data_subject_requests$/],
]

/** Routes that the contract leaves open. */
export const OPEN_WRITES: typeof WRITES = [
  ['a cancellation', 'POST', /\/cancel$/],
  ['a note', 'POST', /\/notes$/],
  ['a client token', 'POST', /\/client_token$/],
  ['the deletion of an applicant', 'DELETE', /^\/v1\/applicants\//],
]

/** Uses that a service charges for in live mode. */
const USES: [what: string, to: Which][] = [
  ['a new session', creates],
  ['a scan', ({ path }) => path === '/v1/id-verification'],
  ['a browser token', ({ path }) => path.endsWith('/browser_token')],
  ['a report', ({ path }) => path.endsWith('/report.pdf')],
]

/** Faults in the rejection of writes by the state of the account. */
export const REFUSED_WRITE_MUTANTS: readonly Mutant[] = [
  ...WRITES.flatMap(([what, method, path]) => {
    const to: Which = (request) => request.method === method && path.test(request.path)
    const killedBy = 'billing.every-write-refused'
    return [
      {
        name: `accepts ${what} from an account that cannot spend`,
        killedBy,
        breaks: ['BIL-008', 'END-003'],
        fault: answers(to, (response) => {
          if ([402, 403].includes(response.status)) response.status = 200
        }),
      },
      headerFault('X-RateLimit-Limit', undefined, killedBy, 'LIM-022', to),
      headerFault('X-RateLimit-Remaining', undefined, killedBy, 'LIM-023', to),
      headerFault('X-RateLimit-Reset', undefined, killedBy, 'LIM-024', to),
      headerFault('X-RateLimit-Window', undefined, killedBy, 'LIM-025', to),
    ].map((mutant) => ({ ...mutant, name: `${mutant.name}, in ${what}` }))
  }),
  ...OPEN_WRITES.map(([what, method, path]): Mutant => ({
    name: `accepts ${what} from an account that cannot spend`,
    killedBy: 'billing.every-write-refused',
    breaks: ['BIL-008', 'END-003'],
    fault: answers(
      (request) => request.method === method && path.test(request.path),
      (response) => {
        if ([402, 403].includes(response.status)) response.status = 200
      },
    ),
  })),
  ...(['wallet-locked', 'wallet-absent', 'plan-past-grace'] as const).map((cause): Mutant => ({
    name: `accepts changes of applicants from an account with ${cause}`,
    killedBy: 'billing.every-write-refused',
    breaks: ['BIL-008', 'END-003'],
    fault: acceptsFrom(
      cause,
      ({ method, path }) => method === 'PATCH' && path.startsWith('/v1/applicants/'),
    ),
  })),
]

/** Accepts some requests while an account has a certain state. */
function acceptsFrom(cause: string, to: Which): () => Fault {
  return whileIn(cause, {
    response(request, response) {
      if (to(request) && [402, 403].includes(response.status)) response.status = 200
    },
  })
}

/** Has a fault in its responses while an account has a certain state. */
export function whileIn(cause: string, fault: Pick<Fault, 'response'>): () => Fault {
  const [member, state] = cause.startsWith('wallet-')
    ? ['wallet', cause.slice('wallet-'.length)]
    : ['subscription', cause.slice('plan-'.length).replace('-', '_')]
  return () => {
    let isIn = false
    return {
      state({ state: name, params }) {
        if (name === 'account') isIn = params[member] === state
      },
      response(request, response) {
        if (isIn) fault.response?.(request, response)
      },
    }
  }
}

export const BILLING_MUTANTS: readonly Mutant[] = [
  ...['list', 'creation'].map((what): Mutant => ({
    name: `refuses a ${what} as soon as a payment fails`,
    killedBy: 'billing.plan-in-grace',
    breaks: 'ERR-022',
    fault: () => {
      let isUnpaid = false
      return {
        state({ params }) {
          isUnpaid ||= params['subscription'] === 'in_grace'
        },
        response(request, response) {
          const to = what === 'list' ? lists : creates
          if (isUnpaid && to(request)) response.status = 403
        },
      }
    },
  })),
  {
    name: 'takes no notice of the wallet within the payment grace period',
    killedBy: 'billing.plan-in-grace',
    breaks: ['ERR-015', 'ERR-017'],
    fault: () => {
      let isUnpaid = false
      return {
        state({ params }) {
          isUnpaid ||= params['subscription'] === 'in_grace'
          if (isUnpaid) delete params['wallet']
        },
      }
    },
  },
  ...CAUSES.flatMap(([name, status, own, common, afterwards, test]): Mutant[] => [
    {
      name: `rejects ${name} with a different code`,
      killedBy: `billing.${name}`,
      breaks: [own, common, 'BIL-008', 'END-003', 'PLN-022'],
      fault: answers(
        () => true,
        (response) => {
          if (response.status === status) refuse(response, status, 'account_on_hold')
        },
      ),
    },
    {
      name: `serves images to ${name}`,
      killedBy: `billing.${name}`,
      breaks: 'BIL-007',
      fault: answers(isImage, (response) => {
        response.status = 200
      }),
    },
    {
      name: `keeps rejecting ${name} after a payment`,
      killedBy: `billing.${name}`,
      breaks: afterwards,
      fault: () => ({
        state(use: { state: string; params: JsonObject }) {
          if (use.state !== 'account' || use.params['wallet'] !== 'ok') return
          delete use.params['wallet']
          delete use.params['subscription']
        },
      }),
    },
    {
      name: `bills test mode for ${name}`,
      killedBy: `billing.test-mode-with-${name}`,
      breaks: [test, 'PLN-022'],
      fault: refuses(isSession, status, 'payment_required'),
    },
    ...USES.map(([what, to]): Mutant => ({
      name: `bills ${what} in test mode for ${name}`,
      killedBy: `billing.test-mode-with-${name}`,
      breaks: [test, 'PLN-022'],
      fault: whileIn(name, refuses(to, status, 'payment_required')()),
    })),
  ]),
]

const SAVED = 'billing.refused-write-saves-nothing'

/** Faults that save what a refused request sent. */
export const SAVED_REFUSAL_MUTANTS: readonly Mutant[] = [
  {
    name: 'stores a session whose creation it refuses with 402 or 403',
    killedBy: SAVED,
    breaks: ['BIL-008', 'ERR-012'],
    fault: () => {
      const stored: JsonObject[] = []
      return {
        response(request, response) {
          if (creates(request) && [402, 403].includes(response.status))
            stored.push({ id: `vs_refused_${stored.length}` })
          else if (lists(request))
            changeJson(response, (body) => ({ ...body, data: [...[body.data].flat(), ...stored] }))
        },
      }
    },
  },
  {
    name: 'changes an applicant although it refuses the change',
    killedBy: SAVED,
    breaks: 'BIL-008',
    fault: () => {
      let sent: JsonObject = {}
      return {
        response(request, response) {
          if (!changesApplicant(request)) return
          if (response.status >= 400) sent = JSON.parse(request.body.toString()) as JsonObject
          else changeJson(response, ({ data }) => Object.assign(data, sent))
        },
      }
    },
  },
  {
    name: 'cancels a session although it refuses the cancellation',
    killedBy: 'billing.refused-action-changes-nothing',
    breaks: 'BIL-008',
    fault: () => {
      const cancelled = new Set<string>()
      return {
        response(request, response) {
          const id = request.path.split('/')[3] ?? ''
          if (request.path.endsWith('/cancel') && [402, 403].includes(response.status))
            cancelled.add(id)
          else if (isSession(request) && response.status === 200 && cancelled.has(id))
            changeJson(response, ({ data }) => Object.assign(data, { status: 'cancelled' }))
        },
      }
    },
  },
  {
    name: 'deletes an applicant although it refuses the deletion',
    killedBy: 'billing.refused-action-changes-nothing',
    breaks: 'BIL-008',
    fault: () => {
      const deleted = new Set<string>()
      return {
        response({ method, path }, response) {
          if (method === 'DELETE' && [402, 403].includes(response.status)) deleted.add(path)
          else if (method === 'PATCH' && response.status < 300 && deleted.has(path)) {
            response.body = Buffer.from('{"error":{}}')
            refuse(response, 404, 'resource_not_found')
          }
        },
      }
    },
  },
  ...(['erases', 'empties'] as const).map((how): Mutant => ({
    name: `${how} an applicant although it refuses the data subject request`,
    killedBy: 'billing.refused-action-changes-nothing',
    breaks: 'BIL-008',
    fault: () => {
      const gone = new Set<string>()
      return {
        response({ method, path, body }, response) {
          if (path === '/v1/data_subject_requests' && [402, 403].includes(response.status))
            gone.add(
              `/v1/applicants/${(JSON.parse(body.toString()) as JsonObject)['applicant_id']}`,
            )
          if (method !== 'PATCH' || !gone.has(path) || response.status >= 300) return
          if (how === 'empties')
            changeJson(response, ({ data }) => Object.assign(data, { family_name: null }))
          else {
            response.body = Buffer.from('{"error":{}}')
            refuse(response, 404, 'resource_not_found')
          }
        },
      }
    },
  })),
]
