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

/** Runs a public operation for the console: the call names organization and mode, and needs no key. */
export function asConsole(
  handler: Handler,
  planeOf: (call: Call) => Plane | undefined | Promise<Plane | undefined>,
  more: (call: Call) => Issue[] = () => [],
): Handler {
  return {
    // Omits `prepare`: it would run before the credential is known.
    ...(handler.patient && { patient: true }),
    check: async (call) => {
      const plane = await planeOf(call)
      // The schema has already reported the problem.
      if (!plane) return []
      call.credential = credentialOf(plane)
      return [...more(call), ...((await handler.check?.(call)) ?? [])]
    },
    run: (call) => handler.run(call),
  }
}

/** Does the same for public operations whose path parameter `id` has another name in the console's path. */
export function withPathId(param: string, handler: Handler): Handler {
  return {
    ...handler,
    run: (call) => {
      call.params = { id: call.params[param]! }
      return handler.run(call)
    },
  }
}

/** Returns the organization of the path in the mode of the query. @throws {ApiError} resource_not_found */
export function planeOfPath(ports: Ports): (call: Call) => Plane | undefined {
  return (call) => {
    const organization = organizationOf(ports, call.params.id!)
    const mode = MODES.find((mode) => mode === call.query.mode)
    return mode && { organization, mode }
  }
}

/** Returns the scope of the session of the path. @throws {ApiError} resource_not_found */
export function planeOfSession(ports: Ports): (call: Call) => Promise<Plane> {
  return async (call) => planeOfScope(ports, (await anySession(ports, call.params.id!)).scope)
}

/**
 * Returns the same for operations that only some roles may use (IMG-038).
 * @throws {ApiError} resource_not_found, role_not_allowed
 */
export function planeOfOpenedSession(ports: Ports): (call: Call) => Promise<Plane> {
  return async (call) => planeOfScope(ports, (await openedSession(ports, call)).scope)
}

function planeOfScope(ports: Ports, scope: string): Plane {
  const [, mode, id] = scope.split('/')
  return { organization: organizationOf(ports, id!), mode: mode as Mode }
}

/** The console has every scope that a key can have. */
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
