import type { SdkStep } from '../../spec/generated/wire.ts'
import { type Attempt, FIRST_ATTEMPT, summary } from './fields.ts'
import { type Html, type Piece, attributes, html } from './html.ts'
import { frameOf, homeOf } from './page-frame.ts'
import { VIEWER_POLICY, type Reply, page, phrase } from './page.ts'
import { checkPage } from './steps/check.ts'
import { formPage } from './steps/form.ts'
import { identityPage } from './steps/identity.ts'
import { type StepContent, type StepPage, actionOf, nameOf } from './steps/step.ts'
import type { Visit } from './visit.ts'

/** The screens of each type of step; documents are signed on separate pages. */
export function stepPageOf({ type }: SdkStep): StepPage {
  return type === 'id_verification' ? identityPage : type === 'custom_form' ? formPage : checkPage
}

/** Current remaining step. */
export function nextStep({ shown }: Visit): SdkStep | undefined {
  return shown.status === 'awaiting_review'
    ? undefined
    : shown.steps.find(({ status }) => status === 'open')
}

export function stepReply(
  visit: Visit,
  step: SdkStep,
  { title, body, labels, showsPdf }: StepContent,
  attempt: Attempt = FIRST_ATTEMPT,
  status = 200,
): Reply {
  const failed = attempt.problems.size > 0
  const { text } = visit.words
  return {
    status,
    ...(showsPdf && { headers: ['Content-Security-Policy', VIEWER_POLICY] }),
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
    : html`<p><a class="button" href="${homeOf(visit)}">${text.continue}</a></p>`
}`,
    ),
  }
}

function progress(visit: Visit, current: SdkStep): Html {
  const {
    shown: { steps },
    words: { text },
  } = visit
  const place = steps.findIndex(({ id }) => id === current.id) + 1
  const before = steps[place - 2]
  const repeated = steps.find(({ id, status }) => id === visit.repeated && status === 'submitted')
  const values = { place, count: steps.length, name: nameOf(visit, current) }
  return html`<nav aria-label="${text.progress}">
<p>${phrase(text.progressAt, values)}</p>
<ol class="progress">${steps.map((step) => {
    const { id, status } = step
    const standing = status === 'submitted' ? text.stepDone : text.stepSkipped
    return html`
<li${attributes({ class: status, 'aria-current': id === current.id && 'step' })}>
<span class="unseen">${nameOf(visit, step)}${status !== 'open' && ` (${standing})`}</span></li>`
  })}
</ol>
${
  repeated
    ? html`<p role="status">${phrase(text.stepRepeated, { name: nameOf(visit, repeated) })}</p>`
    : before?.status === 'submitted' &&
      html`<p class="just-done">${phrase(text.stepJustDone, { name: nameOf(visit, before) })}</p>`
}
</nav>`
}

/** Links to the documents of other steps, whose actions are possible while the session is live. */
function elsewhere(visit: Visit, { id }: SdkStep): Piece {
  const { text } = visit.words
  return visit.opened
    .filter((opened) => opened !== id)
    .map(
      (opened) => html`<p>
<a href="${actionOf(visit, { id: opened })}">${text.yourDocuments}</a> ${text.yourDocumentsText}</p>`,
    )
}

function leave(visit: Visit): Html {
  return html`<p class="leave"><a href="${homeOf(visit)}/end">${visit.words.text.leave}</a></p>`
}
