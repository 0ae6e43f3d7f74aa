import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { newBackend } from './server.js'

// The driver for `vskit check-integration --drive "node drive.js"`: starts the backend and runs the
// requested operations, one line of JSON each. It calls the backend as its pages do.

const { VSKIT_URL, VSKIT_US_URL, VSKIT_EU_URL, VSKIT_KEY, VSKIT_WEBHOOK_SECRET } = process.env
const backend = newBackend({
  url: VSKIT_URL,
  key: VSKIT_KEY,
  webhookSecret: VSKIT_WEBHOOK_SECRET,
  regions: [VSKIT_US_URL, VSKIT_EU_URL],
})
backend.listen(0, '127.0.0.1')
await once(backend, 'listening')
const url = `http://127.0.0.1:${backend.address().port}`

const operations = {
  async begin({ reference }) {
    const page = await call('POST', '/verifications', JSON.stringify({ orderId: reference }))
    return { session_id: page.sessionId, browser: page }
  },
  async result({ reference }) {
    const { outcome, images, shipments, decisionSource, mode } = await call(
      'GET',
      `/verifications/${reference}`,
    )
    return { outcome, images, effects: shipments, decision_source: decisionSource, mode }
  },
  async image({ reference }) {
    const [artifact] = (await call('GET', `/verifications/${reference}`)).images
    if (!artifact) return {}
    const bytes = await call('GET', `/verifications/${reference}/images/${artifact}`)
    return { artifact, base64: bytes.toString('base64') }
  },
  browser_token: ({ reference }) => call('POST', `/verifications/${reference}/token`),
  verify: async ({ file }) => call('POST', '/documents', await readFile(file)),
}

async function call(method, path, body) {
  const response = await fetch(url + path, { method, ...(body && { body }) })
  if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}`)
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return isJson ? response.json() : Buffer.from(await response.arrayBuffer())
}

const say = (message) => console.log(JSON.stringify(message))
say({ ready: true, webhook: `${url}/webhooks`, can: Object.keys(operations) })
const lines = createInterface({ input: process.stdin })
lines.on('line', async (line) => {
  const { id, do: operation, ...params } = JSON.parse(line)
  try {
    say({ id, result: await operations[operation](params) })
  } catch (error) {
    say({ id, error: error.message })
  }
})
lines.on('close', () => process.exit())
