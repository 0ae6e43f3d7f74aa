import type { Activity, Change, Put } from './records.ts'

/** A change in the form in which it is applied: at once, and once more after a crash. */
export type Applied = Exclude<Change, Put> | AppliedPut

/** With the place and the text that the document was given: applied again, it is the same. */
export interface AppliedPut extends Omit<Put, 'body' | 'seq' | 'key1' | 'key2'> {
  key1: string | undefined
  key2: string | undefined
  /** Of a new document: its place in the order of creation. */
  seq: number | undefined
  /** The body: JSON in one line. */
  text: string
}

/** What entries of one line have in common. */
type Run = Pick<Activity, 'scope' | 'action' | 'artifact' | 'outcome' | 'actor'> & { line: string }

/**
 * The text of one entry of the redo log: its batches with an empty line between two of them, since within a batch new documents come first.
 * A line of JSON for each change, and one more with the text of a document as it stands in the database. Entries of the
 * activity log that follow each other differ in time and session alone, and share a line, whatever batch they are of.
 */
export class EntryText {
  #lines: string[] = []
  #run: Run | undefined

  /** Adds a batch. */
  add(changes: Applied[]): void {
    if (changes.some(({ type }) => type !== 'activity')) this.#beginBatch()
    for (const change of changes) {
      if (change.type === 'activity') {
        this.#addActivity(change)
        continue
      }
      this.#endRun()
      if (change.type === 'put') {
        const { text, type, scope, kind, id, key1, key2, ifVersion, seq } = change
        this.#lines.push(JSON.stringify({ type, scope, kind, id, key1, key2, ifVersion, seq }), text)
      } else {
        this.#lines.push(JSON.stringify(change))
      }
    }
  }

  /** All that was added since the last time; empty if nothing was. */
  take(): string {
    this.#endRun()
    const text = this.#lines.join('\n')
    this.clear()
    return text
  }

  clear(): void {
    this.#lines = []
    this.#run = undefined
  }

  #beginBatch(): void {
    this.#endRun()
    if (this.#lines.length > 0) this.#lines.push('')
  }

  #addActivity({ scope, action, artifact, outcome, actor, at, session }: Activity): void {
    const run = this.#run
    const entry = `,${at},${JSON.stringify(session)}`
    if (run && run.scope === scope && run.actor === actor && run.artifact === artifact && run.action === action &&
      run.outcome === outcome) {
      run.line += entry
      return
    }
    this.#endRun()
    const line = JSON.stringify([scope, action, artifact, outcome, actor]).slice(0, -1) + entry
    this.#run = { scope, action, artifact, outcome, actor, line }
  }

  #endRun(): void {
    if (this.#run) this.#lines.push(`${this.#run.line}]`)
    this.#run = undefined
  }
}

/** The batches of an entry. */
export function batchesOf(text: string): Applied[][] {
  return text.split('\n\n').map((batch) => changesOf(batch.split('\n')))
}

function changesOf(lines: string[]): Applied[] {
  const changes: Applied[] = []
  for (let i = 0; i < lines.length; i++) {
    const change = JSON.parse(lines[i]!) as Exclude<Applied, Activity> | ActivityLine
    if (Array.isArray(change)) changes.push(...activityOf(change))
    // A key that was undefined isn't in the line.
    else if (change.type === 'put') changes.push({ ...change, key1: change.key1, key2: change.key2, seq: change.seq, text: lines[++i]! })
    else changes.push(change)
  }
  return changes
}

type ActivityLine = [scope: string, action: string, artifact: string, outcome: string, actor: string, ...(string | number)[]]

function activityOf([scope, action, artifact, outcome, actor, ...entries]: ActivityLine): Activity[] {
  return Array.from({ length: entries.length / 2 }, (_, i) => ({
    type: 'activity', scope, at: entries[2 * i] as number, session: entries[2 * i + 1] as string, action, artifact, outcome,
    actor,
  }))
}
