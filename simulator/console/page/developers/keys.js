import { useState } from 'preact/hooks'
import { call, useTask } from '../shared/api.js'
import { entries } from '../shared/format.js'
import { html } from '../shared/html.js'
import { NewKey } from './keys-new.js'
import { Rotate } from './keys-rotate.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { Badge, Button, Empty, Field, Outcome, Secret, Table, Time } from '../shared/parts.js'

/** @param {any} props */
export function KeySection({ place, organization, clock, member }) {
  const [fresh, setFresh] = useState(/** @type {any} */ (undefined))
  const task = useTask()
  const keys = organization.keys.filter(({ mode }) => mode === place.mode)
  const path = `/organizations/${organization.id}/keys`
  const rotate = (id, { overlap, scopes }) =>
    task.run(async () => {
      const { data } = await call('POST', `${path}/${id}/rotate`, {
        overlap_seconds: Number(overlap),
        ...(scopes && { scopes }),
        ...(member && { member_id: member.id }),
      })
      setFresh(data)
    })
  const revoke = (id) =>
    task.run(async () => {
      await call('POST', `${path}/${id}/revoke`)
      return 'The key is revoked. Requests with it are refused from now on.'
    })
  const rowOf = (key) => [
    html`${key.type === 'sk' ? 'Secret' : 'Publishable'} <code>…${key.hint ?? '????'}</code><br />
      <code class="soft">${key.id}</code>`,
    html`<${Badge} of=${stateOf(key, clock.now)} />
      ${key.expires_at && html`<br /><span class="soft">ends <${Time} at=${key.expires_at} /></span>`}`,
    key.type === 'sk'
      ? html`<details><summary>Scopes: ${key.scopes.length}</summary>
      <ul class="plain">${key.scopes.map((scope) => html`<li><code>${scope}</code></li>`)}</ul></details>`
      : html`<${Origins} path=${path} item=${key} />`,
    stateOf(key, clock.now) === 'active' &&
      html`<div class="actions">
      <${Rotate} task=${task} of=${key} onRotate=${(how) => rotate(key.id, how)} />
      <${ConfirmDialog} task=${task} ask="Revoke this key?" effect=${`Requests with the key …${key.hint ?? '????'} are refused at once.`}
        onYes=${() => revoke(key.id)}>Revoke<//></div>`,
  ]
  return html`<h1>API keys</h1>
    <p>A key belongs to one region and one mode. These keys belong to <strong>${organization.region}, ${place.mode}</strong>.</p>
    ${
      fresh &&
      html`<${Secret} key=${fresh.id} secret=${fresh.key} onClose=${() => setFresh(undefined)}
      title=${`The new ${fresh.type === 'sk' ? 'secret' : 'publishable'} key.`} />`
    }
    <${Outcome} task=${task} />
    ${
      keys.length === 0
        ? html`<${Empty}>No key of this mode yet. Create a secret key for your backend, and a publishable\n      key for your pages.<//>`
        : html`<${Table} label="API keys" head=${['Key', 'State', 'May be used', '']} items=${keys} row=${rowOf} />`
    }
    <${NewKey} path=${path} mode=${place.mode} member=${member} onMade=${setFresh} />`
}

/** @param {any} key @param {string} now */
function stateOf({ revoked_at, expires_at }, now) {
  if (revoked_at) return 'revoked'
  return expires_at && expires_at <= now ? 'expired' : 'active'
}

/** The pages that may use a publishable key. @param {any} props */
function Origins({ path, item }) {
  const [open, setOpen] = useState(false)
  const task = useTask()
  const save = (event) => {
    event.preventDefault()
    const allowed_origins = entries(String(new FormData(event.currentTarget).get('origins')))
    void task.run(async () => {
      await call('PATCH', `${path}/${item.id}`, { allowed_origins })
      setOpen(false)
    })
  }
  if (!open) {
    return html`${
      item.allowed_origins.length === 0
        ? html`<span class="soft">On no page, because the key has no allowed origin.</span>`
        : html`<ul class="plain" aria-label="Allowed origins">
        ${item.allowed_origins.map((origin) => html`<li><code>${origin}</code></li>`)}</ul>`
    }
      ${!item.revoked_at && html`<${Button} onClick=${() => setOpen(true)}>Change origins<//>`}`
  }
  return html`<form onSubmit=${save}>
    <${Field} label="Allowed origins" hint="One on each line, such as http://localhost:3000">${(
      attributes,
    ) => html`
      <textarea name="origins" rows="3" spellcheck=${false} defaultValue=${item.allowed_origins.join('\n')}
        ...${attributes} />`}<//>
    <div class="actions"><button disabled=${task.busy}>Save</button>
      <${Button} onClick=${() => setOpen(false)}>Leave it<//></div>
    <${Outcome} task=${task} /></form>`
}
