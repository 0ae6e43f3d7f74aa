import type { Traffic } from '../http/traffic.ts'

/** Headers that the suite's client adds, and that a reader need not repeat. */
const BY_ITSELF = /^(accept|accept-encoding|user-agent)$/i

/** A redacted key, in any of the forms that a report contains. */
const REDACTED = /(?:ah_(?:sk|pk)_[a-z]+_[a-z]+_|bt_|whsec_)?\[redacted[^\]]*\]/g

/**
 * Returns the request as a command for a POSIX shell, with a variable for a key; undefined if the
 * report lacks the bytes of the body.
 */
export function curl({ request, received }: Traffic): string | undefined {
  if (received || (request.body && (request.body.text === undefined || request.body.cut)))
    return undefined
  const lines = [
    `curl -sS -i -X ${request.method} ${quoted(request.url)}`,
    ...request.headers
      .filter(([name]) => !BY_ITSELF.test(name))
      .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(request.body ? [`--data-binary ${quoted(request.body.text!)}`] : []),
  ]
  return lines.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''").replace(REDACTED, '\'"$KEY"\'')}'`.replace(/''$/, '')
}
