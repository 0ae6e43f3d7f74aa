import { call, useResponse, useTask } from '../shared/api.js'
import { html } from '../shared/html.js'
import { usePages } from '../shared/paging.js'
import { Badge, Button, Json, List, Outcome, Problem, Time } from '../shared/parts.js'
import { Ref } from '../shared/ref.js'

/** @param {any} props */
export function RequestSection({ place, organization }) {
  const { id } = organization
  const { answer, problem } = useResponse('/journal')
  const pages = usePages('/requests', { organization: id, mode: place.mode })
  // An open row stays open when newer requests are added.
  const page = {
    ...pages,
    items: pages.items?.map((entry) => ({ ...entry, id: entry.request_id })),
  }
  const task = useTask()
  const journal = answer?.data
  const on = journal?.enabled && (journal.organization === null || journal.organization === id)
  const set = (enabled, done) =>
    task.run(async () => {
      await call('PUT', '/journal', { enabled, ...(enabled && { organization: id }) })
      return done
    })
  return html`<h1>Requests</h1>
    <p>The latest requests of your backend and your pages, with their responses. Keys, tokens and images are left out.\n      Names of applicants are included until they are erased.</p>
    <${Problem} problem=${problem} />
    ${
      journal &&
      html`<p class="row">
      ${
        !on &&
        html`<${Button} kind="primary" task=${task} onClick=${() =>
          set(true, 'Requests of this organization are recorded from now on.')}>Record requests<//>`
      }
      ${
        journal.enabled &&
        html`<${Button} task=${task} onClick=${() =>
          set(
            false,
            'Recording has stopped. The recorded requests are deleted.',
          )}>Stop and delete<//>`
      }</p>`
    }
    <${Outcome} task=${task} />
    <${List} page=${page} label="Requests" head=${['Request', 'Response', 'Duration', 'Time']} row=${rowOf}>
      ${on ? 'No request in this mode yet.' : 'No requests are recorded: the request log is off for this organization.'}<//>`
}

/** Returns the ids in a path. @param {string} path */
function idsOf(path) {
  return path.match(/\b(?:vs|app|wt|whs)_[0-9a-z]{24}\b/g) ?? []
}

function rowOf(entry) {
  const { at, operation, method, path, status, answered, error_code, fault_id, duration_ms } = entry
  return [
    html`<details><summary><code>${method} ${path}</code></summary>
      <p><code>${operation}</code> <code class="soft">${entry.request_id}</code>
        ${idsOf(path).map((id) => html`<br /><${Ref} id=${id} />`)}
        ${entry.key_id && html`<br /><${Ref} id=${entry.key_id} soft />`}</p>
      <p>Sent</p><${Json} value=${{ query: entry.query, headers: entry.headers, ...entry.request }} />
      <p>Answered</p><${Json} value=${entry.response} /></details>`,
    html`${status === null ? 'Nothing' : status}${answered === 'part' && ', cut off'}
      ${error_code && html`<br /><code>${error_code}</code>`}
      ${fault_id && html`<br /><${Badge} of="failed" text="Fault" /> <${Ref} id=${fault_id} soft />`}`,
    `${duration_ms} ms`,
    html`<${Time} at=${at} />`,
  ]
}
