// The backend of a shop that verifies its visitors on its own page. It holds the secret key,
// creates client tokens for its own visitors, and learns results by webhook. To start it, see
// README.md.
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { InvalidWebhookError, verifyWebhook } from 'vskit'

// The defaults are the addresses and the demo keys of the simulator.
const {
  PORT = '3000',
  VSKIT_URL = 'http://127.0.0.1:4001',
  VSKIT_SECRET_KEY = 'ah_sk_us_test_demo_acme_test_main_00000000v8d8',
  VSKIT_PUBLISHABLE_KEY = 'ah_pk_us_test_demo_acme_test_web_000000000rxIh',
  VSKIT_WEBHOOK_SECRET = '',
} = process.env

/** The shop's record of a visitor: the session and its outcome. A real shop keeps it in its database. */
const visitors = new Map()

const WORKFLOW = {
  name: 'Example shop',
  steps: [
    { id: 'identity', type: 'id_verification', config: { allowPhotoUpload: true } },
    {
      id: 'about',
      type: 'custom_form',
      config: {
        questions: [{ id: 'city', type: 'text', label: 'Where do you live?', required: true }],
      },
    },
    {
      id: 'contract',
      type: 'esign',
      config: {
        documents: [
          {
            id: 'contract',
            title: 'Contract of hire',
            documentClass: 'service_or_sales_agreement',
            carveOutsAcknowledged: true,
            body: '{{sender.name}} hires a bicycle out to {{applicant.name}}.\n\nIt comes back on Sunday.',
          },
        ],
      },
    },
  ],
}

/** Calls the service with the secret key, which never leaves this process. */
async function service(method, path, body) {
  const answer = await fetch(VSKIT_URL + path, {
    method,
    headers: {
      Authorization: `Bearer ${VSKIT_SECRET_KEY}`,
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const parsed = await answer.json()
  if (!answer.ok) throw new RefusedError(`${method} ${path}: ${answer.status}`, parsed)
  return parsed
}

/** An error of the service. */
class RefusedError extends Error {
  constructor(request, body) {
    super(`${request} ${body.error.code} ${body.error.message}`)
    this.body = body
  }
}

let workflow
const workflowId = async () => {
  workflow ??= service('POST', '/v1/workflow-templates', WORKFLOW).catch((error) => {
    workflow = undefined
    throw error
  })
  return (await workflow).data.id
}

/**
 * Returns the visitor of a request, from a cookie of the shop. Only the shop's sign-in decides
 * whose token is returned.
 */
function visitorOf(request, response) {
  let id = /(?:^|; )visitor=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
  if (!visitors.has(id)) {
    id = randomUUID()
    visitors.set(id, { session: undefined, result: 'pending' })
    response.setHeader('Set-Cookie', `visitor=${id}; HttpOnly; SameSite=Strict; Path=/`)
  }
  return visitors.get(id)
}

/**
 * Returns the client token of the visitor: one session per visitor, even if the page requests
 * several tokens.
 */
async function token(visitor) {
  visitor.session ??= workflowId().then((workflow_template_id) =>
    service('POST', '/v1/sessions', {
      workflow_template_id,
      // Returns the shop's record of the signed-in visitor.
      applicant: { family_name: 'Okafor', given_names: ['Ana'], email: 'ana@example.com' },
    }),
  )
  visitor.session.catch(() => (visitor.session = undefined))
  visitor.id = (await visitor.session).data.id
  const { clientToken } = await service('POST', `/v1/sessions/${visitor.id}/client_token`)
  return { clientToken }
}

/** The event is only a notification; the shop reads the result from the service. */
async function webhook(request) {
  const event = verifyWebhook(await bodyOf(request), request.headers, VSKIT_WEBHOOK_SECRET)
  const visitor = [...visitors.values()].find(({ id }) => id === event.sessionId)
  if (!visitor) return
  const { data } = await service('GET', `/v1/sessions/${event.sessionId}`)
  visitor.result = data.outcome ?? data.status
}

async function bodyOf(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const FILES = {
  '/': ['text/html; charset=utf-8', new URL('page.html', import.meta.url)],
  '/page.js': ['text/javascript', new URL('page.js', import.meta.url)],
  '/vskit-web.js': ['text/javascript', import.meta.resolve('vskit/web')],
}
// Everything that the SDK needs: its script, calls to the service, and the service's signing frame.
const POLICY =
  `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${VSKIT_URL}; ` +
  `frame-src ${VSKIT_URL}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

async function answer(request, response) {
  const { pathname } = new URL(request.url, 'http://any')
  if (request.method === 'POST' && pathname === '/webhooks') return webhook(request)
  if (request.method === 'POST' && pathname === '/token') return token(visitorOf(request, response))
  if (pathname === '/result') return { result: visitorOf(request, response).result }
  if (pathname === '/config') return { publishableKey: VSKIT_PUBLISHABLE_KEY, baseUrl: VSKIT_URL }
  const [type, file] = FILES[pathname] ?? []
  if (!file) {
    response.statusCode = 404
    return undefined
  }
  response.setHeader('Content-Type', type)
  response.setHeader('Content-Security-Policy', POLICY)
  return readFile(fileURLToPath(file))
}

const server = createServer(async (request, response) => {
  try {
    const body = await answer(request, response)
    if (body === undefined || Buffer.isBuffer(body)) return response.end(body)
    response.setHeader('Content-Type', 'application/json')
    response.end(JSON.stringify(body))
  } catch (error) {
    const { body } = error
    // The SDK shows the visitor that the verification has ended.
    if (body?.error.code === 'session_already_completed') {
      response.writeHead(409, { 'Content-Type': 'application/json' })
      return response.end(JSON.stringify(body))
    }
    console.error(error.message)
    response.writeHead(error instanceof InvalidWebhookError ? 400 : 502).end()
  }
})
server.once('error', ({ code, message }) => {
  console.error(
    code === 'EADDRINUSE' ? `Port ${PORT} is in use. Set PORT to another one.` : message,
  )
  process.exit(1)
})
server.listen(Number(PORT), '127.0.0.1', () =>
  console.log(`The shop is at http://localhost:${server.address().port}`),
)
