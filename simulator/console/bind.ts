import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../call/errors.ts'
import { type DocsSettings, HTML, docsPage } from './docs/docs.ts'
import { notFoundPage } from './docs/error-pages.ts'
import { type ServedFile, servedFiles } from './pages.ts'

type Guard = (headers: FastifyRequest['headers']) => void

/**
 * Content security policy of the console: its own scripts and styles, no inline code, calls to its own listener only,
 * no frames. Text cannot become markup, since no trusted-types policy is allowed.
 */
const POLICY = [
  "default-src 'self'",
  "img-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const HEADERS = {
  'Content-Security-Policy': POLICY,
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

/** The files contain no data: a browser caches them and revalidates at each load. */
const REVALIDATED = { ...HEADERS, 'Cache-Control': 'no-cache' }
/** These pages contain a key and URLs of this run. */
const NOT_STORED = { ...HEADERS, 'Cache-Control': 'no-store' }

/**
 * Adds the console to the listener of the control API: a static page at `/` and its files, behind
 * the guard.
 */
export function bindConsole(
  app: FastifyInstance,
  guard: Guard,
  docs: Omit<DocsSettings, 'controlUrl'>,
): void {
  let files: Map<string, ServedFile> | undefined
  const serve = (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?', 1)[0]!
    guard(path === '/' ? asOwnNavigation(request.headers) : request.headers)
    files ??= servedFiles()
    const file = path === '/' && prefersJson(request.headers.accept) ? undefined : files.get(path)
    if (!file) throw new ApiError('resource_not_found')
    reply.headers({ ...REVALIDATED, ETag: file.etag, ...(path === '/' && { Vary: 'Accept' }) })
    if (request.headers['if-none-match'] === file.etag) reply.code(304).send()
    else reply.type(file.contentType).send(file.text)
  }
  const serveDocs = (request: FastifyRequest, reply: FastifyReply): void => {
    guard(asOwnNavigation(request.headers))
    const path = request.url.split('?', 1)[0]!
    const found = docsPage(path, { ...docs, controlUrl: `${request.protocol}://${request.host}` })
    if (found) return void reply.headers(NOT_STORED).type(found.type).send(found.text)
    if (!request.headers.accept?.includes('text/html')) throw new ApiError('resource_not_found')
    reply.code(404).headers(NOT_STORED).type(HTML).send(notFoundPage(path))
  }
  for (const method of ['GET', 'HEAD'] as const) {
    app.route({ method, url: '/', handler: serve })
    app.route({ method, url: '/console/*', handler: serve })
    for (const url of ['/docs', '/docs/*', '/control/v1/openapi.json'])
      app.route({ method, url, handler: serveDocs })
  }
}

/**
 * A link on another site may open the console: the page contains no data, cannot be framed, and
 * opening it changes nothing. Its requests have the console as their origin.
 */
function asOwnNavigation({ ...headers }: FastifyRequest['headers']): FastifyRequest['headers'] {
  const ofItsOwn =
    headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  if (ofItsOwn) delete headers['sec-fetch-site']
  return headers
}

/** A request for JSON at the root comes from a program: 404. */
function prefersJson(accept = '*/*'): boolean {
  return accept.includes('json') && !accept.includes('text/html')
}
