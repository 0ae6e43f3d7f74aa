// Runs in the signing frame: tells the page that holds it the state and the height, and keeps a form from being sent
// twice. Messages go to one origin, which the document names.
const { target, status, consent, live, closed } = document.body.dataset

function tell(message) {
  if (target && parent !== window)
    parent.postMessage({ source: 'vskit-signing', ...message }, target)
}

if (status) tell({ type: 'state', status, consent: consent === 'true', live: live === 'true' })
else if (closed) tell({ type: 'expired' })
new ResizeObserver(() =>
  tell({ type: 'height', height: Math.ceil(document.body.getBoundingClientRect().height) }),
).observe(document.body)

addEventListener('submit', (event) => {
  const form = event.target
  if (form.dataset.sent) return event.preventDefault()
  form.dataset.sent = 'true'
  for (const button of form.querySelectorAll('button')) button.setAttribute('aria-disabled', 'true')
})
// A document that the browser shows again from its memory may be sent again.
addEventListener('pageshow', (event) => event.persisted && location.reload())
