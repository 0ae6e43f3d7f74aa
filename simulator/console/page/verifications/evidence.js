import { useEffect, useRef, useState } from 'preact/hooks'
import { bytes, call, query, useTask } from '../shared/api.js'
import { sentence } from '../shared/format.js'
import { html } from '../shared/html.js'
import { linkTo } from '../shared/navigation.js'
import { Button, Card, Empty, Outcome } from '../shared/parts.js'

const HOW = { camera: 'with the camera', upload: 'as an existing photo' }

/**
 * The images of the newest run. Each view is asked for by a click, in the name of a member, and is recorded.
 * @param {any} props
 */
export function Evidence({ session, member, place }) {
  const run = session.identity_run
  if (!run) return null
  const images = run.available_images
  const how = run.capture_acquisition
  const taken = how
    ? `The applicant's browser says: taken ${HOW[how] ?? how}. That is advisory.`
    : 'How they were taken was not recorded.'
  return html`<${Card} title="Evidence images">
    <p class="soft">${taken}</p>
    ${images.length === 0 && html`<${Empty}>No image is stored: none was made, or they were deleted.<//>`}
    ${
      images.length > 0 &&
      (member
        ? html`
      <p>Each view is authorized and written to the activity log, in the name of
        ${' '}<strong>${member.name}</strong> (${member.role}).</p>
      <div class="images">${images.map(
        (artifact) => html`<${EvidenceImage} session=${session.id} artifact=${artifact}
        member=${member} key=${`${artifact} ${member.id} ${run.recorded_at}`} />`,
      )}</div>`
        : html`<${Empty}>A view is recorded in the name of a member, and the organization has none.
        <a href=${linkTo(place, { section: 'organization' })}>Add one</a>.<//>`)
    }
  <//>`
}

/** @param {any} props */
function EvidenceImage({ session, artifact, member }) {
  const task = useTask()
  const [shown, setShown] = useState('')
  const held = useRef('')
  const drop = () => {
    if (held.current) URL.revokeObjectURL(held.current)
    held.current = ''
  }
  useEffect(() => drop, [])
  const view = () =>
    task.run(async () => {
      const path = `/sessions/${session}/images/${artifact}`
      const { data } = await call('POST', `${path}/tickets`, { member_id: member.id })
      const image = await bytes(path + query({ ticket: data.ticket }))
      drop()
      held.current = URL.createObjectURL(image)
      setShown(held.current)
    })
  const hide = () => {
    drop()
    setShown('')
  }
  // Once it is drawn its address leads nowhere any more, not even within this browser.
  return html`<figure>
    ${
      shown
        ? html`<img src=${shown} alt=${`${sentence(artifact)} of this verification`} onLoad=${drop} />`
        : html`<div class="unseen">Not viewed</div>`
    }
    <figcaption><span>${sentence(artifact)}</span>
      ${
        shown
          ? html`<${Button} onClick=${hide}>Hide<//>`
          : html`<${Button} task=${task} onClick=${view} aria-label=${`View ${artifact}`}>View<//>`
      }</figcaption>
    <${Outcome} task=${task} />
  </figure>`
}

/** Lets the browser save a file of the control API. @param {string} path @param {string} name */
export async function saveBytes(path, name) {
  const url = URL.createObjectURL(await bytes(path))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser begins to save after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
