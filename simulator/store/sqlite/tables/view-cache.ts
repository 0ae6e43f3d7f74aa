import { LRUCache } from 'lru-cache'
import type { Document, View } from '../../records.ts'
import { type SizedText, sized } from '../../sized-text.ts'

interface Entry extends SizedText {
  readonly scope: string
}

/** Estimated memory of an entry besides its text: key, object and list links. */
const ENTRY_BYTES = 200

/** Caches texts that views have made of documents, until the document changes. */
export class ViewCache {
  #caches = new Map<View, LRUCache<string, Entry>>()

  get(scope: string, view: View, key: string): SizedText | undefined {
    const entry = this.#caches.get(view)?.get(key)
    return entry?.scope === scope ? entry : undefined
  }

  /** Computes and caches the text of a document. */
  add(view: View, key: string, document: Document): SizedText {
    let cache = this.#caches.get(view)
    if (!cache) {
      const sizeCalculation = ({ bytes }: Entry): number => bytes + ENTRY_BYTES
      this.#caches.set(view, (cache = new LRUCache({ maxSize: view.kept, sizeCalculation })))
    }
    const { text, bytes } = sized(view.of(document))
    const entry = { text, bytes, scope: document.scope }
    cache.set(key, entry)
    return entry
  }

  /** Call when a document changes or is removed. */
  delete(kind: string, key: string): void {
    for (const [view, cache] of this.#caches) if (view.kind === kind) cache.delete(key)
  }

  clear(): void {
    for (const cache of this.#caches.values()) cache.clear()
  }
}
