// Runs on every hosted page. The pages work without it. It shows that a form is being sent,
// prevents sending it twice, moves the specimen into the viewfinder, and shows the prompts of a
// face scan one by one.
import { heldWithoutNetwork } from './connection.js'
import './repeated-clicks.js'

const PROMPT_MS = 1600
const AIM_MS = 1200
const TURNS = ['', 'turn-left', 'turn-right', '']

const still = matchMedia('(prefers-reduced-motion: reduce)').matches
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

// Files and answers are read when the form is sent, so buttons are marked and not disabled.
addEventListener('submit', (event) => {
  const form = event.target
  if (form.dataset.sent) return event.preventDefault()
  if (heldWithoutNetwork(event, () => say(document.body.dataset.offline))) return
  // The attribute has no value.
  if ('liveness' in form.dataset && !form.dataset.scanned) {
    event.preventDefault()
    void scan(form, event.submitter)
    return
  }
  form.dataset.sent = 'true'
  form.setAttribute('aria-busy', 'true')
  for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true')
  const text = form.dataset.processing ?? document.body.dataset.busy
  if (event.submitter) event.submitter.textContent = text
  say(text)
  stopCamera()
})
// Makes the history entry of a response to a form a plain GET. Otherwise Back to it shows an error
// page of the browser, and a reload asks whether to send the form again.
history.replaceState(null, '', location.href)
// A page from the back/forward cache may be out of date.
addEventListener('pageshow', (event) => event.persisted && location.reload())
addEventListener('pagehide', stopCamera)

// Hides embedded PDFs if the browser has no viewer, because the area would stay empty.
if (!navigator.pdfViewerEnabled)
  for (const file of document.querySelectorAll('object.document')) file.classList.add('unshown')

const finder = document.querySelector('.viewfinder')
let live = document.querySelector('.live')
let stream
if (finder) void (finder.dataset.camera ? openCamera() : aim())

function say(text) {
  if (!live) {
    live = document.createElement('p')
    live.className = 'live'
    live.setAttribute('role', 'status')
    document.querySelector('main').append(live)
  }
  live.textContent = text
}

/** Moves the specimen into the frame. */
async function aim() {
  if (finder.classList.contains('face')) return
  if (!still) {
    finder.classList.add('aiming')
    await wait(AIM_MS)
  }
  finder.classList.add('ready')
  if (!document.querySelector('form[data-sent]')) say(finder.dataset.ready)
}

/** Shows the real camera. Its pictures are not recorded and not sent. */
async function openCamera() {
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: true })
    const video = document.createElement('video')
    Object.assign(video, { muted: true, playsInline: true, autoplay: true, srcObject: stream })
    video.setAttribute('aria-hidden', 'true')
    finder.prepend(video)
    finder.classList.add('ready')
  } catch {
    document.querySelector('#camera-on').remove()
    say(finder.dataset.camera)
  }
}

function stopCamera() {
  for (const track of stream?.getTracks() ?? []) track.stop()
}

/**
 * Announces and marks each prompt, without animation for users who prefer reduced motion. Then
 * sends the form.
 */
async function scan(form, submitter) {
  if (form.dataset.scanning) return
  form.dataset.scanning = 'true'
  submitter?.setAttribute('aria-disabled', 'true')
  const prompts = [...document.querySelectorAll('.prompts li')]
  for (const [i, prompt] of prompts.entries()) {
    prompts[i - 1]?.removeAttribute('aria-current')
    prompts[i - 1]?.classList.add('past')
    prompt.setAttribute('aria-current', 'step')
    say(prompt.textContent)
    if (!still) finder.classList.remove('turn-left', 'turn-right')
    if (!still && TURNS[i]) finder.classList.add(TURNS[i])
    await wait(PROMPT_MS)
  }
  finder.classList.add('ready')
  form.dataset.scanned = 'true'
  submitter?.removeAttribute('aria-disabled')
  form.requestSubmit(submitter)
}
