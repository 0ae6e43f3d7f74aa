import { operations } from '../../spec/contract.ts'
import { errors } from '../../spec/generated/errors.ts'
import { iso } from '../time/clock.ts'
import { type Fault, isActive } from '../faults/fault-list.ts'
import { nearestNames } from '../../spec/similar-names.ts'
import { type Random, newId } from '../ids/random.ts'
import { ANY_OPERATION, type Effect, type Target } from '../faults/fault.ts'
import { json } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { ApiError, type Issue, validationError } from '../call/errors.ts'
import type { Organizations } from '../world/organizations.ts'
import type { Mode } from '../world/world.ts'
import type { ControlHost } from './host.ts'
import { organizationOf } from './access/organization.ts'

interface FaultBody {
  organization?: string
  operation: string
  match?: Target['match']
  effect: Effect
  times?: number
  probability?: number
}

interface FaultPorts {
  random: Random
  world: Organizations
}

/** Manages active faults and lists the requests that they hit. */
export function faultHandlers(
  ports: FaultPorts,
  { faults }: Pick<ControlHost, 'faults'>,
): Record<string, Handler> {
  return {
    createFault: {
      check: (call) => faultIssues(ports, call.body),
      run: async (call) => {
        const {
          organization = null,
          operation,
          match = {},
          effect,
          times,
          probability,
        } = call.body as FaultBody
        if (organization !== null) organizationOf(ports, organization)
        const fault = {
          id: newId(ports.random, 'flt'),
          organization,
          operation,
          match,
          effect,
          created: call.now,
          probability: probability ?? null,
          times: probability === undefined ? (times ?? 1) : null,
        }
        if (await faults.add(fault))
          return json(201, { data: faultView({ ...fault, hits: 0, last: [] }) })
        throw validationError([
          {
            code: 'custom',
            path: [],
            message: 'The maximum number of faults is active: delete a fault first',
          },
        ])
      },
    },
    listFaults: {
      run: async (call) => {
        const { organization } = call.query as { organization?: string }
        if (organization !== undefined) organizationOf(ports, organization)
        const shown = (await faults.all()).filter(
          (fault) => organization === undefined || fault.organization === organization,
        )
        return json(200, { data: shown.map((fault) => faultView(fault)) })
      },
    },
    deleteFault: { run: (call) => deleteFault(faults, call) },
  }
}

async function deleteFault(faults: ControlHost['faults'], call: Call) {
  const [fault] = await faults.remove(({ id }) => id === call.params.fault_id)
  if (!fault) throw new ApiError('resource_not_found')
  return json(200, { data: faultView(fault, false) })
}

/** Faults that a reset removes: those of one organization or all, except those set for the other mode only. */
export async function removeFaults(
  { faults }: ControlHost,
  organization?: string,
  mode?: Mode,
): Promise<void> {
  await faults.remove(
    (fault) =>
      (organization === undefined || fault.organization === organization) &&
      (mode === undefined || fault.match.mode === undefined || fault.match.mode === mode),
  )
}

function faultView(fault: Fault, active = fault.active ?? isActive(fault)) {
  const { id, organization, operation, match, effect, times, probability, hits, last, created } =
    fault
  return {
    id,
    organization,
    operation,
    match,
    effect,
    times,
    probability,
    active,
    hits: {
      count: hits,
      last: last.map(({ requestId, at }) => ({ request_id: requestId, at: iso(at) })),
    },
    created_at: iso(created),
  }
}

/** Returns the reason why a fault can never hit a request. Also called on bodies that the schema refused. */
function faultIssues(ports: FaultPorts, body: unknown): Issue[] {
  const { operation, match, effect, times, probability, organization } = (body ?? {}) as Record<
    string,
    unknown
  >
  const issues: Issue[] = []
  const refuse = (path: string[], message: string): void => {
    issues.push({ code: 'custom', path, message, param: path.at(-1)! })
  }
  if (times !== undefined && probability !== undefined)
    refuse(['probability'], 'Send times or probability, not both')
  const code = (effect as { error?: unknown } | null | undefined)?.error
  if (typeof code === 'string' && !Object.hasOwn(errors, code)) {
    refuse(['effect', 'error'], unknownName(ERROR_CODES, code, Object.keys(errors)))
  }
  if (typeof operation !== 'string') return issues
  const fitting =
    operation === ANY_OPERATION
      ? operations
      : operations.filter(({ operationId }) => operationId === operation)
  if (fitting.length === 0) {
    refuse(
      ['operation'],
      unknownName(
        OPERATION_IDS,
        operation,
        operations.map(({ operationId }) => operationId),
      ),
    )
    return issues
  }
  const { path_params, key_id, mode } = (match ?? {}) as Record<string, unknown>
  const names = fitting.flatMap(({ path }) =>
    [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
  )
  for (const name of Object.keys(Object(path_params) as object).filter(
    (given) => !names.includes(given),
  )) {
    const known = [...new Set(names)].join(', ')
    refuse(
      ['match', 'path_params', name.slice(0, 60)],
      known === ''
        ? 'The path has no parameters'
        : `The path has no such parameter; it has ${known}`,
    )
  }
  const anonymous = fitting.every(({ security }) => security.length === 0)
  if (anonymous && organization !== undefined)
    refuse(['organization'], 'This operation needs no credential, so it has no organization')
  if (anonymous && mode !== undefined)
    refuse(['match', 'mode'], 'This operation needs no credential, so it has no mode')
  if (key_id === undefined) return issues
  if (fitting.every(({ security }) => !security.flat().includes('secretKey'))) {
    refuse(['match', 'key_id'], 'No secret key calls this operation')
  } else if (
    !ports.world.file.organizations.some(
      ({ id, keys }) =>
        (organization === undefined || id === organization) &&
        keys.some((key) => key.id === key_id && key.type === 'sk'),
    )
  ) {
    refuse(['match', 'key_id'], 'No secret key has this id')
  }
  return issues
}

/** The start of a message about an unknown name, and the page that lists the known ones. */
interface NameList {
  none: string
  page: string
}

export const OPERATION_IDS: NameList = {
  none: 'The public API has no operation of this operationId',
  page: '/docs/api',
}
const ERROR_CODES: NameList = {
  none: 'The error table has no such code',
  page: '/docs/errors',
}

/** Returns the message for a name that does not exist, with similar ones, or where all are listed. */
export function unknownName(
  { none, page }: NameList,
  name: string,
  known: readonly string[],
): string {
  const near = nearestNames(name, known)
  return near.length === 0
    ? `${none}; ${page} on the port of the control API lists all`
    : `${none}; did you mean ${near.join(', ')}?`
}
