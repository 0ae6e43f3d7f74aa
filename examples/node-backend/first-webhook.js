// The shortest way to a verified webhook:
// vskit exec --forward-to http://127.0.0.1:3000/ -- node first-webhook.js
import { createServer } from 'node:http'
import { isSigned } from './signature.js'

const { VSKIT_URL, VSKIT_KEY, VSKIT_CONTROL_URL, VSKIT_WEBHOOK_SECRET, PORT = '3000' } = process.env

const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  const signed = isSigned(body, request.headers['x-webhook-signature'], VSKIT_WEBHOOK_SECRET)
  response.writeHead(signed ? 200 : 400).end()
  if (!signed) throw new Error('The signature does not fit the body and the secret.')
  const { type, sessionId, outcome } = JSON.parse(body)
  console.log(`verified webhook: ${type} of ${sessionId}, ${outcome}`)
  server.close()
})

server.once('error', ({ code, message }) => {
  console.error(
    code === 'EADDRINUSE'
      ? `Port ${PORT} is in use. Set PORT to another one, and name it in --forward-to, too.`
      : message,
  )
  process.exit(1)
})
server.listen(Number(PORT), '127.0.0.1', async () => {
  const { data } = await post(`${VSKIT_URL}/v1/sessions`, { metadata: { orderId: 'A-1' } })
  console.log(`session ${data.id}: an applicant would open ${data.hosted_url}`)
  // Here the simulator acts as the applicant.
  await post(`${VSKIT_CONTROL_URL}/sessions/${data.id}/journey`, { action: 'submit' })
})

async function post(url, body) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${VSKIT_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}
