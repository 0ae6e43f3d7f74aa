import { useState } from 'preact/hooks'
import { call, query, useTask } from '../shared/api.js'
import { CopyId } from '../shared/copy.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { sentence } from '../shared/format.js'
import { html } from '../shared/html.js'
import { linkTo } from '../shared/navigation.js'
import { usePages } from '../shared/paging.js'
import { Badge, Button, Card, Field, List, Outcome, Time } from '../shared/parts.js'
import { Ref } from '../shared/ref.js'

/** The data that an erasure deletes. */
export const ERASED = [
  'Names, contact data, date of birth and address of the applicant',
  'Evidence images, answers, results and metadata of the verifications',
]

const ABOUT = {
  access: 'The applicant asks for a copy of the data.',
  erasure: 'Images and personal data are erased; the activity log stays.',
}

/** Data subject requests of applicants. @param {any} props */
export function DataRequestSection({ place, organization }) {
  const base = `/organizations/${organization.id}`
  return html`<h1>Data subject requests</h1>
    <p>Access to the data of an <a href=${linkTo(place, { section: 'applicants' })}>applicant</a>, or its erasure. A backend
      opens one with <code>POST /v1/data_subject_requests</code>.</p>
    <${RequestTable} base=${base} filters=${{ mode: place.mode }} />
    <${NewRequest} path=${`${base}/data_subject_requests${query({ mode: place.mode })}`} />`
}

/** @param {any} props */
export function RequestTable({ base, filters }) {
  const page = usePages(`${base}/data_subject_requests`, filters)
  const row = ({ id, type, applicant_id, status, created_at, completed_at }) => [
    html`${sentence(type)}<br /><${CopyId} id=${id} />`,
    html`<${Ref} id=${applicant_id} />`,
    html`<${Badge} of=${status} text=${sentence(status)} />`,
    html`<${Time} at=${created_at} />`,
    html`<${Time} at=${completed_at} />`,
  ]
  const head = ['Request', 'Applicant', 'Status', 'Opened', 'Completed']
  return html`<${List} page=${page} label="Data subject requests" head=${head} row=${row}>
    No request yet.<//>`
}

/** @param {any} props */
function NewRequest({ path }) {
  const task = useTask()
  const [type, setType] = useState('access')
  const [id, setId] = useState('')
  const open = () =>
    task.run(async () => {
      const { data } = await call('POST', path, { type, applicant_id: id.trim() })
      setId('')
      return `${data.id} is open. It is completed at once.`
    })
  const unnamed = { disabled: id.trim() === '', why: 'Enter the id of the applicant first' }
  const issue = task.problem?.issues.find(({ path }) => path[0] === 'applicant_id')?.message
  return html`<${Card} title="New request"><div class="form">
    <fieldset class="row"><legend>Type</legend>${Object.entries(ABOUT).map(
      ([value, about]) => html`<label class="choice">
      <input type="radio" name="type" value=${value} checked=${type === value} onChange=${() => setType(value)} />
      <span><strong>${sentence(value)}</strong><br /><span class="soft">${about}</span></span></label>`,
    )}</fieldset>
    <${Field} label="Id of the applicant" issue=${issue}>${(attributes) => html`
      <input name="applicant_id" required placeholder="app_…" autocomplete="off" spellcheck=${false} value=${id}
        onInput=${(event) => setId(event.currentTarget.value)} ...${attributes} />`}<//>
    <${Outcome} task=${task} />
    ${
      type === 'access'
        ? html`<p><${Button} task=${task} kind="primary" onClick=${open} ...${unnamed}>Open the request<//></p>`
        : html`<p><${ConfirmDialog} task=${task} kind="danger" ask="Open an erasure request?" yes="Yes, erase" typed=${id.trim()}
          lost=${ERASED} ...${unnamed} onYes=${open}>Open the request<//></p>`
    }
  </div><//>`
}
