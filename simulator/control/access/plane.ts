import { scopes as scopeTable } from '../../../spec/generated/scopes.ts'
import type { Ports } from '../../ports.ts'
import type { Call, Handler } from '../../call/call.ts'
import { Credential } from '../../call/credential.ts'
import type { Issue } from '../../call/errors.ts'
import { MODES, type Mode, type Organization } from '../../world/world.ts'
import { organizationOf } from './organization.ts'
import { openedSession } from './opened-by.ts'
import { anySession } from './session.ts'

/** Organization and plane of a console call. */
type Plane = { organization: Organization; mode: Mode }

/** A public operation as the console does it: for the organization and the mode that the call names, without a key. */
export function asConsole(
  handler: Handler,
  planeOf: (call: Call) => Plane | undefined | Promise<Plane | undefined>,
  more: (call: Call) => Issue[] = () => [],
): Handler {
  return {
    // Without `prepare`: it would run before the credential is known.
    ...(handler.patient && { patient: true }),
    check: async (call) => {
      const plane = await planeOf(call)
      // The schema has its problem with the call already.
      if (!plane) return []
      call.credential = credentialOf(plane)
      return [...more(call), ...((await handler.check?.(call)) ?? [])]
    },
    run: (call) => handler.run(call),
  }
}

/** The same for public operations whose path parameter `id` has another name in the console's path. */
export function underItsId(param: string, handler: Handler): Handler {
  return {
    ...handler,
    run: (call) => {
      call.params = { id: call.params[param]! }
      return handler.run(call)
    },
  }
}

/** The organization of the path, in the mode of the query. @throws {ApiError} resource_not_found */
export function planeOfPath(ports: Ports): (call: Call) => Plane | undefined {
  return (call) => {
    const organization = organizationOf(ports, call.params.id!)
    const mode = MODES.find((mode) => mode === call.query.mode)
    return mode && { organization, mode }
  }
}

/** Where the session of the path lives. @throws {ApiError} resource_not_found */
export function planeOfSession(ports: Ports): (call: Call) => Promise<Plane> {
  return async (call) => planeOfScope(ports, (await anySession(ports, call.params.id!)).scope)
}

/** The same for what only some roles may open (IMG-038). @throws {ApiError} resource_not_found, role_not_allowed */
export function planeOfOpenedSession(ports: Ports): (call: Call) => Promise<Plane> {
  return async (call) => planeOfScope(ports, (await openedSession(ports, call)).scope)
}

function planeOfScope(ports: Ports, scope: string): Plane {
  const [, mode, id] = scope.split('/')
  return { organization: organizationOf(ports, id!), mode: mode as Mode }
}

/** The console may do all that a key could be granted. */
function credentialOf({ organization, mode }: Plane): Credential {
  const key = {
    id: 'console',
    type: 'sk' as const,
    mode,
    scopes: Object.keys(scopeTable),
    key_sha256: '',
  }
  return new Credential(organization, key)
}
