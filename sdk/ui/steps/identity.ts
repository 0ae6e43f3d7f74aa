import type { Acquisition, Submission } from '../../core/submission.ts'
import { type Child, h } from '../dom.ts'
import { fileInput, summary } from '../fields.ts'
import { photograph, viewfinder } from '../specimen.ts'
import { type Attempt, type StepContext, type StepView, askForm } from './step.ts'

const FILE_BYTES = 10 * 1024 * 1024
const FRONT = 'images.front'

/** An identity document, and a face if the workflow requires one. */
export const identityStep: StepView = async (drawing, step, attempt) => {
  const { faceCheck, allowPhotoUpload } = step.config as {
    faceCheck?: 'none' | 'selfie' | 'liveness'
    allowPhotoUpload?: boolean
  }
  let acquisition = await chosen(drawing, allowPhotoUpload === true, attempt)
  const { messages } = drawing
  let front: Blob | undefined
  for (;;) {
    front = await (acquisition === 'upload'
      ? uploaded(drawing)
      : photographed(
          drawing,
          'document',
          messages.frontTitle,
          messages.frontText,
          allowPhotoUpload === true,
        ))
    if (front) break
    acquisition = acquisition === 'upload' ? 'camera' : 'upload'
  }
  const images: NonNullable<Submission['images']> = { front }
  // A face cannot be uploaded, so this is always a photo.
  if (faceCheck === 'selfie')
    images.selfie = (await photographed(
      drawing,
      'face',
      messages.selfieTitle,
      messages.selfieText,
    ))!
  if (faceCheck === 'liveness') images.selfie = await moved(drawing)
  return { submission: { images }, acquisition }
}

function chosen(
  { stage, messages }: StepContext,
  uploadAllowed: boolean,
  { problems }: Attempt,
): Promise<Acquisition> {
  return stage.ask((answer) => ({
    title: messages.documentTitle,
    // This screen has no field to link to.
    problems: summary(problems, new Map(), messages),
    body: [
      h('p', {}, messages.documentText),
      h('p', { class: 'hint' }, messages.documentSimulated),
      h('button', { type: 'button', onclick: () => answer('camera') }, messages.useCamera),
      uploadAllowed &&
        h(
          'button',
          { type: 'button', class: 'second', onclick: () => answer('upload') },
          messages.useFile,
        ),
    ],
  }))
}

/**
 * Shows the viewfinder, takes a photo and asks for approval; repeats until it is approved.
 * @returns undefined if the applicant wants to upload a photo instead
 */
async function photographed(
  { stage, messages }: StepContext,
  kind: 'document' | 'face',
  title: string,
  text: string,
  uploadAllowed = false,
): Promise<Blob | undefined> {
  const label = kind === 'document' ? messages.viewfinderDocument : messages.viewfinderFace
  for (;;) {
    const canvas = viewfinder(kind, label)
    const taken = await stage.ask<boolean>((answer) => ({
      title,
      body: [
        h('p', {}, text),
        canvas,
        h('button', { type: 'button', onclick: () => answer(true) }, messages.takePhoto),
        uploadAllowed && otherWay(messages.useFileInstead, () => answer(false)),
      ],
    }))
    if (!taken) return undefined
    canvas.setAttribute('aria-label', messages.checkImage)
    const used = await stage.ask<boolean>((answer) => ({
      title: messages.checkTitle,
      body: [
        kind === 'document' && h('p', {}, messages.checkText),
        canvas,
        h('button', { type: 'button', onclick: () => answer(true) }, messages.usePhoto),
        h(
          'button',
          { type: 'button', class: 'second', onclick: () => answer(false) },
          messages.retakePhoto,
        ),
      ],
    }))
    if (used) return photograph(canvas)
  }
}

/** Prompts as text, at the applicant's own pace: no animation and no time limit. */
async function moved({ stage, messages }: StepContext): Promise<Blob> {
  const prompts = [messages.livenessPrompt1, messages.livenessPrompt2, messages.livenessPrompt3]
  const canvas = viewfinder('face', messages.viewfinderFace)
  for (const [i, prompt] of prompts.entries()) {
    const place = messages.livenessCount
      .replace('{place}', String(i + 1))
      .replace('{count}', String(prompts.length))
    await stage.ask<void>((answer) => ({
      title: messages.livenessTitle,
      body: [
        h('p', { class: 'where' }, place),
        h('p', { class: 'prompt', role: 'status' }, prompt),
        canvas,
        h('button', { type: 'button', onclick: () => answer() }, messages.livenessDone),
      ],
    }))
  }
  return photograph(canvas)
}

/** A button that changes between camera and upload: neither screen is a dead end. */
function otherWay(text: string, onclick: () => void): HTMLElement {
  return h('button', { type: 'button', class: 'second', onclick }, text)
}

/** @returns undefined if the applicant wants to take a photo instead */
async function uploaded(drawing: StepContext): Promise<Blob | undefined> {
  const { messages } = drawing
  let leave: (photo: undefined) => void = () => undefined
  const left = new Promise<undefined>((resolve) => (leave = resolve))
  let attempt: Attempt = { problems: new Map() }
  for (;;) {
    const form = askForm(
      drawing,
      {
        title: messages.fileTitle,
        required: [],
        labels: new Map([[FRONT, messages.fileLabel]]),
        submit: messages.sendPhotos,
        draw: (problems): Child =>
          fileInput(
            { name: FRONT, label: messages.fileLabel, hint: messages.fileHint },
            'image/jpeg,image/png',
            { messages, problems },
          ),
        below: otherWay(messages.useCameraInstead, () => leave(undefined)),
      },
      attempt,
    )
    const typed = await Promise.race([form, left])
    if (!typed) return undefined
    const file = typed.get(FRONT)
    // Not `instanceof`: in a frame, the file is of the frame's own class.
    if (file && typeof file !== 'string' && file.size <= FILE_BYTES && (await isPhoto(file)))
      return file
    attempt = { problems: new Map([[FRONT, messages.problemImage]]) }
  }
}

/**
 * Recognizes JPEG and PNG by their first bytes, as the service does: browsers derive the type of a
 * file from its name, and phones and chat programs also give HEIC photos names that end in `.jpg`.
 */
async function isPhoto(file: File): Promise<boolean> {
  // An unreadable file, such as one that was deleted since, is no photo.
  const start = await file
    .slice(0, 8)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0))
  const bytes = Array.from(new Uint8Array(start), (byte) => byte.toString(16)).join(' ')
  return bytes.startsWith('ff d8 ff') || bytes === '89 50 4e 47 d a 1a a'
}
