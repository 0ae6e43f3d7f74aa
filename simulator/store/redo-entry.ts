import type { Activity, Change, Put } from './records.ts'

/** A change in the form in which it is applied: at once, and once more after a crash. */
export type Applied = Exclude<Change, Put | Activity> | AppliedPut | AppliedActivity

/** With the place and the text that the document was given: applied again, it is the same. */
export interface AppliedPut extends Omit<Put, 'body' | 'seq' | 'key1' | 'key2'> {
  key1: string | undefined
  key2: string | undefined
  /** Of a new document: its place in the order of creation. */
  seq: number | undefined
  /** The body: JSON in one line. */
  text: string
}

/** With the text that the log and the database have in common. */
export interface AppliedActivity extends Omit<Activity, 'at' | 'session'> {
  /** Its time and its session: two values of a JSON array. */
  text: string
}

export function appliedActivity({
  type,
  scope,
  at,
  session,
  action,
  artifact,
  outcome,
  actor,
}: Activity): AppliedActivity {
  return { type, scope, action, artifact, outcome, actor, text: `${at},${JSON.stringify(session)}` }
}

/** What entries of one line have in common. */
type Run = Omit<AppliedActivity, 'type' | 'text'> & { line: string }

/** What a batch has beside documents' texts and activity, in one array: a put is an array itself. */
type Head = (PutHead | Exclude<Applied, AppliedPut | AppliedActivity>)[]
type PutHead = [
  scope: string,
  kind: string,
  id: string,
  key1: string | null,
  key2: string | null,
  ifVersion: number,
  seq: number | null,
]

/**
 * The text of one entry of the redo log. A batch is one line of JSON, and another with the text of each document as it
 * stands in the database. Entries of the activity log that follow each other differ in time and session alone, and share
 * a line, whatever batch they are of.
 */
export class EntryText {
  #lines: string[] = []
  #run: Run | undefined

  /** Adds a batch. */
  add(changes: Applied[]): void {
    const head: Head = []
    const texts: string[] = []
    for (const change of changes) {
      if (change.type === 'activity') this.#addActivity(change)
      else if (change.type === 'put') {
        const { text, scope, kind, id, key1, key2, ifVersion, seq } = change
        head.push([scope, kind, id, key1 ?? null, key2 ?? null, ifVersion, seq ?? null])
        texts.push(text)
      } else head.push(change)
    }
    if (head.length > 0) this.#lines.push(JSON.stringify(head))
    // Not as arguments: an applicant's sessions may be more than a call takes.
    for (const text of texts) this.#lines.push(text)
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

  #addActivity({ scope, action, artifact, outcome, actor, text }: AppliedActivity): void {
    const run = this.#run
    if (
      run &&
      run.scope === scope &&
      run.actor === actor &&
      run.artifact === artifact &&
      run.action === action &&
      run.outcome === outcome
    ) {
      run.line += `,${text}`
      return
    }
    this.#endRun()
    const line = `${JSON.stringify([scope, action, artifact, outcome, actor]).slice(0, -1)},${text}`
    this.#run = { scope, action, artifact, outcome, actor, line }
  }

  #endRun(): void {
    if (this.#run) this.#lines.push(`${this.#run.line}]`)
    this.#run = undefined
  }
}

/** The batches of an entry; activity that shared a line is one by itself. */
export function batchesOf(text: string): Applied[][] {
  const lines = text.split('\n')
  const batches: Applied[][] = []
  for (let i = 0; i < lines.length;) {
    const line = JSON.parse(lines[i++]!) as Head | ActivityLine
    if (isActivity(line)) batches.push(activityOf(line))
    else
      batches.push(
        line.map((change) => (Array.isArray(change) ? putOf(change, lines[i++]!) : change)),
      )
  }
  return batches
}

function putOf([scope, kind, id, key1, key2, ifVersion, seq]: PutHead, text: string): AppliedPut {
  return {
    type: 'put',
    scope,
    kind,
    id,
    key1: key1 ?? undefined,
    key2: key2 ?? undefined,
    ifVersion,
    seq: seq ?? undefined,
    text,
  }
}

type ActivityLine = [
  scope: string,
  action: string,
  artifact: string,
  outcome: string,
  actor: string,
  ...(string | number)[],
]

function isActivity(line: Head | ActivityLine): line is ActivityLine {
  return typeof line[0] === 'string'
}

function activityOf([
  scope,
  action,
  artifact,
  outcome,
  actor,
  ...entries
]: ActivityLine): AppliedActivity[] {
  return Array.from({ length: entries.length / 2 }, (_, i) =>
    appliedActivity({
      type: 'activity',
      scope,
      at: entries[2 * i] as number,
      session: entries[2 * i + 1] as string,
      action,
      artifact,
      outcome,
      actor,
    }),
  )
}
