import http from 'node:http'
import https from 'node:https'
import { Answer } from './answer.ts'
import { RawError, sendRaw } from './raw.ts'
import { type HttpRequest, type HttpLimits, LIMITS } from './request.ts'

/** After this many time-outs in a row, an origin gets no further request: a run must end. */
const PATIENCE = 3

/** Part of the message about a response that came too late. */
export const TOO_LATE = 'sent no complete response within'

type NoAnswerOptions = ErrorOptions &
  Partial<
    Pick<
      NoAnswer,
      'broken' | 'temporary' | 'gone' | 'unreached' | 'unsent' | 'late' | 'sporadic' | 'advice'
    >
  >

/** There was no complete response. This is an error of the harness, not a nonconformance. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  /** Whether the server accepted the connection but sent no complete response in time. */
  readonly broken: boolean
  /** Whether the same request may succeed later. */
  readonly temporary: boolean
  /** Whether nothing listens there, or the host cannot be reached. */
  readonly gone: boolean
  /** Whether the server refused the connection, so that it got nothing of the request. */
  readonly unreached: boolean
  /** Whether the request was not sent, because earlier ones got no response in time. */
  readonly unsent: boolean
  /** Whether the server sent no complete response in time. */
  readonly late: boolean
  /** Whether a repetition got a response, so that the service may have carried the request out twice. */
  readonly sporadic: boolean
  /** What to do if no request to this origin gets a response; undefined if the message says it. */
  readonly advice: string | undefined

  constructor(
    message: string,
    {
      broken = false,
      temporary = false,
      gone = false,
      unreached = false,
      unsent = false,
      late = false,
      sporadic = false,
      advice,
      ...options
    }: NoAnswerOptions = {},
  ) {
    super(message, options)
    this.broken = broken
    this.temporary = temporary
    this.gone = gone
    this.unreached = unreached
    this.unsent = unsent
    this.late = late
    this.sporadic = sporadic
    this.advice = advice
  }
}

/** HTTP/1.1 that follows no redirect, decodes nothing, and is bounded in time and size. */
export class HttpClient {
  readonly #limits: HttpLimits
  readonly #pools: { 'http:': http.Agent; 'https:': https.Agent }
  readonly #tooSlow = new Map<string, number>()

  constructor(limits: HttpLimits = LIMITS) {
    this.#limits = limits
    const { ca } = limits
    this.#pools = {
      'http:': new http.Agent({ keepAlive: true }),
      'https:': new https.Agent({ keepAlive: true, ...(ca !== undefined && { ca }) }),
    }
  }

  /**
   * @param isProbe whether to send it also after too many time-outs, to see if the origin has recovered
   * @throws {NoAnswer}
   */
  async send(request: HttpRequest, isProbe = false): Promise<Answer> {
    const { origin } = request.url
    const slow = this.#tooSlow.get(origin) ?? 0
    if (slow >= PATIENCE && !isProbe) {
      const seconds = this.#limits.timeoutMs / 1000
      throw new NoAnswer(
        `not sent: the last ${PATIENCE} requests to ${origin} took longer than ${seconds} s`,
        { unsent: true },
      )
    }
    try {
      const answer = await this.#exchange(request, REPEATS)
      this.#tooSlow.delete(origin)
      return answer
    } catch (error) {
      this.#tooSlow.set(origin, (error as Error).cause === TOO_SLOW ? slow + 1 : 0)
      throw error
    }
  }

  close(): void {
    for (const pool of Object.values(this.#pools)) pool.destroy()
  }

  /** @param asksFirst whether a large body waits for `100 Continue` */
  #exchange(request: HttpRequest, repeats: number, asksFirst = true): Promise<Answer> {
    if (request.alone) {
      return sendRaw(request, this.#limits).catch((error: Error) => {
        throw this.#explain(error, request)
      })
    }
    const { url, method, body } = request
    const started = performance.now()
    const { protocol } = url
    const pool = this.#pools[protocol === 'https:' ? protocol : 'http:']
    const isLarge = body !== undefined && body.byteLength > LARGE
    const asks = isLarge && asksFirst
    return new Promise<Answer>((resolve, reject) => {
      const sent = (protocol === 'https:' ? https : http).request(url, {
        method,
        agent: pool,
        headers: {
          ...request.headers,
          ...(body && { 'Content-Length': String(body.byteLength) }),
          ...(asks && { Expect: '100-continue' }),
        },
      })
      const timer = setTimeout(() => sent.destroy(TOO_SLOW), this.#timeoutOf(request))
      let hasResponse = false
      const give = (error: Error): void => {
        clearTimeout(timer)
        clearTimeout(unasked)
        sent.destroy()
        // The server may have closed an idle connection just now, or may have rejected a large body
        // and closed before its response was read: neither is a failure, so repeat the request.
        const closed = CLOSED.has((error as NodeJS.ErrnoException).code ?? '')
        if (repeats > 0 && closed && (sent.reusedSocket || isLarge)) {
          closeIdle(pool)
          resolve(this.#exchange(request, repeats - 1, asksFirst))
        } else reject(this.#explain(error, request, repeats < REPEATS))
      }
      sent.on('error', give)
      sent.on('upgrade', () =>
        give(new Error('the target switched protocols, although the request did not ask for it')),
      )
      sent.on('response', (response) => {
        hasResponse = true
        clearTimeout(unasked)
        const chunks: Buffer[] = []
        let bytes = 0
        response.on('error', give)
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.byteLength
          if (bytes > this.#limits.maxBytes) give(TOO_LARGE)
          else chunks.push(chunk)
        })
        response.on('end', () => {
          clearTimeout(timer)
          // The body of an early rejection was not sent, so the connection cannot carry another
          // request.
          if (isLarge) sent.destroy()
          if (!response.complete) return give(new Error('the connection ended within the body'))
          const status = response.statusCode!
          // A server, or a proxy in front, does not know `Expect` (RFC 9110, 15.5.18).
          if (status === 417 && asks) return resolve(this.#exchange(request, repeats, false))
          resolve(
            new Answer({
              status,
              body: Buffer.concat(chunks),
              rawHeaders: response.rawHeaders,
              milliseconds: performance.now() - started,
              statusLine:
                `HTTP/${response.httpVersion} ${status} ${response.statusMessage ?? ''}`.trimEnd(),
            }),
          )
        })
      })
      // A body that is rejected by its length alone is never sent: the server would break the
      // connection in the middle of it, and its response would be lost. A server that does not know
      // the header gets the body after one second.
      const unasked = asks ? setTimeout(() => sent.end(body), 1000) : undefined
      if (asks)
        sent.on('continue', () => {
          clearTimeout(unasked)
          setTimeout(() => {
            // The body may have been sent after one second.
            if (!hasResponse && !sent.writableEnded) sent.end(body)
          }, 20)
        })
      else sent.end(body)
    })
  }

  #timeoutOf({ leastTimeoutMs = 0 }: HttpRequest): number {
    return Math.max(this.#limits.timeoutMs, leastTimeoutMs)
  }

  /** @param isRepeat whether the server has closed a connection on the same request before */
  #explain(error: Error, request: HttpRequest, isRepeat = false): NoAnswer {
    const {
      url: { origin, protocol },
      body,
    } = request
    const secure = protocol === 'https:'
    const kind = error instanceof RawError ? error.kind : undefined
    const { code } = (
      kind === 'connection' ? (error.cause ?? error) : error
    ) as NodeJS.ErrnoException
    if (error === TOO_SLOW || kind === 'too slow') {
      return new NoAnswer(`${origin} ${TOO_LATE} ${this.#timeoutOf(request) / 1000} s`, {
        cause: TOO_SLOW,
        late: true,
        advice:
          'check that the service is ready and that the URL names it, or allow more time with --timeout SECONDS',
      })
    }
    if (error === TOO_LARGE || kind === 'too large')
      return new NoAnswer(`${origin} sent more than ${this.#limits.maxBytes / 1024 / 1024} MiB`, {
        advice: 'check that the URL names the service',
      })
    if (code === 'ECONNREFUSED') {
      const advice = 'check the URL, and that the service is running'
      return new NoAnswer(`nothing listens at ${origin}: ${advice}`, {
        temporary: true,
        gone: true,
        unreached: !isRepeat,
      })
    }
    if (code === 'ENOTFOUND')
      return new NoAnswer(`the host name of ${origin} is unknown: correct the URL`, {
        gone: true,
      })
    if (code?.startsWith('HPE_') || kind === 'not HTTP') {
      return new NoAnswer(`${origin} sent a response that is not HTTP/1.1 (${error.message})`, {
        broken: true,
        advice: `check that the URL names the port of the service${secure ? '' : '; if it serves HTTPS, write https://'}`,
      })
    }
    if (code === 'EPROTO') {
      return new NoAnswer(`${origin} does not speak TLS`, {
        broken: true,
        advice: 'write http:// in the URL, or serve HTTPS there',
        cause: error,
      })
    }
    if (/CERT|SELF_SIGNED|SIGNATURE/.test(code ?? '')) {
      const advice = 'name the file of its authority with --ca-file, or in VSKIT_CA_FILE'
      return new NoAnswer(
        `the certificate of ${origin} is not trusted (${error.message}): ${advice}`,
        { cause: error },
      )
    }
    // A large body that is rejected before it was read breaks the connection, and the response is
    // lost.
    const broken = body === undefined || body.byteLength <= LARGE
    return new NoAnswer(`no response from ${origin}: ${error.message || code}`, {
      broken,
      temporary: true,
      gone: UNREACHABLE.has(code ?? ''),
      advice: CLOSED.has(code ?? '')
        ? `the log of the service may say why it closed the connection${secure ? '' : '; if it serves HTTPS, write https:// in the URL'}`
        : 'check the URL, and that this machine can reach the service',
      cause: error,
    })
  }
}

/** Number of repetitions of a request whose connection was closed without a response. */
const REPEATS = 2
const CLOSED: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])
/** Codes of a stopped container's address. */
const UNREACHABLE: ReadonlySet<string> = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN'])

/** A server that closed one idle connection may have closed the others: a repetition needs a new one. */
function closeIdle(pool: http.Agent): void {
  for (const socket of Object.values(pool.freeSockets).flat()) socket?.destroy()
}

/** Larger bodies are sent with `Expect: 100-continue`. */
const LARGE = 1024 * 1024

const TOO_SLOW = new Error('too slow')
const TOO_LARGE = new Error('too large')
