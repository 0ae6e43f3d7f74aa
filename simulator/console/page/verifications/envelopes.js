import { call, useResponse, useTask } from '../shared/api.js'
import { saveBytes } from './evidence.js'
import { html } from '../shared/html.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { Badge, Button, Card, Facts, Json, Outcome, Table, Time } from '../shared/parts.js'

/** The envelope as the sending business reads it. @param {any} props */
export function EnvelopeCards({ session }) {
  const signs = session.steps.some(({ type }) => type === 'esign')
  const { answer } = useResponse(signs ? `/sessions/${session.id}/envelopes` : undefined)
  return answer?.data.map(
    (envelope) => html`<${EnvelopeCard} key=${envelope.id} envelope=${envelope} />`,
  )
}

/** @param {any} props */
function EnvelopeCard({ envelope }) {
  const task = useTask()
  const act = (done, to) =>
    task.run(async () => {
      await call('POST', `/envelopes/${envelope.id}/${to}`)
      return done
    })
  const save = (id) =>
    task.run(() => saveBytes(`/envelopes/${envelope.id}/documents/${id}`, `${id}.pdf`))
  const gone = envelope.retention_ended_at !== null
  const rowOf = ({ id, title, final_hash }) => [
    html`${title}<br /><code class="soft">${id}</code>`,
    final_hash ? html`<code>${final_hash}</code>` : html`<span class="soft">not sealed</span>`,
    html`<${Button} task=${task} disabled=${gone} onClick=${() => save(id)}>Download<//>`,
  ]
  const { consent, paper_copy_requested_at: asked, paper_copy_sent_at: sent } = envelope
  return html`<${Card} title=${`Signing, step ${envelope.step_id}`} aside=${html`<${Badge} of=${envelope.status} />`}>
    <p><code>${envelope.id}</code></p>
    <${Facts} of=${[
      [
        'Consent',
        consent ? html`version ${consent.version}, <${Time} at=${consent.accepted_at} />` : '—',
      ],
      ['Typed name', envelope.typed_name],
      ['Signed', html`<${Time} at=${envelope.signed_at} />`],
      ['Declined', html`<${Time} at=${envelope.declined_at} />`],
      ['Reason', envelope.decline_reason],
      ['Paper copy requested', html`<${Time} at=${asked} />`],
      ['Paper copy sent', html`<${Time} at=${sent} />`],
      ['Kept until', html`<${Time} at=${envelope.kept_until} />`],
    ]} />
    <${Table} label="Documents" head=${['Document', 'Hash of the sealed file', '']} items=${envelope.documents}
      row=${rowOf} />
    <div class="actions">
      ${
        envelope.status === 'signed' &&
        html`
        <${Button} task=${task} onClick=${() => act('Sealed.', 'seal')}>Seal again<//>`
      }
      ${
        asked &&
        !sent &&
        html`
        <${Button} task=${task} onClick=${() => act('Recorded.', 'paper_copy_sent')}>The paper copy was sent<//>`
      }
      ${
        !gone &&
        html`<${ConfirmDialog} task=${task} ask="Delete the documents as at the end of their retention?"
        onYes=${() => act('The documents are deleted.', 'end_retention')}>End retention<//>`
      }
    </div>
    <${Outcome} task=${task} />
    ${
      envelope.ceremony &&
      html`<details>
      <summary>Ceremony record (${envelope.ceremony.length} entries, chained by hash)</summary>
      <${Json} value=${envelope.ceremony} /></details>`
    }
  <//>`
}
