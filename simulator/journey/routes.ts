import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { bodyRefusal } from '../http/bodies.ts'
import type { IpLimit } from '../http/ip-limit.ts'
import type { Ports } from '../ports.ts'
import { ApiError } from '../service/errors.ts'
import type { Region } from '../store/world.ts'
import { ASSETS } from './assets.ts'
import type { DataPlane } from './data-plane.ts'
import { NOTHING, readForm } from './form-body.ts'
import { html } from './html.ts'
import { Journey, type PageRequest } from './journey.ts'
import { PAGE_HEADERS, type Reply, goTo, plainPage } from './page.ts'
import { actionOf } from './steps/step.ts'
import { frameOf, homeOf } from './pages.ts'
import { type Visit, visitOf } from './visit.ts'

export interface JourneyBinding {
  ports: Ports
  region: Region
  ipLimit: IpLimit
  plane: DataPlane
  requestId: () => string
}

type Serve = (request: PageRequest) => Promise<Reply>

/**
 * The pages of the hosted journey. They are for people, so they are no operations of the contract: everything under
 * `/s/` is answered with a page, whatever goes wrong, and nothing else on the listener changes.
 */
export function bindJourney(app: FastifyInstance, binding: JourneyBinding): void {
  const journey = new Journey(binding.plane)
  void app.register(async (scope) => {
    // A form is read by its page, once its session is known.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.setErrorHandler((error: Error, request, reply) => {
      if (request.raw.destroyed && !request.raw.complete) return void reply.hijack()
      write(reply, request, failure(error, binding), binding)
    })
    const serve = (method: 'GET' | 'POST', url: string, handle: Serve): void => {
      scope.route({
        method: method === 'GET' ? ['GET', 'HEAD'] : 'POST',
        url,
        handler: async (request, reply) =>
          write(reply, request, await served(request, binding, handle), binding),
      })
    }
    serve('GET', '/s/:id', (request) => journey.show(request))
    serve('GET', '/s/:id/end', (request) => journey.askEnd(request))
    serve('POST', '/s/:id/end', (request) => journey.end(request))
    serve('GET', '/s/:id/steps/:step', (request) => journey.showStep(request))
    serve('POST', '/s/:id/steps/:step', (request) => journey.submit(request))
    // Whoever loads the answer to a form by its address, instead of sending the form again.
    serve('GET', '/s/:id/steps/:step/:act', async ({ visit, params }) =>
      goTo(actionOf(visit, { id: params.step! })),
    )
    serve('POST', '/s/:id/steps/:step/:act', (request) => journey.act(request))
    serve('GET', '/s/:id/steps/:step/documents/:document', (request) => journey.download(request))
    for (const method of ['GET', 'POST'] as const) {
      serve(method, '/s/:id/*', async () => {
        throw new ApiError('resource_not_found')
      })
    }
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/s/assets/*',
      handler: async (request, reply) => write(reply, request, assetReply(request.url), binding),
    })
    scope.route({
      method: ['PUT', 'PATCH', 'DELETE', 'OPTIONS'],
      url: '/s/*',
      handler: async () => {
        throw new ApiError('method_not_allowed')
      },
    })
  })
}

/** The session of the link first: whoever guesses at links is counted, whoever holds one is not. */
async function served(
  request: FastifyRequest,
  binding: JourneyBinding,
  handle: Serve,
): Promise<Reply> {
  const { ports, region, ipLimit } = binding
  const { id, ...params } = request.params as { id: string } & PageRequest['params']
  const { raw, ip, headers } = request
  const now = ports.clock.now()
  if (ipLimit.spent(ip, now)) throw new ApiError('rate_limit_exceeded', ipLimit.details(now))
  const visit = await visitOf(ports, region, id)
  if (!visit) {
    ipLimit.count(ip, now)
    raw.resume()
    return plainPage(
      404,
      'There is nothing here',
      {},
      'This link opens no verification. Check that it is whole, or ask whoever sent it to you.',
    )
  }
  if (raw.method === 'POST' && isFromElsewhere(headers, ports.origins[region])) {
    raw.resume()
    return plainPage(
      403,
      'This was sent from another site',
      frameOf(visit),
      'Nothing was changed. Open your link again and go on from there.',
    )
  }
  try {
    return await handle({
      visit,
      params,
      again: async () => (await visitOf(ports, region, id)) ?? gone(),
      form: raw.method === 'POST' ? await readForm(raw) : NOTHING,
      asking: { now, address: ip, headers: saidBy(headers) },
    })
  } catch (error) {
    return failure(error as Error, binding, visit)
  }
}

function gone(): never {
  throw new ApiError('resource_not_found')
}

/** A form that another site has sent on the applicant's behalf: a second lock, since it would have to know the link. */
function isFromElsewhere(headers: FastifyRequest['headers'], own: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  // A proxy may have named another host than the browser did.
  return origin !== undefined && origin !== own && URL.parse(origin)?.host !== host
}

/** What the data plane looks at; a browser's own credentials for other things are nothing to it. */
function saidBy(headers: FastifyRequest['headers']): Record<string, string | undefined> {
  const names = ['accept-language', 'x-simulator-signals']
  return Object.fromEntries(names.map((name) => [name, headers[name] as string | undefined]))
}

function assetReply(url: string): Reply {
  const found = ASSETS.get(url.split('?', 1)[0]!)
  if (!found) return plainPage(404, 'There is nothing here', {}, 'This page does not exist.')
  return {
    status: 200,
    bytes: found.bytes(),
    contentType: found.contentType,
    headers: ['Cache-Control', 'public, max-age=3600', 'X-Content-Type-Options', 'nosniff'],
  }
}

/** What a person is told when a page can't be shown, and what to do. */
const FAILURES: Partial<Record<ApiError['code'], [title: string, text: string]>> = {
  payload_too_large: [
    'That was too large',
    'A photo may have 10 MB at most. Choose a smaller one and send it again.',
  ],
  unsupported_media_type: ['That could not be read', 'Send the form once more, from its own page.'],
  validation_error: ['That could not be read', 'Send the form once more, from its own page.'],
  malformed_request: ['That could not be read', 'Send the form once more, from its own page.'],
  method_not_allowed: ['That is not possible here', 'Open your link again and go on from there.'],
  resource_not_found: [
    'There is nothing here',
    'What you ask for is not there, or is not kept any longer.',
  ],
  rate_limit_exceeded: ['Too many requests', 'Wait for a minute, then load this page again.'],
}

function failure(
  error: Error & { code?: string },
  { ports }: JourneyBinding,
  visit?: Visit,
): Reply {
  const refusal = error instanceof ApiError ? error : bodyRefusal(error)
  const frame = { ...(visit && frameOf(visit)), failed: true }
  const back = visit && html`<a href="${homeOf(visit)}">Back to the verification</a>`
  const known = refusal && FAILURES[refusal.code]
  if (!refusal || !known) {
    ports.report(error)
    const sorry = 'It is our mistake. What you did before is kept: try again in a moment.'
    return plainPage(500, 'Something went wrong', frame, sorry, back)
  }
  const reply = plainPage(refusal.status, known[0], frame, known[1], back)
  if (refusal.code === 'method_not_allowed')
    return { ...reply, headers: ['Allow', 'GET, HEAD, POST'] }
  if (refusal.code !== 'rate_limit_exceeded') return reply
  const seconds = Number(refusal.details.reset_at) - Math.floor(ports.clock.now() / 1000)
  return { ...reply, headers: ['Retry-After', String(Math.max(1, seconds))] }
}

function write(
  reply: FastifyReply,
  { raw }: FastifyRequest,
  { status, headers = [], page, bytes, contentType }: Reply,
  { requestId }: JourneyBinding,
): void {
  const all = [...PAGE_HEADERS, ...headers, 'X-Request-Id', requestId()]
  if (contentType === 'application/pdf')
    all.push('Content-Security-Policy', "frame-ancestors 'none'")
  for (let i = 0; i < all.length; i += 2) void reply.header(all[i]!, all[i + 1]!)
  // What is left of a body that nobody reads would be taken for the next request.
  if (!raw.complete) void reply.header('Connection', 'close')
  void reply
    .code(status)
    .type(contentType ?? 'text/html; charset=utf-8')
    .send(bytes ?? page?.text ?? '')
}
