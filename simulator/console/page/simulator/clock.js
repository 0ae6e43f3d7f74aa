import { call, useResponse, useTask } from '../shared/api.js'
import { duration, timeText } from '../shared/format.js'
import { html } from '../shared/html.js'
import { Button, Facts, Field, Outcome, Problem } from '../shared/parts.js'
import { useNow } from '../shared/time.js'

const STEPS = {
  'A minute': 60,
  'Ten minutes': 600,
  'An hour': 3600,
  'A day': 86_400,
  'A week': 604_800,
}

/** @param {any} props */
export function ClockSection({ clock }) {
  const health = useResponse('/health')
  const now = useNow()
  const task = useTask()
  const move = (to, /** @type {object | undefined} */ body = undefined) =>
    task.run(async () => {
      const { data } = await call('POST', to, body)
      return `It is ${timeText(data.now)}${data.frozen ? ', and the clock is frozen' : ''}.`
    })
  const pass = (/** @type {number} */ seconds) => move('/clock/advance', { seconds })
  const next = health.answer?.data.next_job_at
  const wait = next ? Date.parse(next) - now : 0
  const set = (event) => {
    event.preventDefault()
    const at = String(new FormData(event.currentTarget).get('at'))
    void move('/clock/set', { at: `${at}${at.length === 16 ? ':00' : ''}Z` })
  }
  const advance = (event) => {
    event.preventDefault()
    void pass(Number(new FormData(event.currentTarget).get('seconds')))
  }
  return html`<h1>Clock</h1>
    <p>All organizations share the simulated clock. Expiries, retries and rate limits use it. Times are UTC.</p>
    <${Problem} problem=${health.problem} />
    <${Facts} of=${[
      ['Now', timeText(new Date(now).toISOString())],
      ['State', clock.frozen ? 'Frozen' : 'Runs'],
      [
        'Next job',
        next ? `${timeText(next)} (${wait > 0 ? `in ${duration(wait)}` : 'now'})` : 'Nothing',
      ],
    ]} />
    <div class="actions">
      ${
        clock.frozen
          ? html`
        <${Button} kind="primary" task=${task} onClick=${() => move('/clock/resume')}>Resume the clock<//>`
          : html`<${Button} kind="primary" task=${task} onClick=${() => move('/clock/freeze', {})}>Freeze the clock<//>`
      }
      <${Button} task=${task} onClick=${() => move('/settle')}>Run all due jobs<//>
      ${
        wait > 0 &&
        html`
        <${Button} task=${task} onClick=${() => pass(wait / 1000)}>Advance to the next job<//>`
      }
    </div>
    <${Outcome} task=${task} />
    <h2>Advance the clock</h2>
    <p class="soft">Jobs that become due in between run in their order: deliveries, retries, expiries.</p>
    <div class="actions">${Object.entries(STEPS).map(
      ([label, seconds]) => html`
      <${Button} task=${task} onClick=${() => pass(seconds)}>${label}<//>`,
    )}</div>
    <form class="row" onSubmit=${advance}>
      <label>Seconds <input name="seconds" type="number" min="0" max="315360000" step="any" required /></label>
      <button disabled=${task.busy}>Advance</button></form>
    <h2>Set the clock</h2>
    <p class="soft">The clock jumps forwards or back. Jobs that became due in between start afterwards.</p>
    <form class="row" onSubmit=${set}><${Field} label="Date and time (UTC)">${(attributes) => html`
        <input name="at" type="datetime-local" step="1" required ...${attributes} />`}<//>
      <button disabled=${task.busy}>Set the clock</button></form>`
}
