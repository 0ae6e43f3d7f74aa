import { html } from './html.js'
import { linkTo, placeOf } from './navigation.js'

/** The section for each prefix of ids. */
const SECTIONS = {
  vs: 'verifications',
  app: 'applicants',
  wt: 'workflows',
  whs: 'webhooks',
  evt: 'webhooks',
  dlv: 'webhooks',
  key: 'keys',
  mem: 'organization',
  org: 'organization',
  dsr: 'data-requests',
  dt: 'signing',
  flt: 'faults',
  req: 'requests',
  eml: 'emails',
  snp: 'snapshots',
}

/** These sections open the record; the others open the list. */
const OPENED = ['vs', 'app', 'wt', 'whs']

/**
 * An id that links to its record.
 * @param {{ id: string | null | undefined, soft?: boolean }} props
 */
export function Ref({ id, soft = false }) {
  if (!id) return '—'
  const text = html`<code class=${soft ? 'soft' : undefined}>${id}</code>`
  const prefix = id.split('_', 1)[0] ?? ''
  if (!Object.hasOwn(SECTIONS, prefix)) return text
  const change = {
    section: SECTIONS[prefix],
    ...(OPENED.includes(prefix) && { id }),
    ...(prefix === 'org' && { organization: id }),
  }
  return html`<a class="ref" href=${linkTo(placeOf(), change)}>${text}</a>`
}
