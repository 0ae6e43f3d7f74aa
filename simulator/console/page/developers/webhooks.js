import { useState } from 'preact/hooks'
import { call, callWarned, query, useTask } from '../shared/api.js'
import { CopyId } from '../shared/copy.js'
import { toConfigureWebhooks } from '../shared/roles.js'
import { DeliveryTable, EventTable } from './events.js'
import { html } from '../shared/html.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { Badge, Button, Card, Empty, Field, Outcome, Secret, Table } from '../shared/parts.js'

const EVENTS = [
  'completed',
  'cancelled',
  'manual_review_requested',
  'form_flagged',
  'expired',
  'document_signed',
  'document_declined',
  'skipped_by_applicant',
].map((state) => `kyc.session.${state}`)

/** @param {any} props */
export function WebhookSection({ place, organization, member, loopbackReceivers }) {
  const [secret, setSecret] = useState('')
  const [warning, setWarning] = useState(/** @type {string | null} */ (null))
  const [chosen, setChosen] = useState(place.id)
  const task = useTask()
  const subscriptions = organization.webhook_subscriptions.filter(({ mode }) => mode === place.mode)
  const path = `/organizations/${organization.id}/webhook_subscriptions`
  const barred = toConfigureWebhooks(member)
  const asMember = query({ member_id: member?.id })
  const act = (method, to, done, /** @type {object | undefined} */ body = undefined) =>
    task.run(async () => {
      const answer = await call(method, `${path}/${to}${asMember}`, body)
      if (answer?.data.secret) setSecret(answer.data.secret)
      return done
    })
  const pause = (id, active) =>
    act('PATCH', id, active ? 'Paused.' : 'Active again.', { is_active: !active })
  const rotate = (id) =>
    act(
      'POST',
      `${id}/rotate_secret`,
      'The secret is rotated. During the grace period, the old secret signs too.',
    )
  const ping = (id) =>
    task.run(async () => {
      await call('POST', `${path}/${id}/test${asMember}`)
      await call('POST', '/settle')
      setChosen(id)
      return 'The test ping was sent. The delivery log shows the result.'
    })
  const rowOf = ({ id, url, events, is_active }) => [
    html`<code>${url}</code><br /><${CopyId} id=${id} />`,
    html`<${Badge} of=${is_active ? 'enabled' : 'disabled'} text=${is_active ? 'Active' : 'Not active'} />`,
    html`<details>
      <summary>${events.length === EVENTS.length ? 'All types' : `${events.length} of ${EVENTS.length} types`}</summary>
      <ul class="plain">${events.map((type) => html`<li><code>${type}</code></li>`)}</ul></details>`,
    html`<div class="actions">
      <${Button} task=${task} ...${barred} onClick=${() => ping(id)}>Test ping<//>
      <${Button} task=${task} ...${barred} onClick=${() => pause(id, is_active)}>${is_active ? 'Pause' : 'Resume'}<//>
      <${ConfirmDialog} task=${task} ...${barred} ask="Create a new signing secret?" onYes=${() => rotate(id)}>Rotate the secret<//>
      <${ConfirmDialog} task=${task} ...${barred} ask="Delete this subscription?" effect="Its receiver gets no further events."
        onYes=${() => act('DELETE', id, 'Deleted.')}>Delete<//>
    </div>`,
  ]
  const filters = { organization: organization.id, mode: place.mode, limit: 20 }
  return html`<h1>Webhooks</h1>
    <p>A receiver that is registered in ${place.mode} mode gets only events of ${place.mode} mode. Owners and admins\n      configure receivers.</p>
    ${barred.disabled && html`<p class="note">${barred.why}. Choose another member under “Acting as”.</p>`}
    ${
      secret &&
      html`
      <${Secret} key=${secret} title="The signing secret." secret=${secret} onClose=${() => setSecret('')} />`
    }
    ${warning && html`<p class="note" role="status">${warning}</p>`}
    <${Outcome} task=${task} />
    ${
      subscriptions.length === 0
        ? html`<${Empty}>No receiver yet. Register one below.${' '}
        ${
          !loopbackReceivers &&
          html`For a receiver on this machine, start the simulator with <code>--loopback-receivers</code>.${' '}`
        }
        This command starts a receiver that prints the webhooks:
        ${' '}<code>vskit receiver</code>.<//>`
        : html`
        <${Table} label="Subscriptions" head=${['Receiver', 'State', 'Events', '']} items=${subscriptions}
          row=${rowOf} />`
    }
    <${NewSubscription} key=${path} path=${path} mode=${place.mode} member=${member} barred=${barred} open=${subscriptions.length === 0}
      onMade=${(made, warned) => {
        setSecret(made.secret)
        setWarning(warned)
      }} />
    <${Card} title="Delivery log" aside=${
      subscriptions.length > 0 &&
      html`<label>Receiver
      ${' '}<select value=${chosen} onChange=${(event) => setChosen(event.currentTarget.value)}>
      <option value="">All</option>
      ${subscriptions.map(({ id, url }) => html`<option value=${id} selected=${id === chosen}>${url}</option>`)}</select></label>`
    }>
      <${DeliveryTable} filters=${{ ...filters, subscription_id: chosen }} /><//>
    <${Card} title="Events"><${EventTable} filters=${filters} /><//>`
}

/** @param {any} props */
function NewSubscription({ path, mode, member, barred, open, onMade }) {
  const task = useTask()
  const submit = (event) => {
    event.preventDefault()
    const form = event.currentTarget
    const values = new FormData(form)
    const chosen = { mode, url: values.get('url'), events: values.getAll('events') }
    void task.run(async () => {
      const { data, warning } = await callWarned('POST', path, {
        ...chosen,
        ...(member && { member_id: member.id }),
      })
      form.reset()
      onMade(data, warning)
      return 'The receiver is registered. Its signing secret is shown above once.'
    })
  }
  const issue = task.problem?.issues.find(({ path }) => path[0] === 'url')?.message
  return html`<section class="card"><details open=${open}><summary>New subscription</summary>
    <form class="form" onSubmit=${submit}>
    <${Field} label="Receiver's URL" hint="https:// only" issue=${issue}>${(attributes) => html`
      <input name="url" required placeholder="https://127.0.0.1:4010/" autocomplete="off" spellcheck=${false}
        ...${attributes} />`}<//>
    <fieldset><legend>Events</legend>${EVENTS.map(
      (type) => html`<label class="choice">
      <input type="checkbox" name="events" value=${type} defaultChecked=${true} /><code>${type}</code></label>`,
    )}
    </fieldset>
    <${Outcome} task=${task} />
    <p><button class="primary" disabled=${barred.disabled || task.busy} title=${barred.why}>Register the receiver</button>
      ${barred.disabled && html` <span class="soft">${barred.why}.</span>`}</p>
  </form></details></section>`
}
