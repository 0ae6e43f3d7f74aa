import { call, useAnswer, useTask } from '../shared/api.js'
import { timeText } from '../shared/format.js'
import { html } from '../shared/html.js'
import { Sure } from '../shared/dialog.js'
import { Card, Empty, Field, Outcome, Problem, Table, Time } from '../shared/parts.js'

/** @param {any} props */
export function SnapshotSection({ clock }) {
  const { answer, problem } = useAnswer('/snapshots')
  const task = useTask()
  const restore = ({ id }) =>
    task.run(async () => {
      const { data } = await call('POST', `/snapshots/${id}/restore`)
      const { now, frozen } = data.clock
      return `It is back: ${data.counts.organizations} organizations, at ${timeText(now)}${frozen ? ', frozen' : ''}.`
    })
  const drop = ({ id }) =>
    task.run(async () => {
      await call('DELETE', `/snapshots/${id}`)
      return 'The snapshot is dropped.'
    })
  const snapshots = answer?.data
  return html`<h1>Snapshots</h1>
    <p>A snapshot keeps everything as it is at one moment: all organizations with their records, keys and subscriptions, and
      the clock. It can be brought back as often as you like.</p>
    <${Problem} problem=${problem} />
    <${Outcome} task=${task} />
    ${
      snapshots &&
      (snapshots.length === 0
        ? html`<${Empty}>None is kept.<//>`
        : html`<${Table} label="Snapshots" head=${['Name', 'Taken', 'Size', '', '']} items=${snapshots}
        row=${(snapshot) => [
          html`${snapshot.name ?? html`<span class="soft">without a name</span>`}<br /><code>${snapshot.id}</code>`,
          html`<${Time} at=${snapshot.created_at} />`,
          `${Math.ceil(snapshot.bytes / 1024).toLocaleString('en')} KB`,
          html`<${Sure} task=${task} ask="Bring this snapshot back?" typed=${snapshot.name ?? snapshot.id}
            lost=${['Everything that was made or changed since the snapshot, in all organizations.']} onYes=${() => restore(snapshot)}>Bring it back<//>`,
          html`<${Sure} task=${task} ask="Drop this snapshot?" typed=${snapshot.name ?? snapshot.id}
            lost=${['The snapshot, which cannot be brought back any more.']} onYes=${() => drop(snapshot)}>Drop<//>`,
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
      return `Kept as ${data.id}.`
    })
  }
  const hint = clock.frozen
    ? undefined
    : 'The clock runs: brought back, it keeps the distance that it has to the time of this machine. Freeze it first where time matters.'
  return html`<${Card} title="Take a snapshot"><form class="form" onSubmit=${take}>
    <${Field} label="Name" hint=${hint}>${(attributes) => html`
      <input name="name" maxlength="100" ...${attributes} />`}<//>
    <${Outcome} task=${task} />
    <p><button class="primary" disabled=${task.busy}>Take it</button></p>
  </form><//>`
}
