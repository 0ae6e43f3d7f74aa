import { call, query, useResponse, useTask } from '../shared/api.js'
import { CopyId } from '../shared/copy.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { nameOf, sentence } from '../shared/format.js'
import { html } from '../shared/html.js'
import { goTo, linkTo } from '../shared/navigation.js'
import { usePages } from '../shared/paging.js'
import { Badge, Button, Card, Facts, List, Outcome, Problem, Time } from '../shared/parts.js'
import { Ref } from '../shared/ref.js'
import { ERASED, RequestTable } from './data-requests.js'

/** One applicant, with the verifications and the requests about the data. @param {any} props */
export function ApplicantPage({ place, organization }) {
  const base = `/organizations/${organization.id}`
  const mode = query({ mode: place.mode })
  const { answer, problem } = useResponse(
    `${base}/applicants/${encodeURIComponent(place.id)}${mode}`,
  )
  const task = useTask()
  const back = html`<p><a href=${linkTo(place, { section: 'applicants' })}>All applicants</a></p>`
  const person = answer?.data
  if (!person) {
    return html`<h1>Applicant</h1>${back}${
      problem?.code === 'resource_not_found'
        ? html`<p class="note" role="alert">${organization.name} has no applicant ${place.id} in ${place.mode} mode. The applicant may have been deleted.</p>`
        : html`<${Problem} problem=${problem} />`
    }`
  }
  const open = (type) =>
    task.run(async () => {
      const { data } = await call('POST', `${base}/data_subject_requests${mode}`, {
        type,
        applicant_id: person.id,
      })
      return `${sentence(type)} request ${data.id} is open. It is completed at once.`
    })
  const remove = () =>
    task.run(async () => {
      await call('DELETE', `${base}/applicants/${person.id}${mode}`)
      goTo(place, { section: 'applicants' })
    })
  const typed = nameOf(person) || person.id
  return html`${back}<h1>${nameOf(person) || person.legal_name || 'Applicant'}</h1>
    <p class="row"><${CopyId} id=${person.id} /></p>
    <${Facts} of=${facts(person)} />
    <div class="actions" role="group" aria-label="What to do">
      <${Button} task=${task} onClick=${() => open('access')}>Open an access request<//>
      <${ConfirmDialog} task=${task} ask="Open an erasure request?" yes="Yes, erase" typed=${typed} lost=${ERASED}
        onYes=${() => open('erasure')}>Open an erasure request<//>
      <${ConfirmDialog} task=${task} kind="danger" ask="Delete this applicant?" yes="Yes, delete" typed=${typed}
        lost=${['The record of the applicant', ...ERASED]} onYes=${remove}>Delete<//>
    </div>
    <${Outcome} task=${task} />
    <${Card} title="Verifications"><${Verifications} place=${place} base=${base} id=${person.id} /><//>
    <${Card} title="Data subject requests">
      <${RequestTable} base=${base} filters=${{ mode: place.mode, applicant_id: person.id }} /><//>`
}

/** @param {any} person */
function facts(person) {
  const { family_name, given_names, name_suffix, address } = person
  return [
    ['Family name', family_name],
    ['Given names', given_names.join(', ') || undefined],
    ['Suffix', name_suffix],
    ['Legal name', person.legal_name],
    ['Name in original script', person.localized_name],
    ['E-mail', person.email],
    ['Phone', person.phone],
    ['Date of birth', person.date_of_birth],
    ['Address', address ? Object.values(address).join(', ') : undefined],
    ['Created', html`<${Time} at=${person.created_at} />`],
  ]
}

/** The search finds verifications by the id of the applicant. @param {any} props */
function Verifications({ place, base, id }) {
  const page = usePages(`${base}/sessions`, { mode: place.mode, q: id })
  const row = (session) => [
    html`<${Ref} id=${session.id} />`,
    html`<${Time} at=${session.created_at} />`,
    html`<${Badge} of=${session.status} />`,
    html`<${Badge} of=${session.outcome} />`,
  ]
  const head = ['Verification', 'Created', 'Status', 'Outcome']
  return html`<${List} page=${page} label="Verifications" head=${head} row=${row}>
    This applicant has no verifications.<//>`
}
