import { VskitError, mount } from '/vskit-web.js'

const json = async (path, options) => {
  const answer = await fetch(path, options)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

const { publishableKey, baseUrl } = await json('/config')
mount('#verification', {
  publishableKey,
  baseUrl,
  // The backend knows who is signed in, and creates tokens only for that visitor.
  fetchToken: async () => {
    const answer = await fetch('/token', { method: 'POST' })
    const { clientToken, error } = await answer.json()
    // For example that the verification has already ended: the SDK shows this.
    if (error) throw new VskitError(error.code, error.message, error)
    return clientToken
  },
  onEvent: (event) => {
    if (event.type === 'error') console.warn(`verification: ${event.code}`)
    if (event.type === 'finished') void showResult()
  },
})

/** The SDK never reports a result to the page: the backend learns it by webhook. */
async function showResult() {
  // Without a connection, the next attempt shows the result.
  const { result } = await json('/result').catch(() => ({ result: 'pending' }))
  document.querySelector('#result').textContent = result
  if (result === 'pending') setTimeout(showResult, 500)
}
