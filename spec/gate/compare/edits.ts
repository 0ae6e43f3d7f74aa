import { isDeepStrictEqual } from 'node:util'
import type { Location } from '../judgement.ts'
import type { Contract } from '../load/contract.ts'
import type { Json } from '../load/parse.ts'
import type { Finding } from './findings.ts'

/**
 * Places findings where an author edited. A value that only a reference, an override or a new status replaced is still in head,
 * unchanged.
 */
export class Edits {
  readonly #base: Contract
  readonly #head: Contract
  readonly #known = new Map<string, boolean>()

  constructor(base: Contract, head: Contract) {
    this.#base = base
    this.#head = head
  }

  /** The id of a change keeps its old location. */
  placed(finding: Finding): Finding {
    const { location, counterpart, origin = location } = finding
    if (!counterpart || location.side === 'head' || !this.#isUnchanged(location)) return finding
    return { ...finding, location: counterpart, origin }
  }

  #isUnchanged({ file, pointer }: Location): boolean {
    const key = `${file}#${pointer}`
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const isUnchanged = isDeepStrictEqual(
      valueAt(this.#base, file, pointer),
      valueAt(this.#head, file === this.#base.rootFile ? this.#head.rootFile : file, pointer),
    )
    this.#known.set(key, isUnchanged)
    return isUnchanged
  }
}

/** The value at a place; undefined if there is none. */
function valueAt(contract: Contract, file: string, pointer: string): Json | undefined {
  const root = contract.files.get(file)?.value
  return typeof root === 'object' && root !== null ? contract.find(root, `#${pointer}`) : undefined
}
