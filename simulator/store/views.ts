import { Arena } from './arena.ts'
import type { Document, View } from './records.ts'

/** The texts that views have made of documents, each as long as its document stays as it is. */
export class Views {
  #arenas = new Map<View, Arena>()
  #scopes = new Map<string, number>()

  get(scope: string, view: View, id: string): string | undefined {
    const owner = this.#scopes.get(scope)
    return owner === undefined ? undefined : this.#arenas.get(view)?.get(id, owner)
  }

  /** Makes the text of the newest version of a document. */
  keep(view: View, { scope, id, body }: Document): string {
    let arena = this.#arenas.get(view)
    if (!arena) this.#arenas.set(view, arena = new Arena(view.kept))
    let owner = this.#scopes.get(scope)
    if (owner === undefined) this.#scopes.set(scope, owner = this.#scopes.size)
    const text = view.of(body)
    arena.set(id, owner, text)
    return text
  }

  /** To be called when a document changes or goes. */
  delete(kind: string, id: string): void {
    for (const [view, arena] of this.#arenas) if (view.kind === kind) arena.delete(id)
  }

  clear(): void {
    for (const arena of this.#arenas.values()) arena.clear()
  }
}
