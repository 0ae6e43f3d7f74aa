import type { SdkStep } from '../../../spec/generated/wire.ts'
import type { HostedCapture } from '../../features/sessions/session-record.ts'
import { type Attempt, input } from '../fields.ts'
import { type Html, type Piece, attributes, html } from '../html.ts'
import type { Visit } from '../visit.ts'
import { type Side, isLast, settingsOf } from './capture-state.ts'
import { type StepContent, actionOf } from './step.ts'
import { BLANK, assetOf } from './specimens.ts'

/** Takes one photo with the simulated camera, or uploads one. */
export function photoScreen(
  step: SdkStep,
  visit: Visit,
  capture: HostedCapture,
  side: Side,
  attempt: Attempt,
): StepContent {
  const { text } = visit.words
  const upload = capture.acquisition === 'upload'
  const front = side === 'front'
  const title = upload
    ? front
      ? text.uploadFrontTitle
      : text.uploadBackTitle
    : front
      ? text.frontTitle
      : text.backTitle
  const name = `images.${side}`
  const label = front ? text.front : text.back
  return {
    title,
    labels: new Map([[name, label]]),
    body: html`${
      upload
        ? html`<p>${text.uploadText}
<a href="${assetOf(visit.specimen)}" download="specimen.jpg">${text.saveSpecimen}</a></p>`
        : cameraNote(visit)
    }
<form method="post" action="${actionOf(visit, step, 'take')}"${attributes({ enctype: upload && 'multipart/form-data' })}>
<input type="hidden" name="side" value="${side}">
${
  upload
    ? input(
        {
          name,
          label,
          type: 'file',
          required: true,
          hint: text.fileHint,
          more: { accept: 'image/jpeg,image/png' },
        },
        attempt,
      )
    : viewfinder(visit, pictureOf(visit, capture, side), text.viewfinder)
}
<button>${upload ? text.upload : text.takePhoto}</button>
</form>
${restart(step, visit, capture)}`,
  }
}

/** Shows the photo for approval. For an unreadable one, the first button retakes it, once. */
export function checkScreen(
  step: SdkStep,
  visit: Visit,
  capture: HostedCapture,
  side: Side,
): StepContent {
  const { text } = visit.words
  const bad = visit.unreadable && side === 'front'
  const last = isLast(capture, settingsOf(step), side)
  const retakeFirst = bad && capture.retakes === 0
  const use = html`<form method="post" action="${actionOf(visit, step, last ? undefined : 'use')}"${attributes({ 'data-processing': last && text.processing })}>
<input type="hidden" name="side" value="${side}">
<input type="hidden" name="acquisition" value="${capture.acquisition}">
<button${attributes({ class: retakeFirst && 'second' })}>${text.usePhoto}</button>
</form>`
  const again = html`<form method="post" action="${actionOf(visit, step, 'again')}">
<input type="hidden" name="side" value="${side}">
<button${attributes({ class: !retakeFirst && 'second' })}>${text.retakePhoto}</button>
</form>`
  return {
    title: side === 'front' ? text.checkFrontTitle : text.checkBackTitle,
    labels: new Map(),
    body: html`${
      bad
        ? html`<div class="warning" role="status"><p><strong>${text.unreadable}</strong></p><p>${text.unreadableHint}</p></div>`
        : html`<p>${capture.acquisition === 'upload' ? text.uploadAccepted : text.checkText}</p>`
    }
${
  (capture.acquisition === 'camera' || bad) &&
  html`<img class="photo" src="${pictureOf(visit, capture, side, true)}" alt="${text.checkImage}" width="786" height="573">`
}
${retakeFirst ? [again, use] : [use, again]}
${restart(step, visit, capture)}`,
  }
}

/**
 * A selfie, or a face scan whose prompts the script shows one by one. Its form submits the step.
 */
export function faceScreen(step: SdkStep, visit: Visit, capture: HostedCapture): StepContent {
  const { text } = visit.words
  const liveness = settingsOf(step).faceCheck === 'liveness'
  const prompts = [
    text.livenessPrompt1,
    text.livenessPrompt2,
    text.livenessPrompt3,
    text.livenessPrompt4,
  ]
  return {
    title: liveness ? text.livenessTitle : text.selfieTitle,
    labels: new Map(),
    body: html`<p>${liveness ? text.livenessText : text.selfieText}</p>
${liveness && html`<ol class="prompts">${prompts.map((prompt) => html`<li>${prompt}</li>`)}</ol>`}
${cameraHint(visit, text.faceSimulated)}
${liveness && html`<p class="hint">${text.livenessAlternative}</p>`}
<form method="post" action="${actionOf(visit, step)}"${attributes({ 'data-processing': text.processing, 'data-liveness': liveness })}>
${viewfinder(visit, assetOf(capture.specimen, 'selfie'), text.faceImage, true)}
<input type="hidden" name="acquisition" value="${capture.acquisition}">
<button>${liveness ? text.startLiveness : text.takeSelfie}</button>
</form>`,
  }
}

function cameraNote(visit: Visit): Html {
  const { text } = visit.words
  return html`<p>${text.photoText}</p>
${cameraHint(visit, text.photoSimulated)}`
}

/** The script removes the hint that the real camera is on, if it could not be opened. */
function cameraHint({ realCamera, words: { text } }: Visit, simulated: string): Html {
  return realCamera
    ? html`<p class="hint" id="camera-on">${text.photoReal}</p>`
    : html`<p class="hint">${simulated}</p>`
}

/**
 * Simulated camera picture. The script moves it into the frame and announces the end of the
 * movement.
 */
function viewfinder(visit: Visit, picture: string, alt: string, face = false): Html {
  const { text } = visit.words
  return html`<div class="viewfinder${face && ' face'}"${attributes({
    'data-ready': text.viewfinderReady,
    'data-camera': visit.realCamera && text.photoRealFailed,
  })}><img src="${picture}" alt="${alt}" width="786" height="${face ? 786 : 573}"></div>
<p class="live" role="status"></p>`
}

function pictureOf(visit: Visit, { specimen }: HostedCapture, side: Side, taken = false): string {
  if (side === 'back') return BLANK
  return assetOf(specimen, taken && visit.unreadable ? 'unreadable' : 'front')
}

/** Leads back to the choice of the document, and of camera or upload. */
function restart(step: SdkStep, visit: Visit, { acquisition }: HostedCapture): Piece {
  const { restart: text, restartUpload } = visit.words.text
  return html`<form method="post" action="${actionOf(visit, step, 'restart')}">
<button class="link">${acquisition === 'upload' ? restartUpload : text}</button>
</form>`
}
