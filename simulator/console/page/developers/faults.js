import { useState } from 'preact/hooks'
import { call, query, useResponse, useTask } from '../shared/api.js'
import { html } from '../shared/html.js'
import {
  Badge,
  Button,
  Card,
  Empty,
  Field,
  Outcome,
  Problem,
  Table,
  Time,
} from '../shared/parts.js'
import { Ref } from '../shared/ref.js'

/**
 * Labels of the effects that can be selected. @type {Record<string, { label: string, value: object
 * }>}
 */
const EFFECTS = {
  'reset after': { label: 'The response is lost, after the operation', value: { reset: 'after' } },
  'reset before': {
    label: 'The connection is reset, before the operation',
    value: { reset: 'before' },
  },
  error: { label: 'An error of the service: internal_error', value: { error: 'internal_error' } },
  503: { label: 'A proxy answers 503', value: { status: 503 } },
  504: { label: 'A proxy answers 504', value: { status: 504 } },
  rate_limit: { label: 'Rate limit exceeded (429)', value: { rate_limit: true } },
  delay: { label: 'The response is five seconds late', value: { delay_ms: 5000 } },
  hang: { label: 'No response, before the operation', value: { hang: 'before' } },
  'hang after': { label: 'No response, after the operation', value: { hang: 'after' } },
  truncate: { label: 'Half of the response body', value: { truncate: true } },
}

/** @param {any} props */
export function FaultSection({ place, organization }) {
  const { answer, problem } = useResponse(`/faults${query({ organization: organization.id })}`)
  const task = useTask()
  const faults = answer?.data.toReversed()
  const end = (id) =>
    task.run(async () => {
      await call('DELETE', `/faults/${id}`)
      return 'The fault is removed.'
    })
  return html`<h1>Faults</h1>
    <p>Makes requests of your backend fail, to test its error handling. Faults do not affect the hosted pages.</p>
    <${Problem} problem=${problem} />
    <${Outcome} task=${task} />
    ${
      faults &&
      (faults.length === 0
        ? html`<${Empty}>No faults are set.<//>`
        : html`<${Table} label="Faults" head=${['Operation', 'Effect', 'Hits', 'State', '']} items=${faults}
        row=${(fault) => rowOf(fault, task, end)} />`)
    }
    <${NewFault} key=${`${organization.id} ${place.mode}`} organization=${organization.id} mode=${place.mode} />`
}

function rowOf({ id, operation, match, effect, times, probability, hits, active }, task, end) {
  return [
    html`<code>${operation}</code>${match.mode && html`<br /><span class="soft">in ${match.mode} mode</span>`}`,
    html`<code>${JSON.stringify(effect)}</code>`,
    html`<details><summary>${hits.count} ${times === null ? `(${Math.round(probability * 100)} % of the requests)` : `of ${times}`}
      </summary><ul class="plain">${hits.last.map(
        ({ request_id, at }) => html`
        <li><${Ref} id=${request_id} /> <${Time} at=${at} /></li>`,
      )}</ul></details>`,
    html`<${Badge} of=${active ? 'active' : 'over'} />`,
    html`<${Button} task=${task} onClick=${() => end(id)}>Remove<//>`,
  ]
}

/** @param {any} props */
function NewFault({ organization, mode }) {
  const [kind, setKind] = useState('reset after')
  const task = useTask()
  const submit = (event) => {
    event.preventDefault()
    const values = new FormData(event.currentTarget)
    void task.run(async () => {
      await call('POST', '/faults', {
        organization,
        operation: String(values.get('operation')).trim(),
        match: { mode },
        effect: EFFECTS[kind]?.value,
        times: Number(values.get('times')),
      })
      return 'The fault is set. It affects the next matching request.'
    })
  }
  const issue = (name) => task.problem?.issues.find(({ path }) => path[0] === name)?.message
  return html`<${Card} title="New fault"><form class="form" onSubmit=${submit}>
    <${Field} label="Operation" hint="An operationId of the public API, such as createSession, or * for all operations."
      issue=${issue('operation')}>${(attributes) => html`
      <input name="operation" required defaultValue="createSession" spellcheck=${false} ...${attributes} />`}<//>
    <${Field} label="Effect">${(attributes) => html`
      <select value=${kind} onChange=${(change) => setKind(change.currentTarget.value)} ...${attributes}>
        ${Object.entries(EFFECTS).map(
          ([name, { label }]) => html`
          <option value=${name} selected=${name === kind}>${label}</option>`,
        )}</select>`}<//>
    <${Field} label="How many requests" issue=${issue('times')}>${(attributes) => html`
      <input name="times" type="number" min="1" max="1000000" required defaultValue="1" ...${attributes} />`}<//>
    <${Outcome} task=${task} />
    <p><button class="primary" disabled=${task.busy}>Set the fault</button></p>
  </form><//>`
}
