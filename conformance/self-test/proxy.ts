import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { HttpClient } from '../http/client.ts'
import { LIMITS } from '../http/request.ts'
import type { JsonObject } from '../http/json.ts'
import { newCertificate } from '../receiver/certificate.ts'
import { Hooks } from '../receiver/hooks.ts'
import { KIT_SCHEME, type SignatureScheme } from '../receiver/signature.ts'
import type { StateUse } from '../target/states.ts'

/** A busy simulator responds late; a proxy with a time-out would look like a broken service. */
const BESIDE_OTHERS_MS = 60_000

export interface ProxiedRequest {
  /** Destination of the request; a fault may send it to the other region. */
  region: 'us' | 'eu'
  method: string
  /** Path and query. */
  path: string
  /** Header names in lower case. */
  headers: Record<string, string>
  body: Buffer
}

export interface ProxiedResponse {
  status: number
  headers: [name: string, value: string][]
  body: Buffer
}

/**
 * A change to an exchange: to the request before it is forwarded (or a response in its place), and
 * to the response before it is returned.
 */
export interface Fault {
  request?: (request: ProxiedRequest) => ProxiedResponse | void
  response?: (request: ProxiedRequest, response: ProxiedResponse) => void
  /** A change to the requests for provider states, for faults in the service's own actions. */
  state?: (use: StateUse) => void
  /** A change to the responses of the provider. */
  bindings?: (use: StateUse, bindings: JsonObject) => void
  /** Whether the provider offers this state, which the simulator has. */
  isOffered?: (state: string) => boolean
  /** A change to a webhook in transit; returns how often it arrives, once by default, or the bodies that arrive. */
  delivery?: (delivery: ProxiedDelivery) => number | readonly Buffer[] | void
}

export interface ProxiedDelivery {
  method: string
  headers: [name: string, value: string][]
  body: Buffer
}

export interface Proxies {
  baseUrls: Record<'us' | 'eu', string>
  /** URL of the provider states. */
  statesUrl: string
  /** Receives webhooks behind the fault, if the target file asks for them. */
  hooks?: Hooks
  close(): Promise<void>
}

/** Another base URL of a region from a state: its destination, and the proxy in front of it. */
interface SecondAddress {
  target: string
  url: string
}

/** A proxy in front of each region and of the provider states; all share the fault and its memory. */
export async function startProxies(
  { control, regions }: { control: string; regions: Record<'us' | 'eu', { base_url: string }> },
  fault: Fault,
  options: {
    webhooks?: boolean
    signature?: SignatureScheme | 'unnamed'
    /** Seconds to wait for a delivery. @default 3 */
    patienceSeconds?: number
  } = {},
): Promise<Proxies> {
  const client = new HttpClient({ ...LIMITS, timeoutMs: BESIDE_OTHERS_MS })
  const secondAddress: SecondAddress = { target: '', url: '' }
  const servers = [
    ...(['us', 'eu'] as const).map((region) => ({
      region,
      url: () => regions[region].base_url,
      change: fault,
    })),
    { region: 'us' as const, url: () => control, change: asStateFault(fault, secondAddress) },
    { region: 'us' as const, url: () => secondAddress.target, change: fault },
  ].map(({ region, url, change }) =>
    http.createServer((incoming, outgoing) => {
      const urlOf = (to: 'us' | 'eu') => (to === region ? url() : regions[to].base_url)
      // The client sees the error: its request gets no response.
      pass(client, region, urlOf, change, incoming, outgoing).catch(() => outgoing.destroy())
    }),
  )
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
  const [us, eu, statesUrl, secondUrl] = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  )
  secondAddress.url = secondUrl!
  const webhooks = options.webhooks
    ? await startWebhookProxy(fault, options.signature, options.patienceSeconds)
    : undefined
  return {
    baseUrls: { us: us!, eu: eu! },
    statesUrl: statesUrl!,
    ...(webhooks && { hooks: webhooks.hooks }),
    async close() {
      client.close()
      await webhooks?.close()
      for (const server of servers) {
        server.close()
        server.closeAllConnections()
        await once(server, 'close')
      }
    },
  }
}

/** Returns the fault as one of the provider-state protocol. */
function asStateFault({ state, bindings, isOffered }: Fault, secondAddress: SecondAddress): Fault {
  const uses = new WeakMap<ProxiedRequest, StateUse>()
  return {
    request(request) {
      if (request.method !== 'POST') return
      const use = JSON.parse(request.body.toString()) as StateUse
      uses.set(request, structuredClone(use))
      state?.(use)
      request.body = Buffer.from(JSON.stringify(use))
    },
    response(request, response) {
      const use = uses.get(request)
      if (!use && isOffered && response.status === 200) {
        const { states } = JSON.parse(response.body.toString()) as { states: { name: string }[] }
        changeJson(response, () => ({ states: states.filter(({ name }) => isOffered(name)) }))
      }
      if (!use || response.status !== 200) return
      const answer = JSON.parse(response.body.toString()) as { bindings?: JsonObject }
      if (!answer.bindings) return
      bindings?.(use, answer.bindings)
      if (typeof answer.bindings['base_url'] === 'string') {
        secondAddress.target = answer.bindings['base_url']
        answer.bindings['base_url'] = secondAddress.url
      }
      response.body = Buffer.from(JSON.stringify(answer))
    },
  }
}

/** Starts a proxy that receives the target's webhooks, applies the fault and forwards them to the suite's receiver. */
async function startWebhookProxy(
  { delivery: tamper }: Fault,
  signature: SignatureScheme | 'unnamed' = KIT_SCHEME,
  patienceSeconds = 3,
): Promise<{ hooks: Hooks; close(): Promise<void> }> {
  let address: string | undefined
  const server = https.createServer(newCertificate('127.0.0.1'), (incoming, outgoing) => {
    forwardWebhook(address!, tamper, incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const publicUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  const hooks = await Hooks.start({
    receiver: { host: '127.0.0.1', port: 0, plainHttp: true, publicUrl },
    patienceSeconds,
    ...(signature !== 'unnamed' && { signature }),
  })
  // Read once: a delivery may arrive while the receiver closes.
  address = hooks.address
  return {
    hooks,
    async close() {
      server.close()
      server.closeAllConnections()
      await hooks.close()
    },
  }
}

async function forwardWebhook(
  address: string,
  tamper: Fault['delivery'],
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const raw = incoming.rawHeaders
  const headers = Array.from({ length: raw.length / 2 }, (_, i): [string, string] => [
    raw[2 * i]!,
    raw[2 * i + 1]!,
  ]).filter(([name]) => !/^(host|connection|content-length|transfer-encoding)$/i.test(name))
  const delivery: ProxiedDelivery = {
    method: incoming.method!,
    headers,
    body: Buffer.concat(chunks),
  }
  let status = 200
  const sent = tamper?.(delivery) ?? 1
  for (const body of typeof sent === 'number' ? Array<Buffer>(sent).fill(delivery.body) : sent) {
    const copy = http.request(`${address}${incoming.url}`, {
      method: delivery.method,
      agent: false,
      headers: [
        ['Host', new URL(address).host],
        ...delivery.headers,
        ['Content-Length', String(body.byteLength)],
      ].flat() as never,
    })
    copy.end(body)
    const [answer] = (await once(copy, 'response')) as [http.IncomingMessage]
    status = answer.resume().statusCode!
  }
  outgoing.writeHead(status).end()
}

async function pass(
  client: HttpClient,
  region: 'us' | 'eu',
  urlOf: (region: 'us' | 'eu') => string,
  fault: Fault,
  incoming: http.IncomingMessage,
  outgoing: http.ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
  const {
    host: _host,
    connection: _connection,
    expect: _expect,
    'content-length': _length,
    ...headers
  } = incoming.headers as Record<string, string>
  const request: ProxiedRequest = {
    region,
    method: incoming.method!,
    path: incoming.url!,
    headers,
    body: Buffer.concat(chunks),
  }
  const response =
    fault.request?.(request) ?? (await forward(client, urlOf(request.region), request))
  fault.response?.(request, response)
  outgoing.sendDate = false
  const kept = response.headers.filter(
    ([name]) => !/^(content-length|connection|keep-alive|transfer-encoding)$/i.test(name),
  )
  outgoing.writeHead(
    response.status,
    [...kept, ['Content-Length', String(response.body.byteLength)]].flat(),
  )
  outgoing.end(response.body)
}

async function forward(
  client: HttpClient,
  baseUrl: string,
  { method, path, headers, body }: ProxiedRequest,
): Promise<ProxiedResponse> {
  const answer = await client.send({
    method,
    url: new URL(baseUrl + path),
    headers,
    body: body.byteLength > 0 ? body : undefined,
    alone: false,
  })
  return {
    status: answer.status,
    headers: answer.rawHeaders.map(([name, value]) => [name, value]),
    body: answer.body,
  }
}

/** Members of JSON bodies that faults read and change. */
export interface JsonBody {
  error?: {
    code: string
    message: string
    request_id?: string
    doc_url?: string
    type?: string
    details?: { issues?: { message: string; keys?: string[]; param?: string }[] }
  }
  data: { id: string; metadata: Record<string, string>; idv?: unknown } & Record<string, unknown>
  components: { schemas: Record<string, unknown> }
  paths?: unknown
}

/** Changes a JSON body in place, or replaces it with the result of `change`. */
export function changeJson(response: ProxiedResponse, change: (json: JsonBody) => unknown): void {
  const json = JSON.parse(response.body.toString()) as JsonBody
  response.body = Buffer.from(JSON.stringify(change(json) ?? json))
}
