import type { SdkEnvelope, SdkStep } from '../../../spec/generated/wire.ts'
import { type Attempt, input } from '../fields.ts'
import { type Html, type Piece, attributes, html } from '../html.ts'
import type { Visit } from '../visit.ts'
import { type Drawn, actionOf } from './step.ts'

const LABELS = new Map([
  ['typedName', 'Your name'],
  ['reason', 'Your reason'],
  ['version', 'Disclosure'],
  ['hash', 'Disclosure'],
])

/** Before the documents are opened: opening makes the envelope, so it takes a button and no mere look at the link. */
export function unopenedPage(step: SdkStep, visit: Visit): Drawn {
  return {
    title: 'Read and sign',
    labels: LABELS,
    body: html`<form method="post" action="${actionOf(visit, step, 'open')}">
<p>${visit.business} asks you to read and sign documents. Opening them commits you to nothing.</p>
<button>Open the documents</button>
</form>`,
  }
}

/**
 * The signing ceremony: documents, disclosure and consent, signature. The ways to withdraw and to ask for paper are
 * there as long as the session is live, and gone with it (CER-033).
 */
export function ceremonyPage(
  step: SdkStep,
  visit: Visit,
  envelope: SdkEnvelope,
  attempt: Attempt,
): Drawn {
  const open = step.status === 'open' && envelope.status === 'sent'
  return {
    title: open ? 'Read and sign' : titleOf(envelope),
    labels: LABELS,
    body: html`
<section>
<h2>${open ? '1. Read' : 'Documents'}</h2>
${documentList(step.id, visit, envelope)}
</section>
${open && (envelope.consent ? signature(step, visit, attempt) : consent(step, visit, envelope))}
${open && refusal(step, visit, attempt)}
${rights(step, visit, envelope)}`,
  }
}

/** The files of an envelope; sealed ones to keep. */
export function documentList(
  stepId: string,
  visit: Visit,
  { documents, status }: SdkEnvelope,
): Html {
  const signed = status === 'sealed'
  const save = signed ? 'Save your signed copy' : 'Save a copy'
  return html`<ul class="documents">${documents.map(({ documentId, title }) => {
    const href = `${actionOf(visit, { id: stepId })}/documents/${documentId}`
    const file = fileName(title, signed)
    return html`<li><span dir="auto">${title}</span>
<a href="${href}" target="_blank" rel="noopener">Read<span class="unseen"> ${title}</span> (PDF, opens in a new tab)</a>
<a href="${href}" download="${file}">${save}<span class="unseen"> of ${title}</span></a></li>`
  })}</ul>
${status === 'signed' && html`<p>The sealed copy is still being made: load this page again in a while.</p>`}`
}

/** Whom to turn to once nothing can be done here any more (CER-027, CER-031). */
export function contact({ sender }: SdkEnvelope): Html {
  const { name, email } = sender
  const mailto = email !== null && `mailto:${encodeURIComponent(email).replace('%40', '@')}`
  return html`<p>To withdraw your consent, ask for paper or give new contact details, write to
<span dir="auto">${name}</span>${mailto && html`: <a href="${mailto}">${email}</a>`}.</p>`
}

function consent(
  step: SdkStep,
  visit: Visit,
  { disclosure: { version, hash, text } }: SdkEnvelope,
): Html {
  const paragraphs = text
    .trim()
    .split('\n\n')
    .map((paragraph) => html`<p>${paragraph}</p>`)
  return html`<section>
<h2>2. Agree to sign electronically</h2>
<div class="disclosure" tabindex="0" role="region" aria-label="Disclosure">${paragraphs}</div>
<form method="post" action="${actionOf(visit, step, 'consent')}">
<input type="hidden" name="version" value="${version}">
<input type="hidden" name="hash" value="${hash}">
<button>I agree to electronic records and signatures</button>
</form>
</section>`
}

function signature(step: SdkStep, visit: Visit, attempt: Attempt): Html {
  return html`<section>
<h2>2. Sign</h2>
<p>You have agreed to sign electronically.</p>
<form method="post" action="${actionOf(visit, step, 'sign')}">
${input(
  {
    name: 'typedName',
    label: LABELS.get('typedName')!,
    required: true,
    hint: 'First and last, as you gave it. Typing it and pressing Sign is your signature.',
    more: { maxlength: 200, autocomplete: 'off' },
  },
  attempt,
)}
<button>Sign</button>
</form>
</section>`
}

function refusal(step: SdkStep, visit: Visit, attempt: Attempt): Html {
  const reason = {
    name: 'reason',
    label: LABELS.get('reason')!,
    hint: `Only ${visit.business} reads it.`,
  }
  return html`<details${attributes({ open: attempt.problems.has('reason') })}>
<summary>I don't want to sign</summary>
<form method="post" action="${actionOf(visit, step, 'decline')}">
<p>This ends the verification. ${visit.business} is told that you declined.</p>
${input({ ...reason, more: { maxlength: 2000 } }, attempt)}
<button class="grave">Decline to sign</button>
</form>
</details>`
}

/** Both controls, each time (CER-018, CER-028). */
function rights(step: SdkStep, visit: Visit, envelope: SdkEnvelope): Html {
  const { status, consentWithdrawnAt, paperCopyRequestedAt } = envelope
  const asked = html`<p role="status">A paper copy was asked for. ${visit.business} sends it, without a fee.</p>`
  const follows =
    status === 'sent'
      ? 'This ends the verification, and nothing is signed.'
      : 'What you signed stands. The withdrawal is recorded.'
  return html`<section class="rights">
<h2>Your rights</h2>
<form method="post" action="${actionOf(visit, step, 'paper-copy')}">
${paperCopyRequestedAt !== null && asked}
<button class="second">Ask for a paper copy</button>
</form>
${
  consentWithdrawnAt === null
    ? html`<details>
<summary>Withdraw my consent</summary>
<form method="post" action="${actionOf(visit, step, 'withdraw')}">
<p>${follows} ${visit.business} is told.</p>
<button class="grave">Withdraw my consent</button>
</form>
</details>`
    : html`<p role="status">You have withdrawn your consent.</p>`
}
</section>`
}

const TITLES: Record<string, string> = {
  signed: 'You have signed',
  sealed: 'You have signed',
  declined: 'You have declined to sign',
  withdrawn: 'You have withdrawn your consent',
}

function titleOf({ status }: SdkEnvelope): Piece & string {
  return TITLES[status] ?? 'Nothing to sign any more'
}

/** A name that any file system takes. */
function fileName(title: string, signed: boolean): string {
  const plain = title
    .normalize('NFC')
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .trim()
    .slice(0, 80)
  return `${plain === '' ? 'document' : plain}${signed ? ' (signed)' : ''}.pdf`
}
