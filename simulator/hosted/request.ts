import type { FastifyRequest } from 'fastify'

/**
 * Whether another site has sent the form. This is an additional check: the site would also have to
 * know the link.
 */
export function isCrossSite(headers: FastifyRequest['headers'], own: string | undefined): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  // Behind a proxy, `Host` may differ from the host in the browser.
  return origin !== undefined && origin !== own && URL.parse(origin)?.host !== host
}

/** Headers that the data plane reads; other credentials of the browser are ignored. */
export function forwardedHeaders(
  headers: FastifyRequest['headers'],
): Record<string, string | undefined> {
  const names = ['accept-language', 'x-simulator-signals']
  return Object.fromEntries(names.map((name) => [name, headers[name] as string | undefined]))
}
