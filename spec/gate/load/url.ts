import { GateError } from '../judgement.ts'
import { BOUNDS } from './parse.ts'
import { textOf } from './text.ts'
import type { Source } from './source.ts'

const SECONDS = 20
const MOST_REDIRECTS = 5
const REDIRECTS = new Set([301, 302, 303, 307, 308])

/** Whether a source is a URL. Plain HTTP is allowed for this machine only. */
export function isUrl(name: string): boolean {
  return /^https?:\/\//i.test(name)
}

/**
 * Fetches one document without its references.
 * @throws {GateError} if it cannot be fetched, is too large or takes longer than 20 s
 */
export async function fetchSource(name: string): Promise<Source> {
  const address = URL.parse(name)
  if (!address) throw new GateError(`${name} is not a URL; pass one that begins with https://`)
  if (address.username !== '' || address.password !== '')
    throw new GateError(
      `the URL of ${address.host} contains credentials: download the document and pass its file`,
    )
  if (!isTrusted(name)) throw new GateError(`${name}: use https`)
  const text = await fetched(name)
  const rootFile = text.trimStart().startsWith('{') ? 'openapi.json' : 'openapi.yaml'
  return {
    name,
    rootFile,
    origin: name,
    prefix: '',
    list: () => [],
    read: (paths) =>
      paths.map((path) => {
        if (path === rootFile) return text
        throw new GateError(
          `${name} refers to ${path}; bundle the document into one file, or pass a folder`,
        )
      }),
  }
}

async function fetched(name: string): Promise<string> {
  try {
    const response = await follow(name)
    if (!response.ok || response.body === null)
      throw new GateError(
        `${name}: expected a document, got status ${response.status}; check the address`,
      )
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes > BOUNDS.fileBytes)
        throw new GateError(`${name} is larger than ${BOUNDS.fileBytes >> 20} MiB`)
    }
    return textOf(name, Buffer.concat(chunks))
  } catch (error) {
    if (error instanceof GateError) throw error
    const { name: kind, cause, message } = error as Error
    const reason =
      kind === 'TimeoutError'
        ? `no response within ${SECONDS} s`
        : reasonOf((cause as Error | undefined)?.message ?? message)
    throw new GateError(`cannot fetch ${name}: ${reason}`)
  }
}

function reasonOf(message: string): string {
  return message === 'bad port'
    ? 'fetch does not allow this port, which is reserved for another protocol. Serve the document on another port, or download it and pass its file'
    : message
}

/**
 * Follows redirects one by one: `redirect: 'follow'` would not detect a redirect through plain
 * HTTP.
 */
async function follow(name: string): Promise<Response> {
  const signal = AbortSignal.timeout(SECONDS * 1000)
  const headers = { accept: 'application/json, application/yaml;q=0.9, */*;q=0.1' }
  let url = name
  for (let hops = 0; hops <= MOST_REDIRECTS; hops++) {
    const response = await fetch(url, { signal, headers, redirect: 'manual' })
    const location = response.headers.get('location')
    if (!REDIRECTS.has(response.status) || location === null) return response
    await response.body?.cancel()
    const next = new URL(location, url).href
    if (!mayFollow(url, next)) throw new GateError(`${name} redirects to ${next}: use https`)
    url = next
  }
  throw new GateError(`${name} redirects more than ${MOST_REDIRECTS} times`)
}

/** A redirect never leaves HTTPS, not even to this machine, whose services are not for a remote server to name. */
export function mayFollow(from: string, to: string): boolean {
  return isTrusted(to) && (to.startsWith('https:') || from.startsWith('http:'))
}

function isTrusted(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}
