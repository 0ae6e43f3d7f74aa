import { useState } from 'preact/hooks'
import { call, refresh, useTask } from '../shared/api.js'
import { Email } from '../shared/email.js'
import { money } from '../shared/format.js'
import { html } from '../shared/html.js'
import { goTo } from '../shared/navigation.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { Badge, Card, Empty, Facts, Field, Outcome, Table } from '../shared/parts.js'

const ROLES = ['owner', 'admin', 'reviewer', 'developer']
const TIERS = ['standard', 'elevated', 'enterprise', 'custom']
const PLANS = ['starter', 'growth', 'scale']
const WALLETS = ['active', 'locked', 'absent']
const SUBSCRIPTIONS = ['active', 'past_due', 'canceled']

/** Settings of the organization, and a form for a new one. @param {any} props */
export function OrganizationSection({ organization, place }) {
  return html`${
    organization &&
    html`<h1>${organization.name}</h1>
      ${[Account, Members, Workflow, Remove].map(
        (Part) => html`
        <${Part} organization=${organization} />`,
      )}`
  }
    <${NewOrganization} place=${place} />`
}

/** @param {any} organization */
function useChange(organization) {
  const task = useTask()
  const change = (body) =>
    task.run(async () => {
      await call('PATCH', `/organizations/${organization.id}`, body)
      return 'The change applies from the next request on.'
    })
  return { task, change }
}

/** @param {any} props */
function Account({ organization }) {
  const { task, change } = useChange(organization)
  const { id, region, plan, tier, wallet, subscription } = organization
  const choice = (label, options, value, onChange) => html`<label>${label}
    ${' '}<select value=${value} disabled=${task.busy} onChange=${(event) => onChange(event.currentTarget.value)}>
    ${options.map((name) => html`<option value=${name} selected=${name === value}>${name}</option>`)}</select></label>`
  const pay = (event) => {
    event.preventDefault()
    void change({
      wallet: {
        balance_minor: Math.round(Number(new FormData(event.currentTarget).get('balance')) * 100),
      },
    })
  }
  return html`<${Card} title="Account">
    <${Facts} of=${[
      ['Id', html`<code>${id}</code>`],
      ['Region', `${region}, for ever`],
      ['Balance', money(wallet.balance_minor, wallet.currency)],
    ]} />
    <div class="row">
      ${choice('Plan', PLANS, plan, (plan) => change({ plan }))}
      ${choice('Tier', TIERS, tier, (tier) => change({ tier }))}
      ${choice('Wallet', WALLETS, wallet.status, (status) => change({ wallet: { status } }))}
      ${choice('Subscription', SUBSCRIPTIONS, subscription.status, (status) => change({ subscription: { status } }))}
    </div>
    <form class="row" onSubmit=${pay}>
      <label>Balance, ${wallet.currency} <input name="balance" type="number" step="0.01" required /></label>
      <button disabled=${task.busy}>Set</button></form>
    <${Outcome} task=${task} /><//>`
}

/** @param {any} props */
function Members({ organization }) {
  const { task, change } = useChange(organization)
  const { members } = organization
  const add = (event) => {
    event.preventDefault()
    const form = event.currentTarget
    void change({ members: [...members, Object.fromEntries(new FormData(form))] }).then(() =>
      form.reset(),
    )
  }
  const rowOf = ({ id, name, email, role }) => [
    name,
    html`<${Email} address=${email} />`,
    html`<${Badge} of=${role} text=${role} />`,
    html`<${ConfirmDialog} task=${task} ask=${`Remove ${name}?`}
      onYes=${() => change({ members: members.filter((one) => one.id !== id) })}>Remove<//>`,
  ]
  return html`<${Card} title="Members">
    ${
      members.length === 0
        ? html`<${Empty}>No members yet. Viewing images and configuring webhooks need a member.<//>`
        : html`<${Table} label="Members" head=${['Name', 'E-mail', 'Role', '']} items=${members} row=${rowOf} />`
    }
    <form class="row" onSubmit=${add}>
      <label>Name <input name="name" required maxlength="200" autocomplete="off" /></label>
      <label>E-mail <input name="email" type="email" required autocomplete="off" /></label>
      <label>Role <select name="role">${ROLES.map((role) => html`<option value=${role}>${role}</option>`)}</select>
      </label>
      <button disabled=${task.busy}>Add</button></form>
    <${Outcome} task=${task} /><//>`
}

/** @param {any} props */
function Workflow({ organization }) {
  const { task, change } = useChange(organization)
  const [mistake, setMistake] = useState('')
  const written = organization.default_workflow
    ? JSON.stringify(organization.default_workflow, null, 2)
    : ''
  const save = (event) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('workflow')).trim()
    try {
      const default_workflow = text === '' ? null : JSON.parse(text)
      setMistake('')
      void change({ default_workflow })
    } catch {
      setMistake('Not JSON')
    }
  }
  return html`<${Card} title="Default workflow"><form class="form" onSubmit=${save}>
    <${Field} label="Steps, as JSON" issue=${mistake}
      hint="For verifications without a workflow template. Empty: one document check.">${(
        attributes,
      ) => html`
      <textarea name="workflow" rows="6" spellcheck=${false} defaultValue=${written} ...${attributes} />`}<//>
    <${Outcome} task=${task} /><p><button disabled=${task.busy}>Save</button></p></form><//>`
}

/** @param {any} props */
function Remove({ organization }) {
  const task = useTask()
  const remove = () =>
    task.run(async () => {
      await call('DELETE', `/organizations/${organization.id}`)
      await refresh()
      location.hash = ''
    })
  return html`<${Card} title="Delete this organization">
    <p>Its keys stop working at once, and its records of both modes are deleted.</p>
    <${ConfirmDialog} task=${task} ask=${`Delete ${organization.name}?`} typed=${organization.name}
      lost=${['Its keys and subscriptions, and all of its records of both modes.']} onYes=${remove}>Delete<//>
    <${Outcome} task=${task} /><//>`
}

/** @param {any} props */
function NewOrganization({ place }) {
  const task = useTask()
  const make = (event) => {
    event.preventDefault()
    const values = Object.fromEntries(new FormData(event.currentTarget))
    void task.run(async () => {
      const { data } = await call('POST', '/organizations', values)
      await refresh()
      goTo(place, { organization: data.id, section: 'organization' })
    })
  }
  return html`<${Card} title="New organization"><form class="row" onSubmit=${make}>
    <label>Name <input name="name" required maxlength="200" autocomplete="off" /></label>
    <label>Region <select name="region"><option>us</option><option>eu</option></select></label>
    <button disabled=${task.busy}>Create it</button></form><${Outcome} task=${task} /><//>`
}
