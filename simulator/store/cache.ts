import type { Document } from './records.ts'

/**
 * The documents that were read or written last, in two generations: when the young one is full it becomes the old one,
 * and what is used again moves back. At most twice `size` documents, no order to keep on a hit.
 */
export class DocumentCache {
  #size: number
  #young = new Map<string, Document>()
  #old = new Map<string, Document>()

  constructor(size: number) {
    this.#size = size
  }

  get(kind: string, id: string): Document | undefined {
    const young = this.#young.get(id)
    if (young) return young.kind === kind ? young : undefined
    const old = this.#old.get(id)
    if (!old || old.kind !== kind) return undefined
    this.set(old)
    return old
  }

  set(document: Document): void {
    if (this.#young.size >= this.#size) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(document.id, document)
  }

  delete(kind: string, id: string): void {
    if (this.get(kind, id)) this.#young.delete(id)
    this.#old.delete(id)
  }

  clear(): void {
    this.#young.clear()
    this.#old.clear()
  }
}

/** A document whose body is parsed at its first use. */
export function storedDocument(scope: string, kind: string, id: string, seq: number, version: number,
  text: string): Document {
  let body: unknown
  return {
    scope, kind, id, seq, version,
    get body() {
      body ??= JSON.parse(text)
      return body
    },
  }
}
