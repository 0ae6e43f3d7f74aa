import net from 'node:net'
import tls from 'node:tls'
import { Answer } from './answer.ts'
import type { HttpLimits, HttpRequest } from './request.ts'

/** Error that ended an exchange before its response was complete. */
export class RawError extends Error {
  override readonly name = 'RawError'
  readonly kind: 'too slow' | 'too large' | 'not HTTP' | 'connection'

  constructor(kind: RawError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}

/**
 * Makes one exchange on a new socket and parses it here, so that status line and header lines are
 * as the target wrote them. The time of the response runs from the last byte of the request until
 * the response is complete.
 * @throws {RawError}
 */
export async function sendRaw(request: HttpRequest, limits: HttpLimits): Promise<Answer> {
  const { url } = request
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise<Answer>((resolve, reject) => {
    let started = 0
    const socket =
      url.protocol === 'https:'
        ? tls.connect({
            host,
            port,
            ...(net.isIP(host) === 0 && { servername: host }),
            ...(limits.ca !== undefined && { ca: limits.ca }),
          })
        : net.connect({ host, port })
    const reader = new AnswerReader(request.method, limits.maxBytes)
    const end = (outcome: Answer | Error): void => {
      clearTimeout(timer)
      socket.destroy()
      if (outcome instanceof Error) reject(outcome)
      else resolve(outcome)
    }
    const attempt = (read: () => Parts | undefined): void => {
      try {
        const parts = read()
        if (parts) end(new Answer({ ...parts, milliseconds: performance.now() - started }))
      } catch (error) {
        end(error as Error)
      }
    }
    const timer = setTimeout(
      () => end(new RawError('too slow', 'no complete response in time')),
      limits.timeoutMs,
    )
    socket.setNoDelay(true)
    socket.once(url.protocol === 'https:' ? 'secureConnect' : 'connect', () => {
      const bytes = requestBytes(request)
      started = performance.now()
      socket.write(bytes)
    })
    socket.on('data', (chunk: Buffer) => attempt(() => reader.take(chunk)))
    socket.on('end', () => attempt(() => reader.ended()))
    socket.on('error', (error) => end(new RawError('connection', error.message, { cause: error })))
  })
}

function requestBytes({ method, url, headers, body }: HttpRequest): Buffer {
  const lines = [
    `${method} ${url.pathname}${url.search} HTTP/1.1`,
    `Host: ${url.host}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Connection: close',
    ...(body ? [`Content-Length: ${body.byteLength}`] : []),
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(lines.join('\r\n'), 'latin1'), body ?? Buffer.alloc(0)])
}

interface Parts {
  status: number
  statusLine: string
  rawHeaders: string[]
  body: Buffer
}

const LARGEST_HEAD = 64 * 1024

/** Assembles a response from the bytes of the socket. */
class AnswerReader {
  readonly #method: string
  readonly #maxBytes: number
  #bytes = Buffer.alloc(0)
  #chunks: Buffer[] = []
  #received = 0
  #head: Omit<Parts, 'body'> | undefined

  constructor(method: string, maxBytes: number) {
    this.#method = method
    this.#maxBytes = maxBytes
  }

  /** @returns the response once it is complete */
  take(chunk: Buffer): Parts | undefined {
    this.#chunks.push(chunk)
    this.#received += chunk.byteLength
    if (this.#received > this.#maxBytes + LARGEST_HEAD)
      throw new RawError('too large', 'the body does not end')
    // Joined only if a part of it can be parsed: otherwise a large body would be copied for each
    // chunk.
    if (this.#head && this.#received < (this.#wanted() ?? 0)) return undefined
    this.#bytes = Buffer.concat(this.#chunks)
    this.#chunks = [this.#bytes]
    return this.#read(false)
  }

  /** The server has closed its side. */
  ended(): Parts {
    this.#bytes = Buffer.concat(this.#chunks)
    const parts = this.#read(true)
    if (!parts)
      throw new RawError(
        'connection',
        this.#head ? 'the connection ended within the body' : 'socket hang up',
      )
    return parts
  }

  #read(ended: boolean): Parts | undefined {
    this.#head ??= this.#readHead()
    if (!this.#head) return undefined
    const { status, rawHeaders } = this.#head
    const done = (body: Buffer): Parts => ({ ...this.#head!, body })
    if (this.#method === 'HEAD' || status === 204 || status === 304) return done(Buffer.alloc(0))
    if (/chunked/i.test(valueOf(rawHeaders, 'transfer-encoding') ?? '')) {
      const body = dechunked(this.#bytes, this.#maxBytes)
      return body && done(body)
    }
    const length = this.#wanted()
    if (length === undefined) return ended ? done(this.#bytes) : undefined
    if (length > this.#maxBytes) throw new RawError('too large', 'the body is too large')
    return this.#bytes.byteLength >= length ? done(this.#bytes.subarray(0, length)) : undefined
  }

  #wanted(): number | undefined {
    const value = valueOf(this.#head!.rawHeaders, 'content-length')
    if (value === undefined) return undefined
    if (!/^\d{1,12}$/.test(value)) throw notHttp(`Content-Length ${value.slice(0, 40)}`)
    return Number(value)
  }

  /** Parses the head of the final response; skips interim ones. */
  #readHead(): Omit<Parts, 'body'> | undefined {
    for (;;) {
      const end = this.#bytes.indexOf('\r\n\r\n')
      if (end < 0) {
        if (this.#bytes.byteLength > LARGEST_HEAD) throw notHttp('headers without end')
        if (!'HTTP/1.'.startsWith(this.#bytes.toString('latin1', 0, 7)))
          throw notHttp('no status line')
        return undefined
      }
      const [statusLine, ...lines] = this.#bytes.toString('latin1', 0, end).split('\r\n')
      const status = Number(/^HTTP\/1\.[01] (\d{3})(?: |$)/.exec(statusLine!)?.[1] ?? Number.NaN)
      if (Number.isNaN(status)) throw notHttp('no status line')
      this.#bytes = this.#bytes.subarray(end + 4)
      this.#chunks = [this.#bytes]
      this.#received = this.#bytes.byteLength
      if (status === 101)
        throw new RawError(
          'connection',
          'the target switched protocols, although the request did not ask for it',
        )
      if (status >= 200)
        return { status, statusLine: statusLine!, rawHeaders: lines.flatMap(headerLine) }
    }
  }
}

function headerLine(line: string): [string, string] {
  const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
  if (name === undefined) throw notHttp('a malformed header line')
  return [name, value!]
}

function valueOf(rawHeaders: readonly string[], name: string): string | undefined {
  for (let i = 0; i < rawHeaders.length; i += 2)
    if (rawHeaders[i]!.toLowerCase() === name) return rawHeaders[i + 1]
  return undefined
}

/** Returns the body of the chunks; undefined while the last one is missing. */
function dechunked(bytes: Buffer, maxBytes: number): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0, total = 0; ;) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return undefined
    const size = Number.parseInt(
      /^([0-9a-f]{1,8})(?:;|$)/i.exec(bytes.toString('latin1', at, line))?.[1] ?? '',
      16,
    )
    if (Number.isNaN(size)) throw notHttp('a chunk without a size')
    // Trailers are ignored, but the last one has to arrive.
    if (size === 0) return bytes.indexOf('\r\n\r\n', line) < 0 ? undefined : Buffer.concat(parts)
    total += size
    if (total > maxBytes) throw new RawError('too large', 'the body is too large')
    if (bytes.byteLength < line + 2 + size + 2) return undefined
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
}

function notHttp(what: string): RawError {
  return new RawError('not HTTP', what)
}
