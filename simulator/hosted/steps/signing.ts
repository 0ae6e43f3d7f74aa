import type { SdkEnvelope, SdkStep } from '../../../spec/generated/wire.ts'
import { fill } from '../../../sdk/messages/catalogue.ts'
import type { SigningMessages } from '../../../sdk/messages/en/signing.ts'
import { LONGEST_TYPED_NAME } from '../../features/signing/rules/typed-name.ts'
import { type Attempt, input } from '../fields.ts'
import { type Html, attributes, html } from '../html.ts'
import { type Visit, isOver } from '../visit.ts'
import { type StepContent, actionOf } from './step.ts'

/** URLs and texts of a ceremony on the hosted pages or in the frame of an integrator's page. */
export interface Ceremony {
  words: SigningMessages
  /** Organization that requests the signature. */
  business: string
  /** BCP 47 tag of the texts; undefined if they are in the language of the disclosure. */
  lang?: string
  /** Whether the session is live: otherwise the controls are removed (CER-036). */
  live: boolean
  /** Returns the path of the form of an action. */
  action(act: string): string
  /** Returns the path of a document. */
  document(id: string): string
}

/** The language of the published disclosures. */
const DISCLOSURE_LANGUAGE = 'en'

export function hostedCeremony(visit: Visit, stepId: string): Ceremony {
  return {
    words: visit.words.signing,
    business: visit.business,
    lang: visit.words.lang,
    live: !isOver(visit),
    action: (act) => actionOf(visit, { id: stepId }, act),
    document: (id) => `${actionOf(visit, { id: stepId })}/documents/${id}`,
  }
}

/**
 * Inserts the name of the business with its own text direction (U+2068, U+2069), as text without
 * markup.
 */
function isolated(text: string, { business }: { business: string }): string {
  return fill(text, { business: `\u2068${business}\u2069` })
}

/**
 * Shown before the documents are opened. Opening creates the envelope, so it needs a button:
 * loading the link changes nothing.
 */
export function unopenedPage(ceremony: Ceremony): StepContent {
  const { words, business, action } = ceremony
  return {
    title: words.title,
    labels: labelsOf(words),
    body: html`<form method="post" action="${action('open')}">
<p>${isolated(words.invitation, { business })}</p>
<button>${words.openDocuments}</button>
</form>
<section class="rights">
<h2>${words.rightsHeading}</h2>
${controls(ceremony, UNOPENED)}
</section>`,
  }
}

/** State of the controls before the documents are opened. */
const UNOPENED = { status: 'sent', consentWithdrawnAt: null, paperCopyRequestedAt: null } as const

/**
 * The signing ceremony: documents, disclosure and consent, signature. The controls to withdraw and
 * to ask for paper are shown while the session is live (CER-033, CER-034, CER-036).
 */
export function ceremonyPage(
  ceremony: Ceremony,
  step: Pick<SdkStep, 'status'> | undefined,
  envelope: SdkEnvelope,
  attempt: Attempt,
): StepContent {
  const { words, live } = ceremony
  const open = step?.status === 'open' && envelope.status === 'sent'
  return {
    title: open ? words.title : titleOf(words, envelope),
    labels: labelsOf(words),
    body: html`
<section>
<h2>${open ? words.readHeading : words.documentsHeading}</h2>
${documentList(ceremony, envelope)}
</section>
${open && (envelope.consent ? signature(ceremony, attempt) : consent(ceremony, envelope))}
${open && refusal(ceremony, attempt)}
${live ? rights(ceremony, envelope) : contact(ceremony, envelope)}`,
  }
}

/** Links to the files of an envelope; sealed files can be saved. */
export function documentList(
  { words, document }: Ceremony,
  { documents, status }: SdkEnvelope,
): Html {
  const signed = status === 'sealed'
  return html`<ul class="documents">${documents.map(({ documentId, title }) => {
    const href = document(documentId)
    const name = html`<span class="unseen" dir="auto"> ${title}</span>`
    return html`<li><strong><bdi>${title}</bdi></strong>
<a href="${href}" target="_blank" rel="noopener">${words.read}${name} ${words.readNote}</a>
<a href="${href}" download="${fileName(words, title, signed)}">${signed ? words.saveSigned : words.save}${name}</a></li>`
  })}</ul>
${status === 'signed' && html`<p>${words.sealing}</p>`}`
}

/** Contact after the end of the ceremony (CER-027, CER-031). */
export function contact({ words }: Ceremony, { sender }: SdkEnvelope): Html {
  return addressed(words.contact, sender)
}

/** A sentence about the sending business, with its address as a link. */
function addressed(sentence: string, { name, email }: SdkEnvelope['sender']): Html {
  const mailto = email !== null && `mailto:${encodeURIComponent(email).replace('%40', '@')}`
  return html`<p>${isolated(sentence, { business: name })}${mailto && html` <a href="${mailto}">${email}</a>`}</p>`
}

export function consent(
  { words, lang, action }: Ceremony,
  { disclosure }: SdkEnvelope,
  headed = true,
): Html {
  const { version, hash, text } = disclosure
  const paragraphs = text
    .trim()
    .split('\n\n')
    .map((paragraph) => html`<p>${paragraph}</p>`)
  const foreign = lang !== undefined && lang.split('-')[0] !== DISCLOSURE_LANGUAGE
  return html`<section>
${headed && html`<h2>${words.consentHeading}</h2>`}
${foreign && html`<p class="hint">${words.disclosureLanguage}</p>`}
<div class="disclosure" tabindex="0" role="region" aria-label="${words.disclosure}"${attributes({
    lang: foreign && DISCLOSURE_LANGUAGE,
    dir: foreign && 'ltr',
  })}>${paragraphs}</div>
<form method="post" action="${action('consent')}">
<input type="hidden" name="version" value="${version}">
<input type="hidden" name="hash" value="${hash}">
<button>${words.consent}</button>
</form>
</section>`
}

/** @param texts of a page whose heading and button differ from those of the whole ceremony */
export function signature(
  { words, action }: Ceremony,
  attempt: Attempt,
  texts?: { button: string; hint?: string },
): Html {
  const hint = texts ? texts.hint : words.typedNameHint
  return html`<section>
${!texts && html`<h2>${words.signHeading}</h2>`}
<p>${words.consented}</p>
<form method="post" action="${action('sign')}">
${input(
  {
    name: 'typedName',
    label: words.typedName,
    required: true,
    ...(hint !== undefined && { hint }),
    more: { maxlength: LONGEST_TYPED_NAME, autocomplete: 'off' },
  },
  attempt,
)}
<button>${texts?.button ?? words.sign}</button>
</form>
</section>`
}

export function refusal({ words, business, action }: Ceremony, attempt: Attempt): Html {
  const reason = {
    name: 'reason',
    label: words.reason,
    hint: isolated(words.reasonHint, { business }),
    more: { maxlength: 2000 },
  }
  return html`<details${attributes({ open: attempt.problems.has('reason') })}>
<summary>${words.declineSummary}</summary>
<form method="post" action="${action('decline')}">
<p>${isolated(words.declineNote, { business })}</p>
${input(reason, attempt)}
<button class="grave">${words.decline}</button>
</form>
</details>`
}

/**
 * Both controls are always shown (CER-018, CER-028). The disclosure mentions them and the address
 * of the business on the page (CER-014, CER-015).
 */
export function rights(ceremony: Ceremony, envelope: SdkEnvelope): Html {
  const { words } = ceremony
  return html`<section class="rights">
<h2>${words.rightsHeading}</h2>
${addressed(words.contactDetails, envelope.sender)}
${controls(ceremony, envelope)}
</section>`
}

function controls(
  { words, business, action }: Ceremony,
  {
    status,
    consentWithdrawnAt,
    paperCopyRequestedAt,
  }: Pick<SdkEnvelope, 'status' | 'consentWithdrawnAt' | 'paperCopyRequestedAt'>,
): Html {
  const asked = html`<p role="status">${isolated(words.paperCopyAsked, { business })}</p>`
  const follows = status === 'sent' ? words.withdrawNoteBefore : words.withdrawNoteAfter
  return html`<form method="post" action="${action('paper-copy')}">
${paperCopyRequestedAt !== null && asked}
<button class="second">${words.paperCopy}</button>
</form>
${
  consentWithdrawnAt === null
    ? html`<details>
<summary>${words.withdraw}</summary>
<form method="post" action="${action('withdraw')}">
<p>${isolated(follows, { business })}</p>
<button class="grave">${words.withdraw}</button>
</form>
</details>`
    : html`<p role="status">${words.withdrawn}</p>`
}`
}

export function labelsOf({ typedName, reason, disclosure }: SigningMessages): Map<string, string> {
  return new Map([
    ['typedName', typedName],
    ['reason', reason],
    ['version', disclosure],
    ['hash', disclosure],
  ])
}

function titleOf(words: SigningMessages, { status }: SdkEnvelope): string {
  switch (status) {
    case 'signed':
    case 'sealed':
      return words.titleSigned
    case 'declined':
      return words.titleDeclined
    case 'withdrawn':
      return words.titleWithdrawn
    default:
      return words.titleClosed
  }
}

/** Returns a file name that is valid on all file systems. */
function fileName(words: SigningMessages, title: string, signed: boolean): string {
  const plain = (text: string): string =>
    text
      .normalize('NFC')
      .replace(/[^\p{L}\p{M}\p{N} ()-]/gu, '')
      .trim()
      .slice(0, 80)
  const name = plain(title) || plain(words.fileName)
  return `${name}${signed ? ` ${plain(words.fileNameSigned)}` : ''}.pdf`
}
