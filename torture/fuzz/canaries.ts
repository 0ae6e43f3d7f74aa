import type { Response } from '../http/client.ts'
import { MARK, type Plane } from './planes.ts'
import { type FuzzRequest, kindOf } from './requests.ts'

const ID = /\b(?:vs|app|wt|whs|dsr|env|evt)_[0-9a-z]{20,}\b/g
/** Characters before and after a marker in a finding. */
const CONTEXT = 40

/** Records the plane of each id, and finds ids and markers in responses to another plane. */
export class Canaries {
  #owners = new Map<string, Plane>()

  constructor(planes: readonly Plane[]) {
    for (const plane of planes)
      for (const ids of Object.values(plane.ids)) for (const id of ids) this.#owners.set(id, plane)
  }

  /**
   * Returns an id or marker of another plane that the response contains but the request does not.
   */
  leakIn({ plane, path, body }: FuzzRequest, { text, headers }: Response): string | undefined {
    if (!headers.get('content-type')?.startsWith('application/json')) return undefined
    const sent = `${path} ${body?.toString() ?? ''}`
    for (const { 0: mark, index } of text.matchAll(MARK))
      if (mark !== plane.mark && !sent.includes(mark))
        return `the marker ${mark} of another plane: ${text.slice(Math.max(0, index - CONTEXT), index + CONTEXT)}`
    for (const [id] of text.matchAll(ID)) {
      const owner = this.#owners.get(id)
      if (owner && owner !== plane && !sent.includes(id)) return `${id} of ${owner.name}`
    }
    return undefined
  }

  /** Records the ids that a request has created. */
  learn({ plane, path, method, operation }: FuzzRequest, { status, text }: Response): void {
    const kind = kindOf(path)
    if (method !== 'POST' || status >= 300 || !kind || operation.path.includes('{')) return
    const { id } = (JSON.parse(text) as { data: { id: string } }).data
    this.#owners.set(id, plane)
    if (plane.ids[kind].length < 30) plane.ids[kind].push(id)
  }
}
