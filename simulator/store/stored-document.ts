import type { Document } from './records.ts'

/** A document that parses its body on first access. */
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
