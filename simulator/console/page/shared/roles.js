/** Which roles may configure webhooks (SUB-009 to SUB-011), and which open verifications (IMG-038). */
const CONFIGURE = ['owner', 'admin']
const OPEN = ['owner', 'admin', 'reviewer']

/** @typedef {{ name: string, role: string } | undefined} Member */

/**
 * Returns attributes that disable a control, with the reason, if the selected member may not use
 * it. Without a member no role is checked.
 * @param {Member} member
 * @param {string[]} roles
 * @param {string} reason
 */
function barred(member, roles, reason) {
  if (!member || roles.includes(member.role)) return { disabled: false, why: undefined }
  return { disabled: true, why: `${member.name} is a ${member.role}; ${reason}` }
}

/** @param {Member} member */
export function toConfigureWebhooks(member) {
  return barred(member, CONFIGURE, 'only owners and admins may configure webhooks')
}

/** @param {Member} member */
export function toOpenVerifications(member) {
  return barred(member, OPEN, 'only owners, admins and reviewers may open verifications')
}
