import { call, useTask } from '../shared/api.js'
import { words } from '../shared/format.js'
import { html } from '../shared/html.js'
import { Badge, Card, Empty, Facts, Json, Outcome, Table, Time } from '../shared/parts.js'

/** @param {any} props */
export function StepTable({ steps }) {
  const row = (step) => [
    html`${words(step.type)}<br /><code class="soft">${step.id}</code>`,
    html`<${Badge} of=${step.status} />`,
    html`<${Badge} of=${step.outcome} />${step.flagged && html`${' '}<${Badge} of="flagged" />`}`,
    html`<${Time} at=${step.done_at} />`,
    html`<details><summary>${findings(step)}</summary>
      <${Json} value=${{ config: step.config, result: step.result }} /></details>`,
  ]
  return html`
    <${Table} label="Steps" head=${['Step', 'Status', 'Result', 'Done', 'Details']} items=${steps} row=${row} />`
}

/** @param {any} step */
function findings({ result }) {
  const count = result?.findings.length ?? 0
  return count === 0 ? 'Settings and result' : `${count} ${count === 1 ? 'finding' : 'findings'}`
}

/** The forms with their answers, and the questions that triggered a review. @param {any} props */
export function FormCards({ forms }) {
  return forms.map(
    ({ step_id, flagged, answers, triggers, trigger_note }) => html`
    <${Card} title=${`Form ${step_id}`} aside=${flagged && html`<${Badge} of="flagged" text="Flagged for review" />`}>
      ${flagged && html`<p>${trigger_note ?? `Triggered by: ${triggers.map(({ label }) => label).join('; ')}`}</p>`}
      <${Facts} of=${answers.map(({ label, answer }) => [
        label,
        answer === null ? 'Not answered' : [answer].flat().join(', '),
      ])} />
    <//>`,
  )
}

/** @param {any} props */
export function Screening({ screening }) {
  if (!screening) return null
  const { fired, routing, score, tags, unreadable, signals } = screening
  return html`<${Card} title="Screening rules">
    <${Facts} of=${[
      ['Result', words(routing)],
      ['Score', String(score)],
      ['Tags', tags.join(', ') || '—'],
      ...(unreadable.length > 0 ? [['Unreadable metadata', unreadable.join(', ')]] : []),
    ]} />
    ${
      fired.length === 0
        ? html`<${Empty}>No rule fired.<//>`
        : html`<${Table} label="Rules that fired" head=${['Rule', 'Type', 'Action']} items=${fired}
        row=${({ name, rule_type, action }) => [name, words(rule_type), words(action)]} />`
    }
    ${signals && html`<details><summary>Device and network signals</summary><${Json} value=${signals} /></details>`}
  <//>`
}

/** @param {any} props */
export function Notes({ session }) {
  const task = useTask()
  const add = (event) => {
    event.preventDefault()
    const form = event.currentTarget
    void task.run(async () => {
      await call('POST', `/sessions/${session.id}/notes`, { text: new FormData(form).get('text') })
      form.reset()
    })
  }
  return html`<${Card} title="Notes">
    ${
      session.notes.length === 0
        ? html`<${Empty}>No notes yet. A note is visible to reviewers and has no effect.<//>`
        : html`<ul class="notes">${session.notes.map(
            ({ text, created_at }) => html`
        <li><${Time} at=${created_at} /><br />${text}</li>`,
          )}</ul>`
    }
    <form class="row" onSubmit=${add}>
      <label class="wide">New note <input name="text" required maxlength="2000" autocomplete="off" /></label>
      <button disabled=${task.busy}>Add</button></form>
    <${Outcome} task=${task} />
  <//>`
}
