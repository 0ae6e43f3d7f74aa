import { identities } from '../../../fixtures/identities.ts'
import { evidenceFor } from '../../../fixtures/evidence.ts'
import type { SdkStep } from '../../../spec/generated/wire.ts'
import { CHECK_ERROR } from '../../features/sessions/capture.ts'
import { type Attempt, attemptWith, choices } from '../fields.ts'
import { type Piece, html } from '../html.ts'
import type { Visit } from '../visit.ts'
import { captureOf, screenOf, settingsOf } from './capture-state.ts'
import { checkScreen, faceScreen, photoScreen } from './capture-screens.ts'
import { type StepPage, type StepContent, actionOf } from './step.ts'
import { assetOf } from './specimens.ts'

/**
 * An identity document, and a face if the workflow requires one; one task for each screen. Photos
 * are simulated and show a specimen (PLN-024, PLN-025). An upload needs a real file.
 */
export const identityPage: StepPage = {
  render(step, visit, attempt) {
    const capture = captureOf(visit, step)
    if (!capture) return documentScreen(step, visit, attempt)
    const { side, task } = screenOf(capture, settingsOf(step))
    if (task === 'face') return faceScreen(step, visit, capture)
    return task === 'take'
      ? photoScreen(step, visit, capture, side, attempt)
      : checkScreen(step, visit, capture, side)
  },
  read(step, visit, { fields }) {
    const capture = captureOf(visit, step)
    const specimen = fields.get('specimen') ?? capture?.specimen ?? visit.specimen
    if (fields.get('acquisition') !== 'upload') return { body: { acquisition: 'camera' }, specimen }
    const { text, signing } = visit.words
    if (!settingsOf(step).allowPhotoUpload)
      return attemptWith('', text.problemUpload, fields, signing)
    // The file of an earlier screen was deleted after validation.
    if (!capture?.front) return attemptWith('', text.problemNoFile, fields, signing)
    return { body: { acquisition: 'upload' }, specimen }
  },
  kindOf: () => 'choice',
}

/** Selection of the document and of camera or upload. */
function documentScreen(step: SdkStep, visit: Visit, attempt: Attempt): StepContent {
  const { text } = visit.words
  const broken = {
    value: CHECK_ERROR,
    label: html`<b>${text.noDocument}</b> ${text.noDocumentText}`,
  }
  return {
    title: text.documentTitle,
    labels: new Map([['specimen', text.document]]),
    body: html`<p>${text.documentText}</p>
<form method="post" action="${actionOf(visit, step, 'document')}">
${choices(
  'radio',
  { name: 'specimen', label: text.document, required: true },
  [...identities.map((identity) => specimenChoice(visit, identity)), broken],
  attempt,
  [visit.specimen],
)}
<button name="acquisition" value="camera">${text.useCamera}</button>
${
  settingsOf(step).allowPhotoUpload &&
  html`<button class="second" name="acquisition" value="upload">${text.useUpload}</button>`
}
</form>`,
  }
}

function specimenChoice(
  { words: { text } }: Visit,
  { id, document_type, given_names, family_name }: (typeof identities)[number],
): { value: string; label: Piece } {
  const { width, height } = evidenceFor(id).images.front
  return {
    value: id,
    label: html`<img src="${assetOf(id)}" alt="" width="${width}" height="${height}" loading="lazy">
<b><bdi>${[...given_names, family_name].join(' ')}</bdi></b> ${document_type === 'passport' ? text.passport : text.identityCard}`,
  }
}
