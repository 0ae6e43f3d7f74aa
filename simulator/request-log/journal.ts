import { AsyncLocalStorage } from 'node:async_hooks'
import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import {
  redactedFiles,
  redactedPath,
  redactedQuery,
  redactedText,
  redactedValue,
} from './redact.ts'
import type { Call } from '../call/call.ts'
import { isOwnCall } from '../faults/fault-injection.ts'
import type { Entries } from './entries.ts'
import { type Entry, type LoggedBody, withoutText } from './entry.ts'

interface Surroundings {
  now: () => number
  faultOf: (raw: ServerResponse) => string | undefined
  report: (error: unknown) => void
}

interface Answered {
  status: number
  headers: string[]
  body?: string | Uint8Array
}

/** Maximum length of a body. */
const LONGEST_BODY = 16_000
/** Request headers that are shown: none carries a credential. */
const SHOWN_HEADERS = [
  'accept',
  'accept-language',
  'origin',
  'traceparent',
  'tracestate',
  'user-agent',
  'x-simulator-signals',
  'x-simulator-specimen',
]
const NOTHING: LoggedBody = { contentType: null, bytes: null, text: null, truncated: false }

/** Observes requests of the public API and records them (control API). */
export class Journal {
  readonly #surroundings: Surroundings
  readonly #entries: Entries
  readonly #watchers = new Set<(entry: Entry) => void>()

  constructor(entries: Entries, surroundings: Surroundings) {
    this.#entries = entries
    this.#surroundings = surroundings
  }

  /** Whether requests are recorded or watched. The only check per request while neither happens. */
  get on(): boolean {
    return this.#entries.on || this.#watchers.size > 0
  }

  /** Reports each completed request, recorded or not. @returns a function that stops it */
  watch(watcher: (entry: Entry) => void): () => void {
    this.#watchers.add(watcher)
    return () => this.#watchers.delete(watcher)
  }

  /** Starts an entry; call at the beginning of a request while `on` is true. */
  begin(call: Call | null, request: FastifyRequest, raw: ServerResponse): void {
    if (isOwnCall(raw)) return
    // A response may be sent in the context of another event, without the limits of its request.
    const inContext = AsyncLocalStorage.snapshot()
    const started = performance.now()
    const at = this.#surroundings.now()
    const { wipes } = this.#entries
    const { writeHead, end, write } = raw
    let head: Answered | undefined
    let answered: Entry['answered'] = 'none'
    let done = false
    const finish = (): void | Promise<void> | undefined => {
      if (done || !this.on) return
      done = true
      try {
        const entry = this.#entry({ call, request, raw, started, at, head, answered })
        return inContext(() => this.#add(entry, wipes))
      } catch (error) {
        this.#surroundings.report(error)
      }
    }
    // Responses use one `writeHead` and one `end` (send.ts); a fault may truncate them (faults.ts).
    raw.writeHead = ((status: number, headers: string[]) => {
      head = { status, headers }
      return writeHead.call(raw, status, headers)
    }) as typeof raw.writeHead
    raw.write = ((...given: Parameters<typeof write>) => {
      answered = 'part'
      return write.apply(raw, given)
    }) as typeof raw.write
    raw.end = ((body?: string | Uint8Array) => {
      answered = 'whole'
      if (head && body !== undefined) head.body = body
      const stored = finish()
      const send = (): ServerResponse => end.call(raw, body as string, 'utf8')
      // A caller that has its response finds the entry, at any replica.
      if (stored) void stored.then(send)
      else send()
      return raw
    }) as typeof raw.end
    raw.once('close', () => void finish())
  }

  #entry({
    call,
    request,
    raw,
    started,
    at,
    head,
    answered,
  }: {
    call: Call | null
    request: FastifyRequest
    raw: ServerResponse
    started: number
    at: number
    head: Answered | undefined
    answered: Entry['answered']
  }): Entry {
    const { method, headers } = request.raw
    const [path = ''] = request.url.split('?', 1)
    const known = (call?.operation.parameters ?? [])
      .filter((one) => one.in === 'query')
      .map(({ name }) => name)
    const sent = requestBody(call, headers)
    // The client has not seen a lost response.
    const reply = answered === 'none' ? undefined : head
    const replied = responseBody(reply)
    const sessionId = call?.sessionId
    const about = new Set(
      [path, call?.bodyText ?? '', replied.whole, sessionId ?? ''].flatMap(
        (text) => text.match(SUBJECT) ?? [],
      ),
    )
    return {
      method: method ?? '',
      path: redactedPath(path),
      query: redactedQuery(request.query as Record<string, unknown>, known),
      headers: Object.fromEntries(
        SHOWN_HEADERS.flatMap((name) =>
          headers[name] === undefined
            ? []
            : [[name, redactedText(String(headers[name]).slice(0, 1000))]],
        ),
      ),
      request: sent,
      response: replied.shown,
      seq: 0,
      at,
      about,
      scope: call?.owner?.scope ?? null,
      region: call?.region ?? null,
      keyId: call?.keyId ?? null,
      operation: call?.operation.operationId ?? null,
      status: reply?.status ?? null,
      answered,
      requestId: call?.requestId ?? headerOf(head?.headers, 'X-Request-Id'),
      durationMs: Math.round((performance.now() - started) * 10) / 10,
      errorCode: reply && reply.status >= 400 ? codeOf(replied.whole) : null,
      fault: this.#surroundings.faultOf(raw) ?? null,
      warning: headerOf(reply?.headers, 'X-Simulator-Warning'),
    }
  }

  #add(entry: Entry, wipes: number): void | Promise<void> | undefined {
    const shown = wipes === this.#entries.wipes ? entry : withoutText(entry)
    for (const watcher of this.#watchers) watcher(shown)
    return this.#entries.on ? this.#entries.add(shown, wipes) : undefined
  }
}

const SUBJECT = /(?:vs|app)_[0-9a-z]{24}/g

function requestBody(
  call: Call | null,
  { 'content-type': type, 'content-length': length }: FastifyRequest['headers'],
): LoggedBody {
  const contentType = type === undefined ? null : redactedText(type.slice(0, 200))
  const bytes = length === undefined ? null : Number(length)
  if (call && call.form.length > 0) {
    const parts = call.form.map(({ name, filename, bytes }) => ({
      name: redactedText(name.slice(0, 100)),
      bytes: bytes.length,
      // A file is an image, and its name may contain a person's name.
      ...(filename === undefined && { value: redactedText(bytes.toString('utf8', 0, 1024)) }),
    }))
    return { contentType, bytes, ...bounded(parts) }
  }
  if (!call || call.bodyText === '') return { ...NOTHING, contentType, bytes }
  const value = redactedValue(JSON.parse(call.bodyText))
  return { contentType, bytes, ...bounded(redactedFiles(value, call.files.values())) }
}

/** @returns the displayed body and the full text for id extraction */
function responseBody(answer: Answered | undefined): { shown: LoggedBody; whole: string } {
  const contentType = headerOf(answer?.headers, 'Content-Type')
  const { body } = answer ?? {}
  if (body === undefined) return { shown: { ...NOTHING, contentType }, whole: '' }
  const bytes = Buffer.byteLength(body)
  if (typeof body !== 'string') return { shown: { ...NOTHING, contentType, bytes }, whole: '' }
  return { shown: { contentType, bytes, ...bounded(redactedValue(JSON.parse(body))) }, whole: body }
}

function bounded(value: unknown): { text: string; truncated: boolean } {
  const text = JSON.stringify(value)
  const truncated = text.length > LONGEST_BODY
  return { text: truncated ? text.slice(0, LONGEST_BODY).toWellFormed() : text, truncated }
}

/** @param headers flat list: name, value, name, value */
function headerOf(headers: string[] | undefined, name: string): string | null {
  const at = headers?.indexOf(name) ?? -1
  return at < 0 ? null : headers![at + 1]!
}

function codeOf(text: string): string | null {
  return text === ''
    ? null
    : ((JSON.parse(text) as { error?: { code?: string } }).error?.code ?? null)
}
