import { render } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { refresh, refreshAfter, useResponse, useWaiting } from './shared/api.js'
import { follow } from './shared/stream.js'
import { Now, setClock } from './shared/time.js'
import { useShortcuts } from './shared/shortcuts.js'
import { ClockSection } from './simulator/clock.js'
import { EmailSection } from './developers/emails.js'
import { FaultSection } from './developers/faults.js'
import { html } from './shared/html.js'
import { JournalSection } from './developers/journal.js'
import { KeySection } from './developers/keys.js'
import { goTo, linkTo, usePlace } from './shared/navigation.js'
import { NewVerification } from './verifications/new-verification.js'
import { ApplicantSection } from './people/applicants.js'
import { DataRequestSection } from './people/data-requests.js'
import { OrganizationSection } from './settings/organization.js'
import { Button, Problem } from './shared/parts.js'
import { RequestSection } from './developers/requests.js'
import { ResetSection } from './developers/reset.js'
import { SessionSection } from './verifications/session.js'
import { SessionList } from './verifications/sessions.js'
import { SigningSection } from './settings/signing.js'
import { SnapshotSection } from './simulator/snapshots.js'
import { UsageSection } from './settings/usage.js'
import { WebhookSection } from './developers/webhooks.js'
import { WorkflowSection } from './workflows/workflows.js'

/**
 * The sections, in the order of the navigation. Each receives the place, the organization and the
 * selected member.
 */
const SECTIONS = {
  verifications: {
    title: 'Verifications',
    view: (props) => (props.place.id ? SessionSection : SessionList),
  },
  new: { title: 'New verification', view: () => NewVerification },
  applicants: { title: 'Applicants', view: () => ApplicantSection },
  'data-requests': { title: 'Data subject requests', view: () => DataRequestSection },
  keys: { title: 'API keys', group: 'Developers', view: () => KeySection },
  webhooks: { title: 'Webhooks', group: 'Developers', view: () => WebhookSection },
  emails: { title: 'E-mail log', group: 'Developers', view: () => EmailSection },
  journal: { title: 'Activity log', group: 'Developers', view: () => JournalSection },
  requests: { title: 'Requests', group: 'Developers', view: () => RequestSection },
  faults: { title: 'Faults', group: 'Developers', view: () => FaultSection },
  reset: { title: 'Test data', group: 'Developers', view: () => ResetSection },
  organization: { title: 'Organization', group: 'Configuration', view: () => OrganizationSection },
  usage: { title: 'Wallet and usage', group: 'Configuration', view: () => UsageSection },
  workflows: { title: 'Workflows', group: 'Configuration', view: () => WorkflowSection },
  signing: { title: 'Signing and seals', group: 'Configuration', view: () => SigningSection },
  clock: { title: 'Clock', group: 'Simulator', view: () => ClockSection },
  snapshots: { title: 'Snapshots', group: 'Simulator', view: () => SnapshotSection },
}

/** Pause before the first response is requested again. */
const FIRST_AGAIN_MS = 2000

const REVIEWERS = ['owner', 'admin', 'reviewer']

function App() {
  const world = useResponse('/world')
  const place = usePlace()
  const [chosen, setChosen] = useState(actingAs())
  const [online, setOnline] = useState(true)
  const [open, setOpen] = useState(false)
  const withRequests = ['requests', 'faults'].includes(place.section)
  const clock = world.answer?.data.clock
  useEffect(() => clock && setClock(clock), [clock])
  useEffect(() => setOpen(false), [place.section, place.id])
  useShortcuts(place)
  const known = world.answer?.data.organizations.some(({ id }) => id === place.organization)
  useEffect(() => {
    if (!known) return undefined
    return follow(place.organization, place.mode, withRequests, {
      onChange: (changes) => void refreshAfter(changes),
      onReset: () => void refresh(),
      onOnline: setOnline,
    })
  }, [known, place.organization, place.mode, withRequests])
  const organizations = world.answer?.data.organizations
  const failed = Boolean(world.problem && !organizations)
  // Later, the stream reports when the simulator responds again.
  useEffect(() => {
    if (!failed) return undefined
    const again = setInterval(() => void refresh(), FIRST_AGAIN_MS)
    return () => clearInterval(again)
  }, [failed])
  if (!organizations) {
    return html`<main class="start">
      ${world.problem ? html`<${Problem} problem=${world.problem} />` : 'Loading…'}</main>`
  }
  const organization = organizations.find(({ id }) => id === place.organization)
  if (!organization) return html`<${Unknown} place=${place} organizations=${organizations} />`
  const { members } = organization
  const member =
    members.find(({ id }) => id === chosen[organization.id]) ??
    members.find(({ role }) => REVIEWERS.includes(role)) ??
    members[0]
  const { loopback_receivers: loopbackReceivers } = world.answer.data
  const props = { place, organization, organizations, member, clock, loopbackReceivers }
  return html`
    <a class="skip" href="#main" onClick=${toMain}>Skip to content</a>
    <${Header} ...${props} problem=${world.problem}
      online=${online} open=${open} onMenu=${() => setOpen(!open)}
      onMember=${(id) => setChosen(actAs({ ...chosen, [organization.id]: id }))} />
    <div class="columns"><${Navigation} place=${place} open=${open} /><${Content} ...${props} /></div>
    <${Waiting} />`
}

/** Tells that a response is awaited, wherever the page is scrolled to. */
function Waiting() {
  const waiting = useWaiting()
  return html`<div class="waiting" role="status">${waiting && html`<p>One moment…</p>`}</div>`
}

const ACTING_AS = 'acting-as'

/**
 * The selected member of each organization. The selection survives a reload.
 * @returns {Record<string, string>}
 */
function actingAs() {
  try {
    return JSON.parse(localStorage.getItem(ACTING_AS) ?? '{}')
  } catch {
    return {}
  }
}

/** @param {Record<string, string>} chosen */
function actAs(chosen) {
  localStorage.setItem(ACTING_AS, JSON.stringify(chosen))
  return chosen
}

/** @param {Event} event */
function toMain(event) {
  event.preventDefault()
  document.querySelector('main')?.focus()
}

/** Shown if the URL names no organization or an unknown one. @param {any} props */
function Unknown({ place, organizations }) {
  const first = organizations[0]
  useEffect(() => {
    if (first && place.organization === '') goTo(place, { organization: first.id })
  })
  if (first && place.organization === '') return null
  const list = organizations.map(
    ({ id, name }) =>
      html`<li><a href=${linkTo({ ...place, section: '' }, { organization: id })}>${name}</a></li>`,
  )
  return html`<main class="start">
    <h1>${place.organization === '' ? 'No organization yet' : `There is no organization ${place.organization}`}</h1>
    ${
      list.length > 0
        ? html`<p>Open one of these:</p><ul>${list}</ul>`
        : html`<${OrganizationSection} place=${place} />`
    }
  </main>`
}

/** @param {any} props */
function Header({
  place,
  organization,
  organizations,
  member,
  clock,
  problem,
  online,
  open,
  onMenu,
  onMember,
}) {
  const to = (change) => goTo(place, { section: place.section, ...change })
  const toOrganization = (event) => to({ organization: event.currentTarget.value })
  return html`<header>
    <button type="button" class="menu" aria-expanded=${String(open)} aria-controls="sections" onClick=${onMenu}>Menu</button>
    <a class="brand" href=${linkTo(place, { section: 'verifications' })}>
      <img src="/console/icon.svg" alt="" width="24" height="24" /> vskit console</a>
    <label>Organization <select value=${organization.id} onChange=${toOrganization}>
      ${organizations.map(
        ({ id, name, region }) => html`
        <option value=${id} selected=${id === organization.id}>${name}, region ${region}</option>`,
      )}
    </select></label>
    <div class="modes" role="group" aria-label="Mode">${['test', 'live'].map(
      (mode) => html`
      <${Button} aria-pressed=${String(place.mode === mode)} onClick=${() => to({ mode })}>${mode}<//>`,
    )}</div>
    ${
      member &&
      html`<label>Acting as
      <select value=${member.id} onChange=${(event) => onMember(event.currentTarget.value)}>
      ${organization.members.map(
        ({ id, name, role }) => html`
        <option value=${id} selected=${id === member.id}>${name}, ${role}</option>`,
      )}
    </select></label>`
    }
    <a class="clock" href=${linkTo(place, { section: 'clock' })}>
      <${Now} />${clock.frozen ? ', frozen' : ''}</a>
    ${online && problem && html`<${Problem} problem=${problem} />`}
    <div role="status" class="offline">${
      !online &&
      html`<p class="note bad">The simulator does not respond. This page reconnects automatically.</p>`
    }</div>
  </header>
  ${
    place.mode === 'test' &&
    html`
    <aside class="mode" aria-label="Mode">Test mode: every check is simulated. No camera or face is used.</aside>`
  }`
}

/** @param {any} props */
function Navigation({ place, open }) {
  const groups = Object.entries(
    Object.groupBy(Object.entries(SECTIONS), ([, { group = '' }]) => group),
  )
  const here = (name) => (place.section === name ? 'page' : undefined)
  return html`<nav aria-label="Sections" id="sections" class=${open ? 'open' : ''}>${groups.map(
    ([group, sections]) => html`
    ${group && html`<h2>${group}</h2>`}
    <ul>${sections?.map(
      ([name, { title }]) => html`
      <li><a href=${linkTo(place, { section: name })} aria-current=${here(name)}>${title}</a></li>`,
    )}
    </ul>`,
  )}
  </nav>`
}

/** @param {any} props */
function Content(props) {
  const { place, organization } = props
  // The section is text of the address, which may be a name that every object has.
  const section = Object.hasOwn(SECTIONS, place.section) ? SECTIONS[place.section] : undefined
  const title = section?.title ?? 'Nothing here'
  const main = useRef(/** @type {HTMLElement | null} */ (null))
  const first = useRef(true)
  const where = `${organization.id} ${place.mode} ${place.section} ${place.id}`
  // Before the next key: an effect after the paint would take the focus from a field chosen by `/`.
  useLayoutEffect(() => {
    document.title = `${place.id || title} · ${organization.name} · vskit console`
    // After a link, the focus moves to the content; on the first load it stays at the top.
    if (!first.current) main.current?.focus()
    first.current = false
  }, [where])
  const View = section?.view(props)
  return html`<main id="main" tabindex="-1" ref=${main}>
    ${
      View
        ? html`<${View} key=${where} ...${props} />`
        : html`<h1>${title}</h1><p>The console has no such section. Choose one from the menu.</p>`
    }
  </main>`
}

const root = /** @type {HTMLElement} */ (document.querySelector('#app'))
root.replaceChildren()
render(html`<${App} />`, root)
