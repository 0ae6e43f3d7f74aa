import type { SdkEnvelope, SdkStep } from '../../spec/generated/wire.ts'
import { type Attempt, FRESH, summary } from './fields.ts'
import { type Html, type Piece, attributes, html } from './html.ts'
import { type Reply, page } from './page.ts'
import { checkPage } from './steps/check.ts'
import { formPage } from './steps/form.ts'
import { identityPage } from './steps/identity.ts'
import { contact, documentList } from './steps/signing.ts'
import { type Drawn, type StepPage, actionOf } from './steps/step.ts'
import type { Visit } from './visit.ts'

/** How each type of step is walked through; documents are signed on pages of their own. */
export function stepPageOf({ type }: SdkStep): StepPage {
  return type === 'id_verification' ? identityPage : type === 'custom_form' ? formPage : checkPage
}

/** What is still to be done first. */
export function nextStep({ shown }: Visit): SdkStep | undefined {
  return shown.status === 'awaiting_review'
    ? undefined
    : shown.steps.find(({ status }) => status === 'open')
}

/** Envelopes by the id of their step. */
export type Envelopes = Map<string, SdkEnvelope>

export function stepReply(
  visit: Visit,
  step: SdkStep,
  { title, body, labels }: Drawn,
  attempt: Attempt = FRESH,
  status = 200,
): Reply {
  const failed = attempt.problems.size > 0
  return {
    status,
    page: page(
      title,
      { ...frameOf(visit), failed },
      html`${progress(visit, step)}
<h1>${title}</h1>
${summary(attempt, labels)}
${body}
${
  nextStep(visit)?.id === step.id
    ? html`${elsewhere(visit, step)}${leave(visit)}`
    : html`<p><a class="button" href="${homeOf(visit)}">Continue</a></p>`
}`,
    ),
  }
}

/** There is nothing left to do: what the applicant is told of that, which is no result. */
export function restReply(
  visit: Visit,
  envelopes: Envelopes,
  attempt: Attempt = FRESH,
  status = 200,
): Reply {
  const { title, text } = resting(visit)
  return {
    status,
    page: page(
      title,
      { ...frameOf(visit), failed: attempt.problems.size > 0 },
      html`<h1>${title}</h1>
${summary(attempt, new Map())}
<p>${text}</p>
${[...envelopes].map(([stepId, envelope]) => papers(visit, stepId, envelope))}`,
    ),
  }
}

export function endReply(visit: Visit): Reply {
  const title = 'End this verification?'
  return {
    status: 200,
    page: page(
      title,
      frameOf(visit),
      html`<h1>${title}</h1>
<p>Whatever is not done yet is skipped, and that ends the verification for good. ${visit.business} is told that you
ended it.</p>
<form method="post" action="${homeOf(visit)}/end">
<button class="grave">End the verification</button>
</form>
<p><a href="${homeOf(visit)}">Go back and continue</a></p>`,
    ),
  }
}

export function homeOf({ owner }: Visit): string {
  return `/s/${owner.sessionId}`
}

export function frameOf({ business, shown }: Visit): { business: string; mode: 'live' | 'test' } {
  return { business, mode: shown.mode }
}

export function isOver({ shown }: Visit): boolean {
  return ['completed', 'cancelled', 'expired'].includes(shown.status)
}

/** How a step is called in the list of them. */
const NAMES: Record<string, string> = {
  id_verification: 'Identity document',
  custom_form: 'Questions',
  esign: 'Signature',
  credit_history: 'Credit history',
  background_check: 'Background check',
  sanctions_screening: 'Sanctions screening',
  email_verification: 'E-mail address',
}

function nameOf({ type }: Pick<SdkStep, 'type'>): string {
  return NAMES[type] ?? 'Check'
}

const STANDING = { submitted: 'done', skipped: 'not needed' }

function progress({ shown: { steps } }: Visit, current: SdkStep): Html {
  const place = steps.findIndex(({ id }) => id === current.id) + 1
  return html`<nav aria-label="Progress">
<p>Step ${place} of ${steps.length}: ${nameOf(current)}</p>
<ol class="progress">${steps.map(({ id, type, status }) => {
    const text = `${nameOf({ type })}${status === 'open' ? '' : ` (${STANDING[status]})`}`
    return html`
<li${attributes({ class: status, 'aria-current': id === current.id && 'step' })}>
<span class="unseen">${text}</span></li>`
  })}
</ol>
</nav>`
}

/** The way to documents of other steps: what a signer may do with them is possible as long as the session is live. */
function elsewhere(visit: Visit, { id }: SdkStep): Piece {
  return visit.opened
    .filter((opened) => opened !== id)
    .map(
      (opened) => html`<p>
<a href="${actionOf(visit, { id: opened })}">Your documents</a>: to save them, to withdraw your consent, or to ask for
paper.</p>`,
    )
}

function leave(visit: Visit): Html {
  return html`<p class="leave"><a href="${homeOf(visit)}/end">Skip this and end the verification</a></p>`
}

function resting({ business, shown: { status } }: Visit): { title: string; text: Piece } {
  switch (status) {
    case 'cancelled':
      return {
        title: 'This verification was cancelled',
        text: `${business} has cancelled it. There is nothing left for you to do.`,
      }
    case 'expired':
      return {
        title: 'This link has expired',
        text: `The time for this verification is over. Ask ${business} for a new one if you still need it.`,
      }
    case 'completed':
      return {
        title: 'This verification is complete',
        text: `${business} has been told, and will come back to you. You can close this page.`,
      }
    default:
      return {
        title: 'Thank you, that was all',
        text: `Everything is handed in, and ${business} will come back to you. You can close this page.`,
      }
  }
}

/** Documents of a session that is done: to keep if they were signed, and with whom to turn to. */
function papers(visit: Visit, stepId: string, envelope: SdkEnvelope): Piece {
  const signed = envelope.status === 'sealed' || envelope.status === 'signed'
  if (!signed && isOver(visit))
    return html`<section><h2>Documents</h2>${contact(envelope)}</section>`
  return html`<section>
<h2>Your documents</h2>
${documentList(stepId, visit, envelope)}
${
  isOver(visit)
    ? contact(envelope)
    : html`<p><a href="${actionOf(visit, { id: stepId })}">Withdraw consent, or ask for a paper copy</a></p>`
}
</section>`
}
