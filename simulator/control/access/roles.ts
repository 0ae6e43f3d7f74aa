import { ApiError, type Issue } from '../../call/errors.ts'
import type { Organization, Role } from '../../world/world.ts'

/** Roles that may configure webhook subscriptions (SUB-009 to 011). */
export const SUBSCRIPTION_ROLES: Role[] = ['owner', 'admin']

/** Roles that may open a verification and see its images (IMG-038, GAP-CONSOLE-IMAGES). */
export const VERIFICATION_ROLES: Role[] = ['owner', 'admin', 'reviewer']

/** Returns the problem of a call whose `member_id` is not a member of the organization. */
export function memberIssues({ members }: Organization, memberId: unknown): Issue[] {
  if (typeof memberId !== 'string' || members.some(({ id }) => id === memberId)) return []
  return [
    {
      code: 'custom',
      path: ['member_id'],
      message: 'No member of this organization has this id',
      param: 'member_id',
    },
  ]
}

/** Calls without a member come from the simulator's user. @throws {ApiError} role_not_allowed */
export function requireRole(
  { members }: Organization,
  memberId: string | undefined,
  allowed: Role[],
): void {
  const member = members.find(({ id }) => id === memberId)
  if (!member || allowed.includes(member.role)) return
  throw new ApiError('role_not_allowed', {
    member_id: member.id,
    role: member.role,
    allowed_roles: allowed,
  })
}
