import { render } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useAnswer } from './api.js'
import { ClockSection } from './clock.js'
import { EmailSection } from './emails.js'
import { FaultSection } from './faults.js'
import { timeText } from './format.js'
import { html } from './html.js'
import { JournalSection } from './journal.js'
import { KeySection } from './keys.js'
import { goTo, linkTo, usePlace } from './navigation.js'
import { NewVerification } from './new-verification.js'
import { OrganizationSection } from './organization.js'
import { Button, Problem } from './parts.js'
import { RequestSection } from './requests.js'
import { ResetSection } from './reset.js'
import { SessionSection } from './session.js'
import { SessionList } from './sessions.js'
import { SigningSection } from './signing.js'
import { SnapshotSection } from './snapshots.js'
import { WebhookSection } from './webhooks.js'
import { WorkflowSection } from './workflows.js'

/** The sections, in the order of the navigation. Each is given the place, the organization, and who acts. */
const SECTIONS = {
  verifications: {
    title: 'Verifications',
    view: (props) => (props.place.id ? SessionSection : SessionList),
  },
  new: { title: 'New verification', view: () => NewVerification },
  keys: { title: 'API keys', group: 'Developers', view: () => KeySection },
  webhooks: { title: 'Webhooks', group: 'Developers', view: () => WebhookSection },
  emails: { title: 'E-mail log', group: 'Developers', view: () => EmailSection },
  journal: { title: 'Activity log', group: 'Developers', view: () => JournalSection },
  requests: { title: 'Requests', group: 'Developers', view: () => RequestSection },
  faults: { title: 'Faults', group: 'Developers', view: () => FaultSection },
  reset: { title: 'Test data', group: 'Developers', view: () => ResetSection },
  organization: { title: 'Organization', group: 'Configuration', view: () => OrganizationSection },
  workflows: { title: 'Workflows', group: 'Configuration', view: () => WorkflowSection },
  signing: { title: 'Signing and seals', group: 'Configuration', view: () => SigningSection },
  clock: { title: 'Clock', group: 'Simulator', view: () => ClockSection },
  snapshots: { title: 'Snapshots', group: 'Simulator', view: () => SnapshotSection },
}

const REVIEWERS = ['owner', 'admin', 'reviewer']

function App() {
  const world = useAnswer('/world')
  const place = usePlace()
  const [chosen, setChosen] = useState(/** @type {Record<string, string>} */ ({}))
  const organizations = world.answer?.data.organizations
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
  const props = { place, organization, organizations, member, clock: world.answer.data.clock }
  return html`
    <a class="skip" href="#main" onClick=${toMain}>Skip to the content</a>
    <${Header} ...${props} problem=${world.problem}
      onMember=${(id) => setChosen({ ...chosen, [organization.id]: id })} />
    <div class="columns"><${Navigation} place=${place} /><${Content} ...${props} /></div>`
}

/** @param {Event} event */
function toMain(event) {
  event.preventDefault()
  document.querySelector('main')?.focus()
}

/** The address names no organization, or one that is gone. @param {any} props */
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
function Header({ place, organization, organizations, member, clock, problem, onMember }) {
  const to = (change) => goTo(place, { section: place.section, ...change })
  const toOrganization = (event) => to({ organization: event.currentTarget.value })
  return html`<header>
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
      ${timeText(clock.now)} UTC${clock.frozen ? ', frozen' : ''}</a>
    ${problem && html`<${Problem} problem=${problem} />`}
  </header>
  ${
    place.mode === 'test' &&
    html`
    <p class="mode">Test mode: every check is simulated, and nobody's camera or face is used.</p>`
  }`
}

/** @param {any} props */
function Navigation({ place }) {
  const groups = Object.entries(
    Object.groupBy(Object.entries(SECTIONS), ([, { group = '' }]) => group),
  )
  const here = (name) => (place.section === name ? 'page' : undefined)
  return html`<nav aria-label="Sections">${groups.map(
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
  const section = SECTIONS[place.section]
  const title = section?.title ?? 'Nothing here'
  const main = useRef(/** @type {HTMLElement | null} */ (null))
  const first = useRef(true)
  const where = `${organization.id} ${place.mode} ${place.section} ${place.id}`
  useEffect(() => {
    document.title = `${place.id || title} · ${organization.name} · vskit console`
    // Whoever follows a link reads on where it leads; the page as it opens is left at its top.
    if (!first.current) main.current?.focus()
    first.current = false
  }, [where])
  const View = section?.view(props)
  return html`<main id="main" tabindex="-1" ref=${main}>
    ${
      View
        ? html`<${View} key=${where} ...${props} />`
        : html`<h1>${title}</h1><p>The console has no such section. Choose one from the list.</p>`
    }
  </main>`
}

const root = /** @type {HTMLElement} */ (document.querySelector('#app'))
root.replaceChildren()
render(html`<${App} />`, root)
