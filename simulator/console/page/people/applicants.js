import { CopyId } from '../shared/copy.js'
import { Email } from '../shared/email.js'
import { nameOf } from '../shared/format.js'
import { html } from '../shared/html.js'
import { linkTo } from '../shared/navigation.js'
import { usePages } from '../shared/paging.js'
import { List, Time } from '../shared/parts.js'
import { SearchField } from '../shared/search-field.js'
import { ApplicantPage } from './applicant.js'

/** Applicants of the organization, or one of them. @param {any} props */
export function ApplicantSection(props) {
  return props.place.id
    ? html`<${ApplicantPage} ...${props} />`
    : html`<${ApplicantList} ...${props} />`
}

/** @param {any} props */
function ApplicantList({ place, organization }) {
  const { q } = place.filters
  const page = usePages(`/organizations/${organization.id}/applicants`, { mode: place.mode, q })
  const row = (person) => [
    html`<a href=${linkTo(place, { id: person.id })}>${shownName(person)}</a><br /><${CopyId} id=${person.id} />`,
    person.email ? html`<${Email} address=${person.email} />` : '—',
    person.phone ?? '—',
    person.date_of_birth ?? '—',
    html`<${Time} at=${person.created_at} />`,
  ]
  const head = ['Applicant', 'E-mail', 'Phone', 'Date of birth', 'Created']
  return html`<h1>Applicants</h1>
    <p>Each <a href=${linkTo(place, { section: 'verifications' })}>verification</a> belongs to one applicant.</p>
    <form class="row tools" role="search" onSubmit=${(event) => event.preventDefault()}>
      <${SearchField} place=${place} placeholder="Id, name, e-mail or phone" /></form>
    <${List} page=${page} label="Applicants" head=${head} row=${row}>
      ${
        q
          ? 'No applicant matches.'
          : `No applicant in ${place.mode} mode yet. A verification with an applicant creates one.`
      }<//>`
}

/** @param {any} person */
export function shownName(person) {
  return nameOf(person) || person.legal_name || 'Nameless applicant'
}
