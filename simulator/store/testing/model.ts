import type { Change, Job, Put } from '../records.ts'

interface Known extends Put {
  order: number
  version: number
}

/** Reference model of the records port over plain maps. */
export class Model {
  documents = new Map<string, Known>()
  /** References by scope and SHA-256. */
  blobs = new Map<string, number>()
  jobs = new Map<string, Job>()
  activity: { scope: string; at: number }[] = []
  meters: { scope: string; meter: string }[] = []
  #order = 0

  document(kind: string, id: string): Known | undefined {
    return this.documents.get(`${kind} ${id}`)
  }

  page(scope: string, kind: string, key1?: string): Known[] {
    const owned = [...this.documents.values()].filter(
      (known) => known.scope === scope && known.kind === kind,
    )
    return owned
      .filter((known) => key1 === undefined || known.key1 === key1)
      .sort((a, b) => b.order - a.order)
  }

  holds(sha256: string): boolean {
    return [...this.blobs].some(([key, count]) => key.endsWith(` ${sha256}`) && count > 0)
  }

  dueJobs(lane: string, until: number): Job[] {
    const due = [...this.jobs.values()].filter((job) => job.lane === lane && job.due <= until)
    // A map keeps insertion order, and sort is stable.
    return due.sort((a, b) => a.due - b.due)
  }

  /** Returns whether the batch was applied. */
  write(changes: Change[]): boolean {
    const conflict = changes.some((change) => {
      if (change.type !== 'put') return false
      const stored = this.document(change.kind, change.id)
      return (
        (stored?.version ?? 0) !== change.ifVersion ||
        (stored !== undefined && stored.scope !== change.scope)
      )
    })
    if (!conflict) for (const change of changes) this.#apply(change)
    return !conflict
  }

  clear(scope?: string): void {
    const gone = (of: string): boolean => scope === undefined || of === scope
    for (const [key, document] of this.documents)
      if (gone(document.scope)) this.documents.delete(key)
    for (const key of this.blobs.keys()) if (gone(key.split(' ')[0]!)) this.blobs.delete(key)
    for (const [key, job] of this.jobs) if (gone(job.scope)) this.jobs.delete(key)
    this.activity = this.activity.filter((entry) => !gone(entry.scope))
    this.meters = this.meters.filter((entry) => !gone(entry.scope))
  }

  #apply(change: Change): void {
    switch (change.type) {
      case 'put':
        return this.#put(change)
      case 'remove':
        if (this.document(change.kind, change.id)?.scope !== change.scope) return
        return void this.documents.delete(`${change.kind} ${change.id}`)
      case 'put-blob':
        return this.#refer(change, 1)
      case 'drop-blob':
        return this.#refer(change, -1)
      case 'schedule':
        this.jobs.delete(change.job.id)
        return void this.jobs.set(change.job.id, change.job)
      case 'unschedule':
        return void this.jobs.delete(change.id)
      case 'activity':
        return void this.activity.push({ scope: change.scope, at: change.at })
      case 'meter':
        return void this.meters.push(change)
    }
  }

  #put(put: Put): void {
    const key = `${put.kind} ${put.id}`
    const old = this.documents.get(key)
    const key1 = put.key1 ?? old?.key1
    this.documents.set(key, {
      ...put,
      ...(key1 !== undefined && { key1 }),
      order: old ? old.order : this.#order++,
      version: put.ifVersion + 1,
    })
  }

  #refer({ scope, sha256 }: { scope: string; sha256: string }, more: number): void {
    const key = `${scope} ${sha256}`
    this.blobs.set(key, Math.max(0, (this.blobs.get(key) ?? 0) + more))
  }
}
