import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { ApiError } from '../../call/errors.ts'

/**
 * Rejects requests from web pages to a listener without credentials. A page can make a browser send requests here under
 * its own host name (DNS rebinding) or across origins. The Host header reveals the first, Origin or Sec-Fetch-Site the
 * second; programs on this machine send neither.
 * @param allowedHosts further accepted host names, without a port; IP addresses are always accepted, since a page
 *   cannot rebind one
 * @param scheme of the listener
 */
export function controlGuard(
  allowedHosts: string[] = [],
  scheme: 'http' | 'https' = 'http',
): (headers: IncomingHttpHeaders) => void {
  const allowed = new Set(allowedHosts.map((host) => host.toLowerCase()))
  return (headers) => {
    const host = hostname(headers.host)
    if (host === undefined || !(isNoForeignName(host) || allowed.has(host))) {
      throw new ApiError(
        'origin_not_allowed',
        { header: 'host' },
        'The control API accepts only requests that are addressed to this machine: call it as 127.0.0.1 or localhost.',
      )
    }
    if (
      headers.origin !== undefined &&
      !isSameOrigin(headers.origin, `${scheme}://${headers.host!}`)
    )
      throw crossOrigin('origin')
    // A browser request without an Origin header (an image, a link) still carries Sec-Fetch-Site.
    const site = headers['sec-fetch-site']
    if (site === 'cross-site' || site === 'same-site') throw crossOrigin('sec-fetch-site')
  }
}

function isNoForeignName(host: string): boolean {
  return host === 'localhost' || isIP(host) !== 0
}

/** A listener has one origin for each of its host names. */
function isSameOrigin(origin: string, own: string): boolean {
  return origin.toLowerCase() === own.toLowerCase()
}

/** The name in a Host header: without port and brackets, in lower case; undefined if it is no Host header. */
function hostname(header: string | undefined): string | undefined {
  const form = /^(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::\d{1,5})?$/.exec(
    header?.toLowerCase() ?? '',
  )
  return form?.[1] ?? form?.[2]
}

function crossOrigin(header: string): ApiError {
  return new ApiError(
    'origin_not_allowed',
    { header },
    'The control API accepts no requests from web pages of another origin: call it from a program on this machine.',
  )
}
