/** Forms that may be sent without a network, because the service has responded. */
const reachable = new WeakSet()

/**
 * Holds a form if the browser has no network: its error page would lose files and answers. A service
 * on the same machine can be reached without a network, so the form is sent if the service responds.
 *
 * @param {SubmitEvent} event
 * @param {() => void} onOffline called if the service does not respond
 * @returns {boolean} whether the form is held
 */
export function heldWithoutNetwork(event, onOffline) {
  const { target: form, submitter } = event
  if (navigator.onLine || reachable.delete(form)) return false
  event.preventDefault()
  const send = () => {
    reachable.add(form)
    form.requestSubmit(submitter)
  }
  // The content security policy of the pages allows images. The query bypasses the cache.
  const src = `/s/assets/icon.svg?${Date.now()}`
  Object.assign(new Image(), { onload: send, onerror: onOffline, src })
  return true
}
