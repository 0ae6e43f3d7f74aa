import type { Ports } from '../../ports.ts'
import type { Call } from '../../call/call.ts'
import { ApiError } from '../../call/errors.ts'
import type { SessionDocument } from '../../features/sessions/session-record.ts'
import { VERIFICATION_ROLES, requireRole } from './roles.ts'
import { anySession } from './session.ts'

/**
 * Returns the session of the path if the member of the query may open it. Without `member_id` no role is checked. A
 * member of another organization sees no session.
 * @throws {ApiError} resource_not_found; role_not_allowed
 */
export async function openedSession(ports: Ports, call: Call): Promise<SessionDocument> {
  const session = await anySession(ports, call.params.id!)
  const member = call.query.member_id as string | undefined
  if (member === undefined) return session
  const organization = ports.world.organization(session.scope.split('/')[2]!)
  if (!organization?.members.some(({ id }) => id === member))
    throw new ApiError('resource_not_found')
  requireRole(organization, member, VERIFICATION_ROLES)
  return session
}
