import { evidenceFor } from '../../../fixtures/evidence.ts'
import { identities } from '../../../fixtures/identities.ts'
import type { SdkStep } from '../../../spec/generated/wire.ts'
import { attemptWith, choices, input } from '../fields.ts'
import { type Html, type Piece, html } from '../html.ts'
import { type StepPage, actionOf } from './step.ts'

const FRONT = 'images.front'
const BACK = 'images.back'
const LABELS = new Map([
  [FRONT, 'Front of the document'],
  [BACK, 'Back of the document'],
  ['specimen', 'Document'],
])

/**
 * An identity document, and a face where the workflow asks for one. Nothing is photographed: a specimen lies before a
 * camera that is simulated (PLN-024, PLN-025). What is declared as an upload is one.
 */
export const identityPage: StepPage = {
  draw: (step, visit, attempt) => ({
    title: 'Show your identity document',
    labels: LABELS,
    body: html`<form method="post" action="${actionOf(visit, step)}">
<p>Choose the specimen document that lies before the simulated camera. No camera of yours is opened.</p>
${choices(
  'radio',
  { name: 'specimen', label: 'Document', required: true },
  identities.map(specimenChoice),
  attempt,
  [visit.specimen],
)}
${face(settingsOf(step).faceCheck)}
<button name="acquisition" value="camera">Take the photos and continue</button>
</form>
${
  settingsOf(step).allowPhotoUpload &&
  html`<section>
<h2>Or upload photos that you have</h2>
<p>A file is checked for its format and then thrown away: use a picture of anything, never of a real document.
<a href="${assetOf(visit.specimen)}" download="specimen.jpg">Save a specimen</a> if you need one.</p>
<form method="post" action="${actionOf(visit, step)}" enctype="multipart/form-data">
<input type="hidden" name="acquisition" value="upload">
${[FRONT, BACK].map((name) =>
  input(
    {
      name,
      label: LABELS.get(name)!,
      type: 'file',
      required: name === FRONT,
      hint: 'JPEG or PNG, up to 10 MB',
      more: { accept: 'image/jpeg,image/png' },
    },
    attempt,
  ),
)}
${settingsOf(step).faceCheck !== 'none' && html`<p>The look at a face is simulated here, too.</p>`}
<button class="second">Upload and continue</button>
</form>
</section>`
}`,
  }),
  read(step, visit, { fields, files }) {
    if (fields.get('acquisition') !== 'upload') {
      return { body: { acquisition: 'camera' }, specimen: fields.get('specimen') ?? visit.specimen }
    }
    if (!settingsOf(step).allowPhotoUpload)
      return attemptWith('', 'Photos taken before are not accepted here.', fields)
    const [front, back] = [files.get(FRONT), files.get(BACK)]
    if (!front) return attemptWith(FRONT, 'Choose a photo of the front', fields)
    const images = {
      front: front.toString('base64'),
      ...(back && { back: back.toString('base64') }),
    }
    return { body: { acquisition: 'upload', images }, specimen: visit.specimen }
  },
}

/** Where the picture of a specimen is. */
export function assetOf(specimen: string): string {
  return `/s/assets/specimens/${specimen}.jpg`
}

function specimenChoice({
  id,
  document_type,
  given_names,
  family_name,
}: (typeof identities)[number]): { value: string; label: Piece } {
  const { width, height } = evidenceFor(id).images.front
  return {
    value: id,
    label: html`<img src="${assetOf(id)}" alt="" width="${width}" height="${height}" loading="lazy">
<b>${[...given_names, family_name].join(' ')}</b> ${document_type === 'passport' ? 'Passport' : 'Identity card'}`,
  }
}

function settingsOf({ config }: SdkStep): {
  faceCheck: 'none' | 'selfie' | 'liveness'
  allowPhotoUpload: boolean
} {
  return config as unknown as ReturnType<typeof settingsOf>
}

function face(check: 'none' | 'selfie' | 'liveness'): Html | undefined {
  switch (check) {
    case 'none':
      return undefined
    case 'selfie':
      return html`<h2>A selfie</h2>
<p>A selfie is compared with the photo on the document. It is simulated: the specimen's holder looks into the camera,
and you don't.</p>`
    case 'liveness':
      return html`<h2>A face scan</h2>
<ol>
<li>Look straight ahead</li>
<li>Turn slowly to the left, then to the right</li>
<li>Look straight ahead again</li>
</ol>
<p>The scan is simulated: the specimen's holder makes these movements, and you don't.</p>`
  }
}
