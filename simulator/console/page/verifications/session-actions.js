import { useState } from 'preact/hooks'
import { call, useTask } from '../shared/api.js'
import { duration, words } from '../shared/format.js'
import { html } from '../shared/html.js'
import { saveBytes } from './evidence.js'
import { ConfirmDialog } from '../shared/dialog.js'
import { Button, Field, Outcome } from '../shared/parts.js'
import { Signals } from './signals.js'

const OPEN = ['created', 'in_progress']
/** Maximum number of re-verifications of one verification. */
const REVERIFICATIONS = 20
/** Specimens whose documents can be submitted to an identity check. */
const SPECIMENS = ['odette', 'joost', 'kembangrasa', 'oeyvind', 'iuliana', 'thaddeus', 'persephone']

/**
 * The actions of operators and reviewers in the current state of the verification.
 * @param {any} props
 */
export function OperatorActions({ session, clock }) {
  const task = useTask()
  const path = `/sessions/${session.id}`
  const act = (done, to, /** @type {object | undefined} */ body = undefined) =>
    task.run(async () => {
      await call('POST', to, body)
      return done
    })
  const approve = () => act('Approved.', `${path}/review`, { outcome: 'approved' })
  const decline = ({ reason }) =>
    task.run(async () => {
      await call('POST', `${path}/notes`, { text: `Declined: ${reason}` })
      await call('POST', `${path}/review`, { outcome: 'declined' })
      return 'Declined.'
    })
  const mail = () => act('The invitation is in the e-mail log.', `${path}/resend`)
  const saveReport = () => task.run(() => saveBytes(`${path}/report`, `${session.id}.pdf`))
  const open = OPEN.includes(session.status)
  const waiting = session.status === 'awaiting_review'
  const left = Date.parse(session.expires_at) - Date.parse(clock.now)
  const reverifiable = session.status === 'completed' && session.identity_run
  const again = REVERIFICATIONS - session.reverifications
  return html`<div class="actions" role="group" aria-label="Actions">
    ${
      waiting &&
      html`
      <${Button} kind="primary" task=${task} onClick=${approve}>Approve<//>
      <${ConfirmDialog} kind="danger" task=${task} ask="Decline this person?" yes="Yes, decline" onYes=${decline}
        effect="The verification cannot be decided again." reason="Reason, for other reviewers">Decline<//>`
    }
    ${
      open &&
      html`
      <${ConfirmDialog} task=${task} ask="Cancel this verification?" effect="The applicant cannot continue it."
        onYes=${() => act('Cancelled.', `${path}/cancel`)}>Cancel<//>
      <${Button} task=${task} onClick=${mail}>Mail the invitation<//>`
    }
    ${
      (open || waiting) &&
      left > 0 &&
      html`
      <${ConfirmDialog} task=${task} ask=${`Advance the clock of the whole simulator by ${duration(left)}?`}
        onYes=${() => act('The clock is advanced.', '/clock/advance', { seconds: left / 1000 })}>Let it expire<//>`
    }
    ${
      reverifiable &&
      html`
      <${Button} task=${task} disabled=${again <= 0} onClick=${() => act('The identity is verified again.', `${path}/reverify`)}>
        Re-verify the identity (${again} left)<//>`
    }
    ${
      session.identity_run?.available_images.length > 0 &&
      html`
      <${ConfirmDialog} task=${task} ask="Delete the images permanently?" lost=${['Portrait, document and selfie of this verification.']}
        onYes=${() => act('The images are deleted.', `${path}/delete_images`)}>Delete the images<//>`
    }
    <${Button} task=${task} onClick=${saveReport}>Report (PDF)<//>
  </div>
  <${Outcome} task=${task} />`
}

/** Applicant actions in the name of the applicant. @param {any} props */
export function ApplicantActions({ session }) {
  const task = useTask()
  const [mistake, setMistake] = useState('')
  const pending = session.steps.filter(({ status }) => status === 'pending')
  if (!OPEN.includes(session.status) || pending.length === 0)
    return html`<${Outcome} task=${task} />`
  const act = (done, to, body) =>
    task.run(async () => {
      await call('POST', `/sessions/${session.id}/${to}`, body)
      return done
    })
  const play = (done, action) => act(done, 'journey', { action })
  const submit = (event) => {
    event.preventDefault()
    const body = journeyOf(new FormData(event.currentTarget))
    setMistake(body ? '' : 'Expected a JSON object')
    if (body) void act('Submitted.', 'journey', body)
  }
  const hasForm = pending.some(({ type }) => type === 'custom_form')
  return html`<details class="play"><summary>Act as the applicant</summary>
    <form class="form" onSubmit=${submit}>
      <${Field} label="Submit">${(attributes) => html`<select name="step" ...${attributes}>
        <option value="">All remaining steps</option>
        ${pending.map(({ id, type }) => html`<option value=${id}>${words(type)} (${id})</option>`)}</select>`}<//>
      ${
        pending.some(({ type }) => type === 'id_verification') &&
        html`
        <${Field} label="Document of">${(
          attributes,
        ) => html`<select name="specimen" ...${attributes}>
          <option value="">Chosen by the simulator</option>
          ${SPECIMENS.map((name) => html`<option value=${name}>${words(name)}</option>`)}</select>`}<//>
        <${Field} label="Taken with">${(
          attributes,
        ) => html`<select name="acquisition" ...${attributes}>
          <option value="camera">The camera</option><option value="upload">An existing photo</option></select>`}<//>`
      }
      ${
        hasForm &&
        html`<${Field} label="Answers" issue=${mistake}
        hint="JSON object: answers by question id for one step, by step id and question id for all steps.">${(
          attributes,
        ) => html`
        <textarea name="answers" rows="2" spellcheck=${false} ...${attributes} />`}<//>`
      }
      <div class="actions"><button class="primary" disabled=${task.busy}>Submit</button>
        <${Button} task=${task} onClick=${() => play('The applicant has ended the verification.', 'end')}>End the verification<//>
        <${Button} task=${task} onClick=${() => play('The applicant has begun and left.', 'abandon')}>Begin and leave<//>
      </div>
    </form>
    <${Signals} session=${session} />
    <div class="actions" role="group" aria-label="Skip a step">${pending.map(
      ({ id, type }) => html`
      <${ConfirmDialog} key=${id} task=${task} ask=${`Skip this step: ${words(type)}?`}
        onYes=${() => act('Skipped.', 'skip_step', { step_id: id })}>Skip ${words(type)}<//>`,
    )}</div>
  </details>
  <${Outcome} task=${task} />`
}

/**
 * Returns the request of the form; undefined if the answers are not a JSON object.
 * @param {FormData} form
 */
function journeyOf(form) {
  const value = (name) => String(form.get(name) ?? '').trim()
  const chosen = (name) => value(name) && { [name]: value(name) }
  try {
    const answers = value('answers') ? JSON.parse(value('answers')) : undefined
    if (answers !== undefined && (typeof answers !== 'object' || answers === null)) return undefined
    return {
      action: value('step') ? 'submit_step' : 'submit',
      ...(value('step') && { step_id: value('step') }),
      ...chosen('specimen'),
      ...chosen('acquisition'),
      ...(answers && { answers }),
    }
  } catch {
    return undefined
  }
}
