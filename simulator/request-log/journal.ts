import type { ServerResponse } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { redactedPath, redactedQuery, redactedText, redactedValue } from './redact.ts'
import type { Call } from '../call/call.ts'
import { isOwnCall } from '../faults/fault-injection.ts'

/** A body as displayed: redacted JSON text; null if it is not JSON or was not read. */
interface Shown {
  contentType: string | null
  bytes: number | null
  text: string | null
  truncated: boolean
}

/** One request of the public API and its response. */
export interface Entry {
  readonly seq: number
  /** Simulator time. */
  readonly at: number
  /** Owner; null for unauthenticated requests. */
  readonly scope: string | null
  readonly region: string | null
  readonly keyId: string | null
  readonly operation: string | null
  readonly method: string
  readonly path: string
  readonly query: Record<string, unknown>
  readonly headers: Record<string, string>
  readonly status: number | null
  /** How much of the response was sent. */
  readonly answered: 'whole' | 'part' | 'none'
  readonly requestId: string | null
  /** In real time. */
  readonly durationMs: number
  readonly errorCode: string | null
  readonly fault: string | null
  readonly request: Shown
  readonly response: Shown
  /** Ids of the applicants and sessions that the entry mentions. */
  readonly about: ReadonlySet<string>
  readonly size: number
}

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

const MOST_ENTRIES = 1000
const MOST_CHARACTERS = 8_000_000
/** Maximum length of a body. */
const LONGEST_BODY = 16_000
/** Request headers that are shown: none carries a credential. */
const SHOWN_HEADERS = [
  'accept',
  'accept-language',
  'origin',
  'user-agent',
  'x-simulator-signals',
  'x-simulator-specimen',
]
const NOTHING: Shown = { contentType: null, bytes: null, text: null, truncated: false }

/** Keeps the last requests in memory (control API). */
export class Journal {
  /** Whether requests are recorded or watched. The only check per request while neither happens. */
  on = false
  /** Whether requests are recorded. */
  keeping = false
  /** The organization whose requests are recorded; undefined = all. */
  only: string | undefined
  #entries: Entry[] = []
  #size = 0
  #seq = 0
  /** Counts erasures, so that a request in flight during one is not recorded after it. */
  #wipes = 0
  readonly #surroundings: Surroundings
  readonly #watchers = new Set<(entry: Entry) => void>()

  constructor(surroundings: Surroundings) {
    this.#surroundings = surroundings
  }

  /** Starts or stops recording. Drops the entries that the new setting excludes. */
  set(on: boolean, only: string | undefined): void {
    this.keeping = on
    this.only = only
    this.on = on || this.#watchers.size > 0
    this.#keep((entry) => on && (only === undefined || organizationOf(entry.scope) === only))
  }

  /** Reports each completed request, recorded or not. @returns a function that stops it */
  watch(watcher: (entry: Entry) => void): () => void {
    this.#watchers.add(watcher)
    this.on = true
    return () => {
      this.#watchers.delete(watcher)
      this.on = this.keeping || this.#watchers.size > 0
    }
  }

  get count(): number {
    return this.#entries.length
  }

  /** Returns entries, newest first. */
  page(before: number | undefined, limit: number, wanted: (entry: Entry) => boolean): Entry[] {
    const found: Entry[] = []
    for (let i = this.#entries.length - 1; i >= 0 && found.length < limit; i--) {
      const entry = this.#entries[i]!
      if ((before === undefined || entry.seq < before) && wanted(entry)) found.push(entry)
    }
    return found
  }

  /**
   * Erases the entries of a scope, of all scopes, or of some people of a scope. Entries with a body
   * that name nobody by id (such as a refused creation) may still contain personal data, so they go
   * too.
   */
  forget(scope?: string, ids?: readonly string[]): void {
    this.#keep(
      (entry) =>
        scope !== undefined &&
        (entry.scope !== scope ||
          (ids !== undefined &&
            !ids.some((id) => entry.about.has(id)) &&
            (entry.about.size > 0 ||
              (entry.request.text === null && entry.response.text === null)))),
    )
  }

  /** Starts an entry; call at the beginning of a request while `on` is true. */
  begin(call: Call | null, request: FastifyRequest, raw: ServerResponse): void {
    if (isOwnCall(raw)) return
    const started = performance.now()
    const at = this.#surroundings.now()
    const wipes = this.#wipes
    const { writeHead, end, write } = raw
    let head: Answered | undefined
    let answered: Entry['answered'] = 'none'
    let done = false
    const finish = (): void => {
      if (done || !this.on) return
      done = true
      try {
        this.#add(
          this.#entry({
            call,
            request,
            raw,
            started,
            at,
            head,
            answered,
            forgotten: wipes !== this.#wipes,
          }),
        )
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
      finish()
      return end.call(raw, body as string, 'utf8')
    }) as typeof raw.end
    raw.once('close', finish)
  }

  #entry({
    call,
    request,
    raw,
    started,
    at,
    head,
    answered,
    forgotten,
  }: {
    call: Call | null
    request: FastifyRequest
    raw: ServerResponse
    started: number
    at: number
    head: Answered | undefined
    answered: Entry['answered']
    forgotten: boolean
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
    const shown = {
      method: method ?? '',
      path: redactedPath(path),
      query: forgotten ? {} : redactedQuery(request.query as Record<string, unknown>, known),
      headers: Object.fromEntries(
        SHOWN_HEADERS.flatMap((name) =>
          headers[name] === undefined
            ? []
            : [[name, redactedText(String(headers[name]).slice(0, 1000))]],
        ),
      ),
      request: forgotten ? { ...sent, text: null } : sent,
      response: forgotten ? { ...replied.shown, text: null } : replied.shown,
    }
    return {
      ...shown,
      seq: ++this.#seq,
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
      size: JSON.stringify(shown).length,
    }
  }

  #add(entry: Entry): void {
    for (const watcher of this.#watchers) watcher(entry)
    if (!this.keeping) return
    if (this.only !== undefined && organizationOf(entry.scope) !== this.only) return
    this.#entries.push(entry)
    this.#size += entry.size
    while (this.#entries.length > MOST_ENTRIES || this.#size > MOST_CHARACTERS)
      this.#size -= this.#entries.shift()!.size
  }

  #keep(which: (entry: Entry) => boolean): void {
    this.#wipes++
    this.#entries = this.#entries.filter(which)
    this.#size = this.#entries.reduce((sum, { size }) => sum + size, 0)
  }
}

/** Returns the organization of a scope. */
export function organizationOf(scope: string | null): string | null {
  return scope?.split('/')[2] ?? null
}

const SUBJECT = /(?:vs|app)_[0-9a-z]{24}/g

function requestBody(
  call: Call | null,
  { 'content-type': type, 'content-length': length }: FastifyRequest['headers'],
): Shown {
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
  return { contentType, bytes, ...bounded(redactedValue(JSON.parse(call.bodyText))) }
}

/** @returns the displayed body and the full text for id extraction */
function responseBody(answer: Answered | undefined): { shown: Shown; whole: string } {
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
