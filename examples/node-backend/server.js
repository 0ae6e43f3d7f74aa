import { createServer } from 'node:http'
import { checkDocument } from './documents.js'
import { Service, ServiceError } from './service.js'
import { isSigned } from './signature.js'
import { Verifications } from './verifications.js'

const LARGEST_BODY = 1024 * 1024

/**
 * The backend of a shop that verifies its customers.
 *
 *   POST /verifications                     { orderId, applicant? }   the session's link for the customer
 *   GET  /verifications/{orderId}           status, outcome and names of the images
 *   GET  /verifications/{orderId}/images/{artifact}   an image, passed on: the service gives no public links
 *   POST /verifications/{orderId}/token     a browser token for the SDK
 *   POST /documents                         a signed file; the conclusion about it
 *   POST /webhooks                          for the service
 */
export function newBackend({ url, key, webhookSecret, regions = [url] }) {
  const service = new Service(url, key)
  const verifications = new Verifications(service)
  return createServer((request, response) => {
    route(request).then(
      ([status, body, type = 'application/json']) => {
        response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
        response.end(type === 'application/json' ? JSON.stringify(body) : body)
      },
      (error) => {
        console.error(error)
        response.writeHead(error instanceof ServiceError ? 502 : 500).end()
      },
    )
  })

  async function route(request) {
    const { pathname } = new URL(request.url, 'http://localhost')
    const [, first, orderId, part, artifact] = pathname.split('/').map(decodeURIComponent)
    const body = await read(request)
    if (body === undefined) return [413, { error: 'the body is too large' }]
    if (request.method === 'POST' && pathname === '/webhooks') {
      if (!isSigned(body, request.headers['x-webhook-signature'], webhookSecret))
        return [400, { error: 'the signature does not fit' }]
      // Only this header identifies a ping from the console: its body may look like any event.
      if (request.headers['x-webhook-origin'] === 'test_ping') return [200, {}]
      await verifications.take(body.toString())
      return [200, {}]
    }
    if (request.method === 'POST' && pathname === '/documents')
      return [200, { verdict: await checkDocument(body, regions) }]
    if (first !== 'verifications') return [404, { error: 'not found' }]
    if (request.method === 'POST' && orderId === undefined) {
      const order = parse(body)
      if (typeof order?.orderId !== 'string')
        return [400, { error: 'send {"orderId":"..."} as JSON' }]
      return [201, view(await verifications.begin(order.orderId, order.applicant))]
    }
    const found = verifications.ofOrder(orderId)
    if (!found) return [404, { error: 'no such order' }]
    if (part === 'token' && request.method === 'POST')
      return [200, { token: await service.browserToken(found.sessionId) }]
    if (part === 'images') {
      const bytes = Object.hasOwn(found.images, artifact) ? found.images[artifact] : undefined
      return bytes ? [200, bytes, 'image/jpeg'] : [404, { error: 'no such image' }]
    }
    return [200, view(found)]
  }
}

function view({ images, ...verification }) {
  return { ...verification, images: Object.keys(images) }
}

/** Returns the JSON of a body; undefined when it is none. */
function parse(body) {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}

/** Returns the raw body; undefined when it is too large. */
async function read(request) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > LARGEST_BODY) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  const { VSKIT_URL: url, VSKIT_KEY: key, VSKIT_WEBHOOK_SECRET: webhookSecret } = process.env
  const { VSKIT_US_URL: us = url, VSKIT_EU_URL: eu } = process.env
  if (!url || !key || !webhookSecret) {
    console.error(
      'Set VSKIT_URL, VSKIT_KEY and VSKIT_WEBHOOK_SECRET, or start it with: npm run dev',
    )
    process.exit(1)
  }
  const port = Number(process.env.PORT ?? 3000)
  const regions = eu ? [us, eu] : [us]
  const server = newBackend({ url, key, webhookSecret, regions })
  server.once('error', ({ code, message }) => {
    console.error(
      code === 'EADDRINUSE' ? `Port ${port} is in use. Set PORT to another one.` : message,
    )
    process.exit(1)
  })
  server.listen(port, process.env.HOST ?? '127.0.0.1', () =>
    console.log(`The backend listens on port ${port}`),
  )
}
