import type { Document } from './records.ts'

/** Enough for the reads and writes of one request, and so few that they die before the collector has moved them twice. */
const RECENT = 256

/**
 * Documents that were read or written, in two parts. What comes along once is soon forgotten; what is asked for again
 * meanwhile is kept. Where requests go all over a large store, keeping each document would cost three times what it takes
 * to read it: objects that live for a while are copied, and traced, by the garbage collector.
 */
export class DocumentCache {
  #recent: Generations
  #kept: Generations

  /** @param size at most twice as many are kept */
  constructor(size: number, recent = RECENT) {
    this.#kept = new Generations(size)
    this.#recent = new Generations(recent)
  }

  get(kind: string, id: string): Document | undefined {
    const kept = this.#kept.get(id)
    if (kept) return kept.kind === kind ? kept : undefined
    const recent = this.#recent.get(id)
    if (!recent || recent.kind !== kind) return undefined
    this.#recent.delete(id)
    this.#kept.set(recent)
    return recent
  }

  set(document: Document): void {
    if (this.#kept.get(document.id)) this.#kept.set(document)
    else this.#recent.set(document)
  }

  delete(kind: string, id: string): void {
    for (const part of [this.#kept, this.#recent]) if (part.get(id)?.kind === kind) part.delete(id)
  }

  clear(): void {
    this.#kept.clear()
    this.#recent.clear()
  }
}

/**
 * When the young generation is full it becomes the old one, and what is used again moves back. At most twice `size`
 * documents, no order to keep on a hit.
 */
class Generations {
  #size: number
  #young = new Map<string, Document>()
  #old = new Map<string, Document>()

  constructor(size: number) {
    this.#size = size
  }

  get(id: string): Document | undefined {
    const young = this.#young.get(id)
    if (young) return young
    const old = this.#old.get(id)
    if (old) this.set(old)
    return old
  }

  set(document: Document): void {
    if (this.#young.size >= this.#size && !this.#young.has(document.id)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(document.id, document)
  }

  delete(id: string): void {
    this.#young.delete(id)
    this.#old.delete(id)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}

/** A document whose body is parsed at its first use. */
export class StoredDocument implements Document {
  readonly scope: string
  readonly kind: string
  readonly id: string
  readonly seq: number
  readonly version: number
  readonly text: string
  #body: unknown = undefined

  constructor(scope: string, kind: string, id: string, seq: number, version: number, text: string) {
    this.scope = scope
    this.kind = kind
    this.id = id
    this.seq = seq
    this.version = version
    this.text = text
  }

  get body(): unknown {
    return (this.#body ??= JSON.parse(this.text))
  }
}
