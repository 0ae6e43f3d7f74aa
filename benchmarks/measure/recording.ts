import { type OutgoingHttpHeaders, request as httpRequest } from 'node:http'
import type { Call } from '../load/paths.ts'

/** A recorded response of a target, in a form that a peer can replay. */
export interface RecordedAnswer {
  status: number
  /** Flat list of names and values as received, without the headers that Node adds itself. */
  headers: string[]
  /** Base64. */
  body: string
  /** Idle timeout of connections, from the response's Keep-Alive header. */
  keepAliveMs: number
  /** Size of the response: status line, headers, body. */
  wireBytes: number
}

/** Headers that Node's server adds on both sides. */
const WRITTEN_BY_NODE = ['date', 'connection', 'keep-alive', 'transfer-encoding']
const NODE_KEEP_ALIVE_MS = 5000
/** Timeout of a single call on this machine. */
const PATIENCE_MS = 10_000

export interface Answer {
  status: number
  rawHeaders: string[]
  body: Buffer
  wireBytes: number
}

/** Makes one call with keep-alive, as the load generator does. */
export function callOnce(baseUrl: string, call: Call): Promise<Answer> {
  const headers: OutgoingHttpHeaders = { ...call.headers, connection: 'keep-alive' }
  if (call.body !== undefined) headers['content-length'] = Buffer.byteLength(call.body)
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const outgoing = httpRequest(
      baseUrl + call.path,
      { method: call.method, headers, agent: false, signal },
      async (incoming) => {
        try {
          const chunks: Buffer[] = []
          for await (const chunk of incoming) chunks.push(chunk as Buffer)
          const body = Buffer.concat(chunks)
          const { statusCode, statusMessage, rawHeaders } = incoming
          const head = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines(rawHeaders)}\r\n`
          resolve({
            status: statusCode!,
            rawHeaders,
            body,
            wireBytes: Buffer.byteLength(head) + body.length,
          })
        } catch (error) {
          reject(error as Error)
        } finally {
          outgoing.destroy()
        }
      },
    )
    outgoing.once('error', reject)
    outgoing.end(call.body)
  })
}

/** Maximum number of calls to use up a budget; larger than the budget of the largest tier. */
const MOST_TO_SPEND = 20_000
const SPENT_TOGETHER = 50

/**
 * Records a target's response to a call.
 * @throws {Error} if the response is not the expected one
 */
export async function record(baseUrl: string, call: Call): Promise<RecordedAnswer> {
  const answer =
    call.expects === 'refusal' ? await spend(baseUrl, call) : await callOnce(baseUrl, call)
  const good =
    call.expects === 'refusal'
      ? answer.status === 429
      : answer.status >= 200 && answer.status <= 299
  if (good) return recorded(answer)
  throw new Error(
    `${call.method} ${call.path}: expected a ${call.expects ? '429' : '2xx response'} to record, got ` +
      `${answer.status} ${answer.body.toString('utf8', 0, 300)}`,
  )
}

/** Calls until the budget is spent; resolves with the first 429, or with another error. */
async function spend(baseUrl: string, call: Call): Promise<Answer> {
  for (let made = 0; made < MOST_TO_SPEND; made += SPENT_TOGETHER) {
    const answers = await Promise.all(
      Array.from({ length: SPENT_TOGETHER }, () => callOnce(baseUrl, call)),
    )
    // A session of another organization gives 404, and still counts in the window.
    const last = answers.find(({ status }) => (status < 200 || status > 299) && status !== 404)
    if (last) return last
  }
  throw new Error(
    `${call.method} ${call.path}: no 429 after ${MOST_TO_SPEND} calls, so there is none to measure`,
  )
}

/** Returns a response header; undefined if there is none of that name. */
export function headerOf(rawHeaders: string[], name: string): string | undefined {
  const at = rawHeaders.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === name)
  return at < 0 ? undefined : rawHeaders[at + 1]
}

export function recorded({ status, rawHeaders, body, wireBytes }: Answer): RecordedAnswer {
  const headers: string[] = []
  let keepAliveMs = NODE_KEEP_ALIVE_MS
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    const value = rawHeaders[i + 1]!
    if (!WRITTEN_BY_NODE.includes(name.toLowerCase())) headers.push(name, value)
    const seconds = name.toLowerCase() === 'keep-alive' && /\btimeout=(\d+)/.exec(value)?.[1]
    if (seconds) keepAliveMs = Number(seconds) * 1000
  }
  const chunked = !headers.some((text, i) => i % 2 === 0 && text.toLowerCase() === 'content-length')
  if (chunked && status !== 204) headers.push('Content-Length', String(body.length))
  return { status, headers, body: body.toString('base64'), keepAliveMs, wireBytes }
}

function lines(rawHeaders: string[]): string {
  let text = ''
  for (let i = 0; i < rawHeaders.length; i += 2)
    text += `${rawHeaders[i]}: ${rawHeaders[i + 1]}\r\n`
  return text
}
