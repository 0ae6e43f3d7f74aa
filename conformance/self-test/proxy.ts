import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpClient } from '../http/client.ts'

export interface ProxiedRequest {
  region: 'us' | 'eu'
  method: string
  /** Path and query. */
  path: string
  /** Names in lower case. */
  headers: Record<string, string>
  body: Buffer
}

export interface ProxiedResponse {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

/**
 * A change to what passes: the request before it goes on (or an answer in its place), and the answer before it goes
 * back.
 */
export interface Fault {
  request?: (request: ProxiedRequest) => ProxiedResponse | void
  response?: (request: ProxiedRequest, response: ProxiedResponse) => void
}

export interface Proxies {
  baseUrls: Record<'us' | 'eu', string>
  close(): Promise<void>
}

/** A proxy in front of each region; both share the fault and what it remembers. */
export async function startProxies(
  upstream: Record<'us' | 'eu', { base_url: string }>, fault: Fault,
): Promise<Proxies> {
  const client = new HttpClient()
  const servers = (['us', 'eu'] as const).map((region) => http.createServer((incoming, outgoing) => {
    pass(client, region, upstream[region].base_url, fault, incoming, outgoing)
      .catch((error: Error) => outgoing.destroy(error))
  }))
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const [us, eu] = servers.map((server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  return {
    baseUrls: { us: us!, eu: eu! },
    async close() {
      client.close()
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
        await once(server, 'close')
      }
    },
  }
}

async function pass(client: HttpClient, region: 'us' | 'eu', baseUrl: string, fault: Fault,
  incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const { host: _host, connection: _connection, expect: _expect, 'content-length': _length, ...headers } =
    incoming.headers as Record<string, string>
  const request: ProxiedRequest =
    { region, method: incoming.method!, path: incoming.url!, headers, body: Buffer.concat(chunks) }
  const response = fault.request?.(request) ?? await forward(client, baseUrl, request)
  fault.response?.(request, response)
  outgoing.sendDate = false
  const kept = response.headers.filter(([name]) =>
    !/^(content-length|connection|keep-alive|transfer-encoding)$/i.test(name))
  outgoing.writeHead(response.status, [...kept, ['Content-Length', String(response.body.byteLength)]].flat())
  outgoing.end(response.body)
}

async function forward(
  client: HttpClient, baseUrl: string, { method, path, headers, body }: ProxiedRequest,
): Promise<ProxiedResponse> {
  const answer = await client.send(
    { method, url: new URL(baseUrl + path), headers, body: body.byteLength > 0 ? body : undefined, alone: false })
  return { status: answer.status, headers: answer.rawHeaders.map(([name, value]) => [name, value]), body: answer.body }
}

/** What the faults read and change of a JSON body, of whichever kind it is. */
export interface JsonBody {
  error?: { code: string, message: string, request_id?: string, doc_url?: string, type?: string,
    details?: { issues?: { message: string, keys?: string[], param?: string }[] } }
  data: { id: string, metadata: Record<string, string>, idv?: unknown } & Record<string, unknown>
  components: { schemas: Record<string, unknown> }
  paths?: unknown
}

/** Changes a JSON body in place, or puts what `change` gives in its place. */
export function changeJson(response: ProxiedResponse, change: (json: JsonBody) => unknown): void {
  const json = JSON.parse(response.body.toString()) as JsonBody
  response.body = Buffer.from(JSON.stringify(change(json) ?? json))
}
