import { call, useResponse, useTask } from '../shared/api.js'
import { DocumentTemplates } from './documents.js'
import { html } from '../shared/html.js'
import { ConfirmDialog } from '../shared/dialog.js'
import {
  Badge,
  Button,
  Card,
  Empty,
  Field,
  Outcome,
  Problem,
  Table,
  Time,
} from '../shared/parts.js'

/** Documents for signing, sealing faults and seal keys. @param {any} props */
export function SigningSection({ place, organization }) {
  const base = `/organizations/${organization.id}`
  const keys = useResponse('/seal_keys')
  const task = useTask()
  const act = (done, to, /** @type {object | undefined} */ body = undefined) =>
    task.run(async () => {
      await call('POST', to, body)
      return done
    })
  const own = keys.answer?.data.filter(
    ({ region, mode }) => region === organization.region && mode === place.mode,
  )
  const rotate = () =>
    act('A new key seals from now on.', '/seal_keys/rotate', {
      region: organization.region,
      mode: place.mode,
    })
  const retire = (kid) =>
    act('The key is retired. Its seals remain valid.', `/seal_keys/${kid}/retire`)
  const revoke = (kid) => act('Revoked.', `/seal_keys/${kid}/revoke`)
  const rowOf = ({ kid, status, notBefore }) => [
    html`<code>${kid}</code>`,
    html`<${Badge} of=${status} />`,
    html`<${Time} at=${notBefore} />`,
    status !== 'revoked' &&
      html`<div class="actions">
      ${
        status === 'active' &&
        html`
        <${ConfirmDialog} task=${task} ask="Retire this key?" onYes=${() => retire(kid)}>Retire<//>`
      }
      <${ConfirmDialog} task=${task} ask="Revoke this key? This cannot be undone." onYes=${() => revoke(kid)}>Revoke<//></div>`,
  ]
  const fail = (event) => {
    event.preventDefault()
    const times = Number(new FormData(event.currentTarget).get('times'))
    void act(times === 0 ? 'Sealing works.' : 'The fault is set.', `${base}/sealing_faults`, {
      mode: place.mode,
      times,
    })
  }
  return html`<h1>Signing and seals</h1><${Outcome} task=${task} />
    <${DocumentTemplates} place=${place} organization=${organization} />
    <${Card} title="Sealing fault">
      <p>The next signatures are recorded, but sealing them fails. Open the verification to seal again.</p>
      <form class="row" onSubmit=${fail}><${Field} label="Number of failures (0 removes the fault)">${(
        attributes,
      ) => html`
        <input name="times" type="number" min="0" max="1000000" defaultValue="1" required ...${attributes} />`}<//>
        <button disabled=${task.busy}>Set</button></form><//>
    <${Card} title=${`Seal keys of ${organization.region}, ${place.mode}`}
      aside=${html`<${Button} task=${task} onClick=${rotate}>Seal with a new key<//>`}>
      <${Problem} problem=${keys.problem} />
      ${own?.length === 0 && html`<${Empty}>No seal key yet. The first signature creates one.<//>`}
      ${
        own?.length > 0 &&
        html`
        <${Table} label="Seal keys" head=${['Key', 'Status', 'Since', '']} items=${own} row=${rowOf} />`
      }<//>`
}
