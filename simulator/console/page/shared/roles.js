/** Which roles may configure webhooks (SUB-009 to SUB-011), and which open verifications (IMG-038). */
const CONFIGURE = ['owner', 'admin']
const OPEN = ['owner', 'admin', 'reviewer']

/** @typedef {{ name: string, role: string } | undefined} Member */

/**
 * How a control stands to the member who acts: disabled with the reason, or as it is. Without a member nobody's role is asked
 * for.
 * @param {Member} member @param {string[]} roles @param {string} reason
 */
function barred(member, roles, reason) {
  if (!member || roles.includes(member.role)) return { disabled: false, why: undefined }
  return { disabled: true, why: `${member.name} is a ${member.role}; ${reason}` }
}

/** @param {Member} member */
export function toConfigureWebhooks(member) {
  return barred(member, CONFIGURE, 'an owner or an admin configures webhooks')
}

/** @param {Member} member */
export function toOpenVerifications(member) {
  return barred(member, OPEN, 'only owners, admins and reviewers open verifications')
}
