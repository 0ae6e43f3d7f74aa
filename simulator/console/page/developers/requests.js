import { call, useAnswer, useTask } from '../shared/api.js'
import { html } from '../shared/html.js'
import { usePages } from '../shared/paging.js'
import { Badge, Button, Json, List, Outcome, Problem, Time } from '../shared/parts.js'
import { Ref } from '../shared/ref.js'

/** @param {any} props */
export function RequestSection({ place, organization }) {
  const { id } = organization
  const { answer, problem } = useAnswer('/journal')
  const pages = usePages('/requests', { organization: id, mode: place.mode })
  // What is open in a row stays with its request when newer ones come.
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
    <p>What your backend and your pages asked of the API, and what they were answered: the last of them, without keys,
      tokens and images. Applicants are in it by name until they are erased.</p>
    <${Problem} problem=${problem} />
    ${
      journal &&
      html`<p class="row">
      ${
        !on &&
        html`<${Button} kind="primary" task=${task} onClick=${() =>
          set(
            true,
            'Requests of this organization are written down from now on.',
          )}>Write requests down<//>`
      }
      ${
        journal.enabled &&
        html`<${Button} task=${task} onClick=${() =>
          set(
            false,
            'Nothing is written down any more; what was is forgotten.',
          )}>Stop and forget<//>`
      }</p>`
    }
    <${Outcome} task=${task} />
    <${List} page=${page} label="Requests" head=${['Request', 'Answer', 'Took', 'At']} row=${rowOf}>
      ${on ? 'No request in this mode yet.' : 'Nothing is written down: the journal is off for this organization.'}<//>`
}

/** The ids that a path names. @param {string} path */
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
