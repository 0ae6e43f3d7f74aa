import http from 'node:http'
import https from 'node:https'
import { SimulatorError, refusal } from './errors.ts'
import { NO_RESPONSE, bytesOf, parsed, unreachable } from './http-client.ts'

/** A response that sends lines until it is closed. */
export interface Lines {
  /** Resolves when the sender has ended the response, or the connection is lost. */
  ended: Promise<void>
  close(): void
}

/**
 * Reads a response with one JSON object per line until it ends. Does not keep the process alive.
 * @param ca PEM of the only certificate authority that is trusted; undefined for those that Node.js
 * trusts
 * @param onLine called with each line except pings
 * @returns a promise that resolves when the response has begun
 * @throws {SimulatorError} when the request is rejected or nothing responds
 */
export function readLines<Line extends { kind: string }>(
  url: string,
  ca: string | undefined,
  body: object | undefined,
  onLine: (line: Line) => void,
): Promise<Lines> {
  const method = body === undefined ? 'GET' : 'POST'
  return new Promise((resolve, reject) => {
    const { request } = url.startsWith('https:') ? https : http
    const outgoing = request(url, {
      method,
      agent: false,
      ...(ca !== undefined && { ca }),
      headers: { accept: 'application/x-ndjson', 'content-type': 'application/json' },
    })
    outgoing.on('error', (cause) => reject(new SimulatorError(unreachable(url, cause), { cause })))
    const lost = (): void => reject(new SimulatorError(unreachable(url, NO_RESPONSE)))
    outgoing.on('close', lost)
    outgoing.on('response', (response) => {
      outgoing.off('close', lost)
      const { statusCode: status = 0, headers, socket } = response
      if (status !== 200 || !headers['content-type']?.includes('ndjson')) {
        bytesOf(response).then(
          (bytes) => reject(refusal(method, url, status, parsed(bytes.toString()))),
          reject,
        )
        return
      }
      response.setEncoding('utf8')
      let text = ''
      response.on('data', (part: string) => {
        const lines = (text + part).split('\n')
        text = lines.pop()!
        // After its first line the response only waits for events.
        if (lines.length > 0) socket.unref()
        for (const line of lines) {
          const value = parsed(line) as Line | string
          // Not a line of a simulator: something between changed the response.
          if (typeof value === 'string') return void outgoing.destroy()
          if (value.kind !== 'ping') onLine(value)
        }
      })
      response.on('error', () => undefined)
      const ended = new Promise<void>((done) => response.once('close', done))
      resolve({ ended, close: () => outgoing.destroy() })
    })
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
