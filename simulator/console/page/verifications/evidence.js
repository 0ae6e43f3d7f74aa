import { useEffect, useRef, useState } from 'preact/hooks'
import { bytes, call, query, useTask } from '../shared/api.js'
import { sentence } from '../shared/format.js'
import { html } from '../shared/html.js'
import { linkTo } from '../shared/navigation.js'
import { Button, Card, Empty, Outcome } from '../shared/parts.js'

const HOW = { camera: 'with the camera', upload: 'as an existing photo' }

/**
 * The images of the newest run. Each view needs a click and a member, and is recorded.
 * @param {any} props
 */
export function Evidence({ session, member, place }) {
  const run = session.identity_run
  if (!run) return null
  const images = run.available_images
  const how = run.capture_acquisition
  const taken = how
    ? `Taken ${HOW[how] ?? how}, as the applicant's browser declared. The value is advisory.`
    : 'The source of the images was not recorded.'
  return html`<${Card} title="Evidence images">
    <p class="soft">${taken}</p>
    ${images.length === 0 && html`<${Empty}>No images are stored: none were taken, or they were deleted.<//>`}
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
        : html`<${Empty}>A view is recorded in the name of a member, but the organization has no members.
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
  // Its object URL is revoked as soon as it is drawn, so that nothing else in the browser can load
  // it.
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

/** Saves a file of the control API in the browser. @param {string} path @param {string} name */
export async function saveBytes(path, name) {
  const url = URL.createObjectURL(await bytes(path))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser starts saving after this turn of the event loop.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
