import { Agent, type IncomingMessage, request } from 'node:http'

/** A request without a response after this time counts as hanging. */
const HANGS_MS = 20_000

export interface Response {
  status: number
  headers: Headers
  text: string
  bytes: Buffer
}

/** Sends requests to one base URL on keep-alive connections; `fetch` takes three times as long. */
export class HttpClient {
  #base: URL
  #agent = new Agent({ keepAlive: true, maxSockets: 256 })

  constructor(base: string) {
    this.#base = new URL(base)
  }

  /**
   * @param path sent without normalization
   * @throws {Error} if the connection fails or the response takes 20 s
   */
  ask(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body?: Buffer | string,
  ): Promise<Response> {
    const { hostname, port } = this.#base
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, hostname, port, method: method.toUpperCase(), path }
      const sent = request({ ...options, headers: { ...headers, ...length } }, (response) =>
        read(response).then(resolve, reject),
      )
      sent.setTimeout(HANGS_MS, () => sent.destroy(new Error(`no response in ${HANGS_MS} ms`)))
      sent.on('error', reject)
      sent.end(body)
    })
  }

  /** Sends JSON. @returns the `data` of the response @throws {Error} if it is an error */
  async data<T>(method: string, path: string, body?: unknown, key?: string): Promise<T> {
    const headers: Record<string, string> = {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const text = body === undefined ? undefined : JSON.stringify(body)
    const response = await this.ask(method, path, headers, text)
    if (response.status >= 300)
      throw new Error(`${method} ${path}: ${response.status} ${response.text}`)
    return (response.text === '' ? undefined : (JSON.parse(response.text) as { data: T }).data) as T
  }

  close(): void {
    this.#agent.destroy()
  }
}

async function read(response: IncomingMessage): Promise<Response> {
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  return {
    status: response.statusCode!,
    headers: new Headers(
      Object.entries(response.headers).map(([name, value]): [string, string] => [
        name,
        [value].flat().join(', '),
      ]),
    ),
    text: bytes.toString(),
    bytes,
  }
}
