import { connect } from 'node:net'
import { document } from '../../spec/contract.ts'
import { SchemaCompiler } from '../../simulator/http/schemas.ts'
import { validationErrors } from '../../simulator/testing/shape.ts'

/** A connection that is still open after this time counts as hanging. */
export const HANGS_MS = 2000

export interface Outcome {
  /** All received bytes, as Latin-1. */
  text: string
  /** Milliseconds until the last byte or the end. */
  ms: number
  end: 'closed' | 'reset' | 'open'
}

/**
 * Sends bytes and reads until the connection ends or all responses have arrived.
 * @param bytes written one after the other, each in a separate segment
 * @param half whether this side of the connection is closed after the last byte
 */
export function sendRaw(url: string, bytes: Buffer[], half: boolean): Promise<Outcome> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const begun = performance.now()
    const socket = connect({
      port: Number(port),
      host: hostname,
      allowHalfOpen: true,
      noDelay: true,
    })
    const over = (end: Outcome['end']): void => {
      clearTimeout(timer)
      socket.destroy()
      const text = Buffer.concat(chunks).toString('latin1')
      resolve({ text, ms: performance.now() - begun, end })
    }
    const timer = setTimeout(() => over('open'), HANGS_MS)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => over('reset'))
    socket.on('end', () => over('closed'))
    socket.on('connect', () => {
      const write = (i: number): void => {
        if (i < bytes.length) socket.write(bytes[i]!, () => setImmediate(write, i + 1))
        else if (half) socket.end()
      }
      write(0)
    })
  })
}

export interface Parsed {
  status: number
  headers: Map<string, string>
  body: string
}

/** Parses all responses of a connection. @throws {Error} if the bytes are not complete responses */
export function parseResponses(text: string, method = 'GET'): Parsed[] {
  const found: Parsed[] = []
  let rest = text
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n')
    if (end < 0)
      throw new Error(`bytes that are not a response: ${JSON.stringify(rest.slice(0, 300))}`)
    const [line = '', ...fields] = rest.slice(0, end).split('\r\n')
    const match = /^HTTP\/1\.[01] (\d{3}) /.exec(line)
    if (!match) throw new Error(`no status line: ${JSON.stringify(line.slice(0, 300))}`)
    const headers = new Map(
      fields.map((field) => {
        const colon = field.indexOf(':')
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const
      }),
    )
    const status = Number(match[1])
    rest = rest.slice(end + 4)
    if (status < 200) continue
    // A malformed request does not count as a HEAD request, so its error response has a body.
    const next = rest === '' || /^HTTP\/1\.[01] /.test(rest)
    const none = (method === 'HEAD' && next) || status === 204 || status === 304
    let body = ''
    if (headers.get('transfer-encoding') === 'chunked' && !none) {
      const parts: string[] = []
      for (;;) {
        const at = rest.indexOf('\r\n')
        const size = Number.parseInt(rest.slice(0, at), 16)
        if (at < 0 || Number.isNaN(size)) throw new Error('a chunked response is incomplete')
        parts.push(rest.slice(at + 2, at + 2 + size))
        rest = rest.slice(at + 4 + size)
        if (size === 0) break
      }
      body = parts.join('')
    } else if (!none) {
      const length = Number(headers.get('content-length') ?? rest.length)
      if (rest.length < length)
        throw new Error(`a body of ${rest.length} bytes instead of ${length}`)
      body = rest.slice(0, length)
      rest = rest.slice(length)
    }
    if (none && status >= 400) continue
    found.push({ status, headers, body })
  }
  return found
}

const envelope = new SchemaCompiler(document).compile({
  $ref: '#/components/schemas/ErrorEnvelope',
})

/** Returns the fault of a response to an arbitrary request; undefined if it has none. */
export function faultOf({ status, headers, body }: Parsed): string | undefined {
  if (status >= 500) return `status ${status}: ${body.slice(0, 300)}`
  if (status < 400) return undefined
  if (headers.get('content-type') !== 'application/json; charset=utf-8')
    return `a refusal ${status} as ${headers.get('content-type')}`
  try {
    if (!envelope(JSON.parse(Buffer.from(body, 'latin1').toString())))
      return `an error response ${status} that does not match the schema: ${validationErrors(envelope)}`
  } catch {
    return `an error response ${status} that is not JSON: ${body.slice(0, 300)}`
  }
  return undefined
}
