/**
 * Display texts for names of the API. A name without a text is shown as it is, so that new names
 * are visible.
 */
const WORDS = {
  created: 'Created',
  in_progress: 'In progress',
  awaiting_review: 'Awaiting review',
  completed: 'Completed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  approved: 'Approved',
  declined: 'Declined',
  id_verification: 'Identity document',
  credit_history: 'Credit history',
  esign: 'E-signature',
  custom_form: 'Form',
  background_check: 'Background check',
  sanctions_screening: 'Sanctions screening',
  email: 'E-mail',
  email_verification: 'E-mail address',
  automatic: 'By rules',
  reviewer: 'By a reviewer',
}

/** Labels of the expected outcomes, from the contract (OUT-007 to OUT-010). */
export const OUTCOMES = {
  pass: 'Pass',
  review: 'Needs review',
  fail: 'Fail',
  doc_quality: 'Document quality issue',
}

/** @param {string | null | undefined} name */
export function words(name) {
  if (!name) return '—'
  return Object.hasOwn(WORDS, name) ? WORDS[name] : sentence(name)
}

/** @param {string} name as in compliance_and_billing */
export function sentence(name) {
  const text = name.replaceAll('_', ' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** @param {string | null | undefined} time ISO 8601, in UTC */
export function timeText(time) {
  return time ? `${time.slice(0, 10)} ${time.slice(11, 19)}` : '—'
}

/** @param {string} time ISO 8601, in UTC; shown in local time */
export function localText(time) {
  const date = new Date(time)
  const two = (/** @type {number} */ part) => String(part).padStart(2, '0')
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`
}

const RECENT_MS = 3_600_000

/**
 * Returns a relative time within an hour of now, otherwise undefined.
 * @param {number} at
 * @param {number} now
 */
export function relative(at, now) {
  const away = Math.abs(at - now)
  if (away >= RECENT_MS) return undefined
  if (away < 10_000) return 'just now'
  const text =
    away < 60_000 ? `${Math.floor(away / 10_000)}0 s` : `${Math.floor(away / 60_000)} min`
  return at > now ? `in ${text}` : `${text} ago`
}

/** Returns a duration in its two largest units. @param {number} ms */
export function duration(ms) {
  const parts = []
  let rest = Math.max(0, Math.ceil(ms / 1000))
  for (const [unit, size] of /** @type {const} */ ([
    ['d', 86_400],
    ['h', 3600],
    ['min', 60],
    ['s', 1],
  ])) {
    if (rest >= size) parts.push(`${Math.floor(rest / size)} ${unit}`)
    rest %= size
  }
  return parts.slice(0, 2).join(' ') || 'no time'
}

/** @param {number} minor @param {string} currency */
export function money(minor, currency) {
  return `${currency} ${(minor / 100).toFixed(2)}`
}

/**
 * Returns the URL if its scheme is http or https; other schemes must not become links.
 * @param {string | null} url
 */
export function pageUrl(url) {
  // `URL.parse` needs Safari 18.
  const parsed = url && URL.canParse(url) ? new URL(url) : undefined
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined
}

/** @param {{ given_names?: string[], family_name?: string, name_suffix?: string } | null} applicant */
export function nameOf(applicant) {
  if (!applicant) return ''
  return [...(applicant.given_names ?? []), applicant.family_name, applicant.name_suffix]
    .filter(Boolean)
    .join(' ')
}

/** @param {string} text one entry a line, or separated by commas */
export function entries(text) {
  return text
    .split(/[\n,]/)
    .map((entry) => entry.trim())
    .filter(Boolean)
}
