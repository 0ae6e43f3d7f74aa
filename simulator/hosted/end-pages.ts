import type { SdkEnvelope } from '../../spec/generated/wire.ts'
import { type Attempt, FIRST_ATTEMPT, summary } from './fields.ts'
import { type Piece, html } from './html.ts'
import { frameOf, homeOf } from './page-frame.ts'
import { type Reply, page, phrase } from './page.ts'
import { contact, documentList, hostedCeremony } from './steps/signing.ts'
import { actionOf } from './steps/step.ts'
import { type Visit, isOver } from './visit.ts'

/** Envelopes by the id of their step. */
export type Envelopes = Map<string, SdkEnvelope>

/** Returns the end page of a session. It does not show a result (TOK-010). */
export function finalReply(
  visit: Visit,
  envelopes: Envelopes,
  attempt: Attempt = FIRST_ATTEMPT,
  status = 200,
): Reply {
  const { title, text } = finalTexts(visit, envelopes)
  return {
    status,
    page: page(
      title,
      { ...frameOf(visit), failed: attempt.problems.size > 0 },
      html`<h1>${title}</h1>
${summary(attempt, new Map())}
<p>${phrase(text, { business: visit.business })}</p>
${[...envelopes].map(([stepId, envelope]) => documentsSection(visit, stepId, envelope))}`,
    ),
  }
}

export function confirmEndReply(visit: Visit): Reply {
  const { text } = visit.words
  return {
    status: 200,
    page: page(
      text.endTitle,
      frameOf(visit),
      html`<h1>${text.endTitle}</h1>
<p>${phrase(text.endText, { business: visit.business })}</p>
<form method="post" action="${homeOf(visit)}/end">
<button class="grave">${text.end}</button>
</form>
<p><a href="${homeOf(visit)}">${text.endBack}</a></p>`,
    ),
  }
}

/** Returns how the session ended for the applicant; the page is the same for all verdicts. */
function finalTexts(
  { words: { text, signing }, shown, endedByApplicant }: Visit,
  envelopes: Envelopes,
): { title: string; text: string } {
  switch (shown.status) {
    case 'cancelled':
      return { title: text.cancelledTitle, text: text.cancelledText }
    case 'expired':
      return { title: text.expiredTitle, text: text.expiredText }
    case 'completed': {
      if (!endedByApplicant) return { title: text.doneTitle, text: text.doneText }
      const statuses = [...envelopes.values()].map(({ status }) => status)
      if (statuses.includes('declined'))
        return { title: signing.titleDeclined, text: text.declinedText }
      if (statuses.includes('withdrawn'))
        return { title: signing.titleWithdrawn, text: text.withdrawnText }
      return { title: text.endedTitle, text: text.endedText }
    }
    default:
      return { title: text.reviewTitle, text: text.reviewText }
  }
}

/** Documents of a finished session: links to signed files, and the contact. */
function documentsSection(visit: Visit, stepId: string, envelope: SdkEnvelope): Piece {
  const { text, signing } = visit.words
  const ceremony = hostedCeremony(visit, stepId)
  const signed = envelope.status === 'sealed' || envelope.status === 'signed'
  if (!signed && isOver(visit))
    return html`<section><h2>${signing.documentsHeading}</h2>${contact(ceremony, envelope)}</section>`
  return html`<section>
<h2>${text.yourDocuments}</h2>
${documentList(ceremony, envelope)}
${
  isOver(visit)
    ? contact(ceremony, envelope)
    : html`<p><a href="${actionOf(visit, { id: stepId })}">${text.withdrawOrPaper}</a></p>`
}
</section>`
}
