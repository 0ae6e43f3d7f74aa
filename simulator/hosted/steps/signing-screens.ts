import type { SdkEnvelope, SdkStep } from '../../../spec/generated/wire.ts'
import { type Attempt, FIRST_ATTEMPT } from '../fields.ts'
import { type Html, type Piece, attributes, html } from '../html.ts'
import type { Visit } from '../visit.ts'
import {
  type Ceremony,
  ceremonyPage,
  consent,
  documentList,
  hostedCeremony,
  labelsOf,
  refusal,
  rights,
  signature,
} from './signing.ts'
import { type StepContent, actionOf } from './step.ts'

/** The name on the review page; undefined if the browser has not kept it. */
interface Reviewed {
  name: string | undefined
}

/**
 * Signing on the hosted pages, one task for each screen: consent, reading, signature, review.
 * Progress comes from envelope and session, so a reload continues at the same point.
 * @param reviewed shows the review of this name; without a name, it asks for one
 */
export function signingScreen(
  visit: Visit,
  step: SdkStep,
  envelope: SdkEnvelope,
  attempt: Attempt = FIRST_ATTEMPT,
  reviewed?: Reviewed,
): StepContent {
  const ceremony = hostedCeremony(visit, step.id)
  if (step.status !== 'open' || envelope.status !== 'sent')
    return ceremonyPage(ceremony, step, envelope, attempt)
  const { title, task, showsPdf } = taskOf(visit, step, ceremony, envelope, attempt, reviewed)
  return {
    title,
    ...(showsPdf && { showsPdf }),
    labels: labelsOf(ceremony.words),
    body: html`${task}
<section class="ways">
<h2>${visit.words.text.otherWays}</h2>
${refusal(ceremony, attempt)}
<p class="hint">${visit.words.text.skipText}</p>
</section>
${rights(ceremony, envelope)}`,
  }
}

function taskOf(
  visit: Visit,
  step: SdkStep,
  ceremony: Ceremony,
  envelope: SdkEnvelope,
  attempt: Attempt,
  reviewed: Reviewed | undefined,
): { title: string; task: Piece; showsPdf?: boolean } {
  const { text } = visit.words
  if (!envelope.consent)
    return {
      title: text.signingConsentTitle,
      task: html`${documentList(ceremony, envelope)}${consent(ceremony, envelope, false)}`,
    }
  if (reviewed)
    return {
      title: text.signingReviewTitle,
      task: review(visit, step, ceremony, envelope, attempt, reviewed),
    }
  if (!visit.progress.read?.includes(step.id) && attempt.problems.size === 0)
    return {
      title: text.signingReadTitle,
      task: reading(visit, step, ceremony, envelope),
      showsPdf: envelope.documents.some(({ documentId }) => !visit.readings.has(documentId)),
    }
  return {
    title: text.signingSignTitle,
    task: signature({ ...ceremony, action: () => actionOf(visit, step, 'review') }, attempt, {
      button: text.signingReview,
      hint: text.signingNameHint,
    }),
  }
}

/**
 * The documents as text of the page, or in the browser's PDF viewer, with a link to the file to
 * sign.
 */
function reading(visit: Visit, step: SdkStep, ceremony: Ceremony, envelope: SdkEnvelope): Html {
  const { text } = visit.words
  const { words } = ceremony
  return html`${envelope.documents.map(({ documentId, title }) => {
    const wording = visit.readings.get(documentId)
    const href = ceremony.document(documentId)
    return html`<section>
<h2><bdi>${title}</bdi></h2>
${
  wording
    ? html`<div class="disclosure" tabindex="0" role="region" aria-label="${title}"${attributes({ lang: wording.language })} dir="auto">${wording.paragraphs.map((paragraph) => html`<p dir="auto">${paragraph}</p>`)}</div>`
    : html`<object class="document" type="application/pdf" data="${href}#navpanes=0&view=FitH" aria-label="${title}"><p>${text.signingReadPdf}</p></object>`
}
<p><a href="${href}" target="_blank" rel="noopener">${words.read}<span class="unseen"> <bdi>${title}</bdi></span> ${words.readNote}</a></p>
</section>`
  })}
<form method="post" action="${actionOf(visit, step, 'read')}">
<button>${text.signingReadDone}</button>
</form>`
}

function review(
  visit: Visit,
  step: SdkStep,
  ceremony: Ceremony,
  envelope: SdkEnvelope,
  attempt: Attempt,
  { name }: Reviewed,
): Html {
  const { text } = visit.words
  if (name === undefined)
    return html`${documentList(ceremony, envelope)}${signature(ceremony, attempt, { button: text.signNow })}`
  return html`<p>${text.signingReviewText}</p>
<p class="signed"><bdi>${name}</bdi></p>
${documentList(ceremony, envelope)}
<form method="post" action="${ceremony.action('sign')}">
<input type="hidden" name="typedName" value="${name}">
<button>${text.signNow}</button>
</form>
<p><a href="${actionOf(visit, step)}">${text.signingChange}</a></p>`
}
