import type { Attempt, Connection, EventLine, OpenForwarder, Outcome } from './connection.ts'
import type { Control } from './find-control.ts'
import { SimulatorError } from './errors.ts'
import { HttpClient, bytesOf, parsed } from './http-client.ts'
import { type Lines, readLines } from './lines.ts'
import type { Mode } from '../spec/generated/wire.ts'

/** A connection to a simulator over HTTP. */
export class HttpConnection implements Connection {
  readonly controlUrl: string
  readonly http: HttpClient
  readonly #open = new Set<() => void>()

  constructor({ url, ca }: Control) {
    this.controlUrl = url
    this.http = new HttpClient(ca)
  }

  async send(
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown }> {
    const url = this.controlUrl + path
    const request = {
      method,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }
    const answer = await this.http.send(url, request)
    const text = (await bytesOf(answer)).toString()
    return { status: answer.statusCode!, body: text === '' ? undefined : parsed(text) }
  }

  async followEvents(listener: (line: EventLine) => void, lost: () => void): Promise<() => void> {
    const lines = await this.#read<EventLine & { kind: string }>(
      '/feed?kinds=event',
      undefined,
      (line) => {
        if (line.kind === 'event') listener(line)
      },
    )
    void lines.ended.then(lost)
    return () => lines.close()
  }

  async forward(
    organization: string,
    mode: Mode,
    events: readonly string[] | undefined,
    take: (attempt: Attempt) => Promise<Outcome>,
  ): Promise<OpenForwarder> {
    interface Ready {
      id: string
      subscription_id: string
      secret: string
    }
    const { promise: begun, resolve } = Promise.withResolvers<Ready>()
    const report = async (attempt: Attempt): Promise<void> => {
      const outcome = await take(attempt)
      const { id } = await begun
      // Errors are ignored: a late outcome belongs to an attempt that has failed, and a retry
      // follows.
      await this.send('POST', `/forwarders/${id}/outcomes`, { delivery_id: attempt.id, ...outcome })
    }
    const lines = await this.#read<(Attempt | Ready) & { kind: string }>(
      `/organizations/${encodeURIComponent(organization)}/forwarders`,
      { mode, ...(events && { events }) },
      (line) => {
        if (line.kind === 'ready') resolve(line as Ready)
        // The connection to the simulator is lost: so is this line soon.
        else if (line.kind === 'delivery') report(line as Attempt).catch(() => undefined)
      },
    )
    const lost = lines.ended.then(() => {
      this.http.checkOpen()
      throw new SimulatorError(
        `The connection to ${this.controlUrl} ended before it was ready to forward webhooks. Check that the simulator still runs, and repeat the call.`,
      )
    })
    const { subscription_id, secret } = await Promise.race([begun, lost])
    return {
      subscription_id,
      secret,
      ended: lines.ended,
      close: async () => {
        lines.close()
        await lines.ended
      },
    }
  }

  async close(): Promise<void> {
    for (const close of this.#open) close()
    this.http.close()
  }

  async #read<Line extends { kind: string }>(
    path: string,
    body: object | undefined,
    listener: (line: Line) => void,
  ): Promise<Lines> {
    this.http.checkOpen()
    const lines = await readLines(this.controlUrl + path, this.http.ca, body, listener)
    this.#open.add(lines.close)
    void lines.ended.then(() => this.#open.delete(lines.close))
    return lines
  }
}
