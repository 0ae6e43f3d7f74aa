import { useState } from 'preact/hooks'
import { call, useResponse, useTask } from '../shared/api.js'
import { entries, sentence } from '../shared/format.js'
import { html } from '../shared/html.js'
import { Badge, Card, Field, Outcome, Prose } from '../shared/parts.js'

const TYPES = [
  { value: 'sk', label: 'Secret key', about: 'For your backend, never in a browser.' },
  { value: 'pk', label: 'Publishable key', about: 'For your pages. Carries no scopes.' },
]

/** @param {any} props */
export function NewKey({ path, mode, member, onMade }) {
  const scopes = useResponse('/scopes')
  const [type, setType] = useState('sk')
  const task = useTask()
  const submit = (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const grants =
      type === 'sk'
        ? { scopes: values.getAll('scopes') }
        : { allowed_origins: entries(String(values.get('origins'))) }
    void task.run(async () => {
      const { data } = await call('POST', path, {
        type,
        mode,
        ...grants,
        ...(member && { member_id: member.id }),
      })
      form.reset()
      setType('sk')
      onMade(data)
      return 'The key was created. It is shown above once.'
    })
  }
  return html`<${Card} title="New key"><form class="form" onSubmit=${submit}>
    <fieldset class="row"><legend>Type</legend>
      ${TYPES.map(
        ({ value, label, about }) => html`<label class="choice">
        <input type="radio" name="type" value=${value} checked=${type === value} onChange=${() => setType(value)} />
        <span><strong>${label}</strong><br /><span class="soft">${about}</span></span></label>`,
      )}</fieldset>
    ${
      type === 'pk' &&
      html`<${Field} label="Allowed origins"
      hint="Origins of the pages that may use the key, one on each line, such as http://localhost:3000">${(
        attributes,
      ) => html`
      <textarea name="origins" rows="3" spellcheck=${false} ...${attributes} />`}<//>`
    }
    ${type === 'sk' && scopes.answer?.data.map((group) => html`<${ScopeGroup} key=${group.group} of=${group} />`)}
    <${Outcome} task=${task} />
    <p><button class="primary" disabled=${task.busy}>Create the key</button></p>
  </form><//>`
}

/** Scopes of one subject, the sensitive ones marked (SCO-004, SCO-006 to SCO-009). @param {any} props */
function ScopeGroup({ of: { group, description, scopes } }) {
  return html`<fieldset class="scopes"><legend>${sentence(group)}</legend><p class="hint">${description}</p>
    ${scopes.map(
      ({ name, description, sensitive, reason }) => html`<label class="choice">
      <input type="checkbox" name="scopes" value=${name} />
      <span><code>${name}</code> ${sensitive && html`<${Badge} of="sensitive" />`}<br />
        <span class="soft"><${Prose} text=${description} /></span>
        ${sensitive && html`<br /><span class="warn">${reason}</span>`}</span></label>`,
    )}
  </fieldset>`
}
