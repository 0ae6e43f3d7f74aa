import { mount } from '/vskit-web.js'

const json = async (path, options) => {
  const answer = await fetch(path, options)
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.json()
}

const { publishableKey, baseUrl } = await json('/config')
mount('#verification', {
  publishableKey,
  baseUrl,
  // The backend knows who is signed in, and mints for nobody else.
  fetchToken: async () => (await json('/token', { method: 'POST' })).clientToken,
  onEvent: (event) => {
    if (event.type === 'error') console.warn(`verification: ${event.code}`)
    if (event.type === 'finished') void showResult()
  },
})

/** The page is never told a result by the SDK: the backend learns it by webhook. */
async function showResult() {
  const { result } = await json('/result')
  document.querySelector('#result').textContent = result
  if (result === 'pending') setTimeout(showResult, 500)
}
