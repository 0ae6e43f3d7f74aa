import { Arena } from './arena.ts'
import type { Document, View } from './records.ts'
import { type SizedText, sized } from './sized-text.ts'

/** The texts that views have made of documents, each as long as its document stays as it is; found by a key of the document. */
export class Views {
  #arenas = new Map<View, Arena>()
  #scopes = new Map<string, number>()

  get(scope: string, view: View, key: string): SizedText | undefined {
    const owner = this.#scopes.get(scope)
    return owner === undefined ? undefined : this.#arenas.get(view)?.get(key, owner)
  }

  /** Makes the text of the newest version of a document. */
  keep(view: View, key: string, document: Document): SizedText {
    const { scope } = document
    let arena = this.#arenas.get(view)
    if (!arena) this.#arenas.set(view, (arena = new Arena(view.kept)))
    let owner = this.#scopes.get(scope)
    if (owner === undefined) this.#scopes.set(scope, (owner = this.#scopes.size))
    const text = sized(view.of(document))
    arena.set(key, owner, text)
    return text
  }

  /** To be called when a document changes or goes. */
  delete(kind: string, key: string): void {
    for (const [view, arena] of this.#arenas) if (view.kind === kind) arena.delete(key)
  }

  clear(): void {
    for (const arena of this.#arenas.values()) arena.clear()
  }
}
