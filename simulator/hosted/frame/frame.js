// Runs in the signing frame: sends state and height to the embedding page, and prevents sending a
// form twice. Messages are sent to one origin, which the document contains.
import { heldWithoutNetwork } from './connection.js'
import './repeated-clicks.js'

const { target, status, consent, live, closed } = document.body.dataset

function notify(message) {
  if (target && parent !== window)
    parent.postMessage({ source: 'vskit-signing', ...message }, target)
}

if (status) notify({ type: 'state', status, consent: consent === 'true', live: live === 'true' })
else if (closed) notify({ type: 'expired' })
new ResizeObserver(() =>
  notify({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
).observe(document.body)

addEventListener('submit', (event) => {
  const form = event.target
  if (form.dataset.sent) return event.preventDefault()
  if (heldWithoutNetwork(event, () => notify({ type: 'offline' }))) return
  form.dataset.sent = 'true'
  form.setAttribute('aria-busy', 'true')
  // The embedding page then expects a message of the next page: a browser's error page posts none.
  notify({ type: 'leaving' })
  for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true')
})
// Makes the history entry of a response to a form a plain GET. Otherwise Back to it shows an error
// page of the browser in the frame.
history.replaceState(null, '', location.href)
// A form in a page from the back/forward cache may be sent again.
addEventListener('pageshow', (event) => event.persisted && location.reload())
// HTML ignores `autofocus` in a frame of another origin than its ancestors.
document.querySelector('[autofocus]')?.focus()
