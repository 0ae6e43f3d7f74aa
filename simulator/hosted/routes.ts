import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { lingerAfterResponse } from '../http/lingering-close.ts'
import { refusalOf, retryAfter } from '../http/respond.ts'
import { ApiError, Unavailable } from '../call/errors.ts'
import { ASSETS } from './assets.ts'
import { EMPTY_FORM, readForm } from './form-body.ts'
import { bindFrames } from './frame/frame-routes.ts'
import { accentStyle, logoOf } from './branding.ts'
import { html } from './html.ts'
import { HostedPages, type PageRequest } from './hosted-pages.ts'
import { isCrossSite, forwardedHeaders } from './request.ts'
import { frameOf, homeOf } from './page-frame.ts'
import { CAMERA_PAGE_HEADERS, PAGE_HEADERS, type Reply, redirectTo, plainPage } from './page.ts'
import { actionOf } from './steps/step.ts'
import { type Visit, visitOf } from './visit.ts'
import { LANGUAGES, type Words, chosenWords, languageCookie, wordsFor } from './words.ts'
import type { HostedPagesBinding } from './binding.ts'

type Serve = (request: PageRequest) => Promise<Reply>

/**
 * Routes of the hosted pages. They are not operations of the contract: every request under `/s/` is
 * answered with a page, also on errors. Other routes of the listener are not affected.
 */
export function bindHostedPages(app: FastifyInstance, binding: HostedPagesBinding): void {
  const pages = new HostedPages(binding.plane, binding.ports)
  void app.register(async (scope) => {
    binding.instrument?.(scope)
    // The page parses the form after the session is found.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _body, done) => done(null))
    scope.setErrorHandler((error: Error, request, reply) => {
      if (request.raw.destroyed && !request.raw.complete) return void reply.hijack()
      write(reply, request, failure(error, binding, wordsOf(request)), binding)
    })
    const serve = (method: 'GET' | 'POST', url: string, handle: Serve): void => {
      scope.route({
        method: method === 'GET' ? ['GET', 'HEAD'] : 'POST',
        url,
        handler: async (request, reply) =>
          write(reply, request, await served(request, binding, handle), binding),
      })
    }
    serve('GET', '/s/:id', (request) => pages.show(request))
    serve('POST', '/s/:id/start', (request) => pages.start(request))
    serve('GET', '/s/:id/start', async ({ visit }) => redirectTo(homeOf(visit)))
    serve('GET', '/s/:id/brand.css', async ({ visit }) => accentStyle(visit.branding))
    serve('GET', '/s/:id/logo', async ({ visit }) => logoOf(visit.branding))
    serve('GET', '/s/:id/end', (request) => pages.confirmEnd(request))
    serve('POST', '/s/:id/end', (request) => pages.end(request))
    serve('GET', '/s/:id/steps/:step', (request) => pages.showStep(request))
    serve('POST', '/s/:id/steps/:step', (request) => pages.submit(request))
    serve('GET', '/s/:id/steps/:step/review', (request) => pages.showReview(request))
    // A GET of the URL of a form, such as a reload of its response.
    serve('GET', '/s/:id/steps/:step/:act', async ({ visit, params }) =>
      redirectTo(actionOf(visit, { id: params.step! })),
    )
    serve('POST', '/s/:id/steps/:step/:act', (request) => pages.act(request))
    serve('GET', '/s/:id/steps/:step/documents/:document', (request) => pages.download(request))
    for (const method of ['GET', 'POST'] as const) {
      serve(method, '/s/:id/*', async () => {
        throw new ApiError('resource_not_found')
      })
    }
    bindFrames(scope, binding, (request, reply, made) => write(reply, request, made, binding))
    scope.route({
      method: ['GET', 'HEAD'],
      url: '/s/assets/*',
      handler: async (request, reply) => write(reply, request, assetReply(request), binding),
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

/** Looks up the session of the link first: guessed links count against the address limit, valid ones do not. */
async function served(
  request: FastifyRequest,
  binding: HostedPagesBinding,
  handle: Serve,
): Promise<Reply> {
  const { ports, region, ipLimit } = binding
  const { id, ...params } = request.params as { id: string } & PageRequest['params']
  const { raw, ip, headers } = request
  const now = ports.clock.now()
  const words = wordsOf(request)
  const { text } = words
  if (ipLimit.spent(ip, now)) throw new ApiError('rate_limit_exceeded', ipLimit.details(now))
  const visit = await visitOf(ports, region, id, words, binding.realCamera)
  if (!visit) {
    await ipLimit.count(ip, now)
    raw.resume()
    return plainPage(404, text.nothingTitle, { words }, text.noSession)
  }
  if (raw.method === 'POST' && isCrossSite(headers, ports.origins[region])) {
    raw.resume()
    return plainPage(403, text.elsewhereTitle, frameOf(visit), text.elsewhere)
  }
  const switched = raw.method === 'GET' ? switchedTo(request) : undefined
  if (switched) return switched
  try {
    const { repeated } = request.query as { repeated?: unknown }
    return await handle({
      visit: { ...visit, repeated },
      params,
      reload: async () => (await visitOf(ports, region, id, words, binding.realCamera)) ?? gone(),
      cookies: headers.cookie,
      form: raw.method === 'POST' ? await readForm(ports.uploads, raw) : EMPTY_FORM,
      browserRequest: {
        now,
        address: ip,
        headers: { ...forwardedHeaders(headers), ...preferred(request) },
      },
    })
  } catch (error) {
    return failure(error as Error, binding, words, visit)
  }
}

/** Returns the language of the switcher, or else that of the browser. */
function wordsOf({ headers }: FastifyRequest): Words {
  return chosenWords(headers.cookie) ?? wordsFor(headers['accept-language'])
}

/** A language chosen by the switcher overrides those of the browser, also for documents. */
function preferred({ headers }: FastifyRequest): { 'accept-language'?: string } {
  const chosen = chosenWords(headers.cookie)?.lang
  const accepted = headers['accept-language']
  return chosen === undefined
    ? {}
    : { 'accept-language': accepted ? `${chosen}, ${accepted}` : chosen }
}

/** Redirects back from the switcher and stores the choice. */
function switchedTo({ url, query }: FastifyRequest): Reply | undefined {
  const { lang } = query as { lang?: unknown }
  if (typeof lang !== 'string' || !LANGUAGES.has(lang)) return undefined
  const { status, headers } = redirectTo(url.split('?', 1)[0]!)
  return { status, headers: [...headers!, 'Set-Cookie', languageCookie(lang)] }
}

function gone(): never {
  throw new ApiError('resource_not_found')
}

function assetReply(request: FastifyRequest): Reply {
  const found = ASSETS.get(request.url.split('?', 1)[0]!)
  const words = wordsOf(request)
  if (!found) return plainPage(404, words.text.nothingTitle, { words }, words.text.noPage)
  return {
    status: 200,
    bytes: found.bytes(),
    contentType: found.contentType,
    headers: ['Cache-Control', 'public, max-age=3600', 'X-Content-Type-Options', 'nosniff'],
  }
}

/** Error messages for pages that cannot be shown. */
const FAILURES = {
  payload_too_large: ['tooLargeTitle', 'tooLarge'],
  unsupported_media_type: ['unreadTitle', 'unread'],
  validation_error: ['unreadTitle', 'unread'],
  malformed_request: ['unreadTitle', 'unread'],
  method_not_allowed: ['methodTitle', 'method'],
  resource_not_found: ['nothingTitle', 'noPage'],
  rate_limit_exceeded: ['busyTitle', 'busyText'],
} as const

function failure(error: Error, { ports }: HostedPagesBinding, words: Words, visit?: Visit): Reply {
  const refusal = refusalOf(error)
  const { text } = words
  const frame = { words, ...(visit && frameOf(visit)), failed: true }
  const back = visit && html`<a href="${homeOf(visit)}">${text.backToStart}</a>`
  const known =
    refusal && Object.hasOwn(FAILURES, refusal.code)
      ? FAILURES[refusal.code as keyof typeof FAILURES]
      : undefined
  if (!refusal || !known) {
    const isUnavailable = refusal instanceof Unavailable
    if (!isUnavailable) ports.report(error)
    const reply = plainPage(isUnavailable ? 503 : 500, text.failedTitle, frame, text.failed, back)
    return isUnavailable ? { ...reply, headers: ['Retry-After', '1'] } : reply
  }
  const reply = plainPage(refusal.status, text[known[0]], frame, text[known[1]], back)
  if (refusal.code === 'method_not_allowed')
    return { ...reply, headers: ['Allow', 'GET, HEAD, POST'] }
  if (refusal.code !== 'rate_limit_exceeded') return reply
  return { ...reply, headers: ['Retry-After', retryAfter(refusal.details, ports.clock.now())] }
}

function write(
  reply: FastifyReply,
  { raw }: FastifyRequest,
  { status, headers = [], page, bytes, contentType, baseHeaders }: Reply,
  { requestId, ports, realCamera }: HostedPagesBinding,
): void {
  const date = new Date(ports.clock.now()).toUTCString()
  const base = baseHeaders ?? (realCamera ? CAMERA_PAGE_HEADERS : PAGE_HEADERS)
  const all = [...base, ...headers, 'X-Request-Id', requestId(), 'Date', date]
  if (contentType === 'application/pdf')
    all.push('Content-Security-Policy', "frame-ancestors 'self'", 'X-Frame-Options', 'SAMEORIGIN')
  for (let i = 0; i < all.length; i += 2) void reply.header(all[i]!, all[i + 1]!)
  // Closes the connection: the unread rest of the body would be parsed as the next request.
  if (!raw.complete) {
    void reply.header('Connection', 'close')
    lingerAfterResponse(raw)
  }
  void reply
    .code(status)
    .type(contentType ?? 'text/html; charset=utf-8')
    .send(bytes ?? page?.text ?? '')
}
