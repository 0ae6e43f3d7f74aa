import type { Job } from '../../records.ts'
import { LIMIT, Table } from './table.ts'

type Row = Omit<Job, 'lane' | 'kind' | 'scope'> & { kind: number; scope: number }

/** The jobs of every lane, by due time. */
export class JobTable extends Table {
  /** Ids of the jobs that the open transaction schedules. */
  #uncommitted = new Set<string>()
  #due = this.db.prepare(
    `SELECT id, due, kind, scope, ref FROM jobs WHERE lane = ? AND due <= ? ORDER BY due, no ${LIMIT}`,
  )
  // One index step per lane instead of a scan of all jobs: a million sessions wait in one lane.
  #lanes = this.db.prepare(`
    WITH RECURSIVE next(lane) AS (
      SELECT min(lane) FROM jobs
      UNION ALL SELECT (SELECT min(lane) FROM jobs WHERE lane > next.lane) FROM next WHERE lane IS NOT NULL)
    SELECT lane, (SELECT min(due) FROM jobs WHERE jobs.lane = next.lane) AS due FROM next WHERE lane IS NOT NULL`)
  #schedule = this.db.prepare(
    'INSERT OR REPLACE INTO jobs (id, lane, due, kind, scope, ref) VALUES (?, ?, ?, ?, ?, ?)',
  )
  #unschedule = this.db.prepare('DELETE FROM jobs WHERE id = ?')

  /** Without uncommitted jobs: the effect of a job, such as a webhook, cannot be rolled back. */
  due(lane: string, until: number, limit: number): Job[] {
    const rows = this.#due.all(this.names.find(lane), until, limit) as unknown as Row[]
    return rows
      .filter(({ id }) => !this.#uncommitted.has(id))
      .map((row) => ({
        ...row,
        lane,
        kind: this.names.name(row.kind),
        scope: this.names.name(row.scope),
      }))
  }

  /** Returns each lane that holds a job, in the order in which lanes were created. */
  lanes(): { lane: string; due: number }[] {
    const rows = this.#lanes.all() as { lane: number; due: number }[]
    return rows.map(({ lane, due }) => ({ lane: this.names.name(lane), due }))
  }

  /** The transaction was committed or rolled back. */
  ended(): void {
    this.#uncommitted.clear()
  }

  schedule({ id, lane, due, kind, scope, ref }: Job): void {
    this.#uncommitted.add(id)
    this.#schedule.run(
      id,
      this.names.number(lane),
      due,
      this.names.number(kind),
      this.names.number(scope),
      ref,
    )
  }

  unschedule(id: string): void {
    this.#uncommitted.delete(id)
    this.#unschedule.run(id)
  }
}
