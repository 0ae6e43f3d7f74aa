import { call, useResponse, useTask } from '../shared/api.js'
import { timeText } from '../shared/format.js'
import { html } from '../shared/html.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { Card, Empty, Field, Outcome, Problem, Table, Time } from '../shared/parts.js'

/** @param {any} props */
export function SnapshotSection({ clock }) {
  const { answer, problem } = useResponse('/snapshots')
  const task = useTask()
  const restore = ({ id }) =>
    task.run(async () => {
      const { data } = await call('POST', `/snapshots/${id}/restore`)
      const { now, frozen } = data.clock
      return `The snapshot is restored: ${data.counts.organizations} organizations, at ${timeText(now)}${frozen ? ', frozen' : ''}.`
    })
  const drop = ({ id }) =>
    task.run(async () => {
      await call('DELETE', `/snapshots/${id}`)
      return 'The snapshot is deleted.'
    })
  const snapshots = answer?.data
  return html`<h1>Snapshots</h1>
    <p>A snapshot stores the whole state: all organizations with their records, keys and subscriptions, and the clock. You can\n      restore it any number of times.</p>
    <${Problem} problem=${problem} />
    <${Outcome} task=${task} />
    ${
      snapshots &&
      (snapshots.length === 0
        ? html`<${Empty}>No snapshots yet.<//>`
        : html`<${Table} label="Snapshots" head=${['Name', 'Taken', 'Size', '', '']} items=${snapshots}
        row=${(snapshot) => [
          html`${snapshot.name ?? html`<span class="soft">without a name</span>`}<br /><code>${snapshot.id}</code>`,
          html`<${Time} at=${snapshot.created_at} />`,
          `${Math.ceil(snapshot.bytes / 1024).toLocaleString('en')} KB`,
          html`<${ConfirmDialog} task=${task} ask="Restore this snapshot?" typed=${snapshot.name ?? snapshot.id}
            lost=${['All changes since the snapshot, in all organizations.']} onYes=${() => restore(snapshot)}>Restore<//>`,
          html`<${ConfirmDialog} task=${task} ask="Delete this snapshot?" typed=${snapshot.name ?? snapshot.id}
            lost=${['The snapshot.']} onYes=${() => drop(snapshot)}>Delete<//>`,
        ]} />`)
    }
    <${NewSnapshot} clock=${clock} />`
}

/** @param {any} props */
function NewSnapshot({ clock }) {
  const task = useTask()
  const take = (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name')).trim()
    void task.run(async () => {
      const { data } = await call('POST', '/snapshots', name === '' ? {} : { name })
      form.reset()
      return `Stored as ${data.id}.`
    })
  }
  const hint = clock.frozen
    ? undefined
    : 'The clock is running. After a restore it keeps its current offset from the clock of this machine. Freeze it first if the time matters.'
  return html`<${Card} title="Take a snapshot"><form class="form" onSubmit=${take}>
    <${Field} label="Name" hint=${hint}>${(attributes) => html`
      <input name="name" maxlength="100" ...${attributes} />`}<//>
    <${Outcome} task=${task} />
    <p><button class="primary" disabled=${task.busy}>Take a snapshot</button></p>
  </form><//>`
}
