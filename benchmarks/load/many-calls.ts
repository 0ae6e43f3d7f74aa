import { Agent, request as httpRequest } from 'node:http'
import type { Call } from './paths.ts'

const AT_ONCE = 64

/**
 * Makes `count` calls, several at a time, on keep-alive connections.
 * @param callOf the call of each number, from 0
 * @param answered called with each response's text and number
 * @throws {Error} at the first response that is not 2xx
 */
export async function manyCalls(
  baseUrl: string,
  count: number,
  callOf: (i: number) => Call,
  answered: (text: string, i: number) => void = () => {},
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  let next = 0
  const loop = async (): Promise<void> => {
    for (let i = next++; i < count; i = next++)
      answered(await callText(agent, baseUrl, callOf(i)), i)
  }
  try {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count) }, loop))
  } finally {
    agent.destroy()
  }
}

function callText(
  agent: Agent,
  baseUrl: string,
  { method, path, headers, body = '' }: Call,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      baseUrl + path,
      { method, agent, headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } },
      (incoming) => {
        let text = ''
        incoming.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        incoming.on('error', reject)
        incoming.on('end', () => {
          const { statusCode } = incoming
          if (statusCode! >= 200 && statusCode! < 300) resolve(text)
          else
            reject(
              new Error(
                `${method} ${path}: expected a 2xx response, got ${statusCode} ${text.slice(0, 300)}`,
              ),
            )
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}
