import { ByteCache } from './byte-cache.ts'
import type { Document, View } from './records.ts'

interface Kept { readonly scope: string, readonly content: string | Buffer }

/** A shorter text takes no more as a string than what keeps track of its bytes. */
const LONG = 200

/**
 * The texts of views. Long ones are kept as bytes outside the heap: a hundred thousand of them as strings would be traced,
 * and some of them copied, by the garbage collector.
 */
export class Views {
  #caches = new Map<View, ByteCache<Kept>>()

  get(scope: string, view: View, id: string): string | undefined {
    const kept = this.#caches.get(view)?.get(id)
    if (kept?.scope !== scope) return undefined
    return typeof kept.content === 'string' ? kept.content : kept.content.toString()
  }

  /** Makes the text of the newest version of a document. */
  keep(view: View, { scope, id, body }: Document): string {
    let cache = this.#caches.get(view)
    if (!cache) this.#caches.set(view, cache = new ByteCache(view.kept))
    const text = view.of(body)
    cache.set(id, { scope, content: text.length < LONG ? text : Buffer.from(text) })
    return text
  }

  /** To be called when a document changes or goes. */
  delete(kind: string, id: string): void {
    for (const [view, cache] of this.#caches) if (view.kind === kind) cache.delete(id)
  }

  clear(): void {
    for (const cache of this.#caches.values()) cache.clear()
  }
}
