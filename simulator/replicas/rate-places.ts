import type { ClockState } from '../time/clock.ts'

/** A request for a place in the current window of a key. */
export interface Wanted {
  key: string
  windowMs: number
  budget: number
}

/** A place in a rate-limit window. */
export interface Taken {
  /** Number of the window since the epoch. */
  win: number
  /** False if the budget is used up. */
  granted: boolean
  /** Places used, including this one if it was granted. */
  used: number
}

/**
 * A window after a statement. The statement has taken the places after `before` up to `used`, so
 * that each caller gets a different one.
 */
export type TakenRow = [key: string, win: string | number, before: number, used: number]

/**
 * Returns the statement that takes places in the windows of `now.ms`; a changed budget keeps the count. Its first four
 * parameters are those of `placeParameters`.
 */
export function takePlacesSql(only = 'true'): string {
  return `INSERT INTO rate AS r (key, win, ends, want, budget, before, used)
      SELECT w.key, floor(now.ms / w.span)::bigint, ((floor(now.ms / w.span) + 1) * w.span)::bigint, w.want, w.budget, 0,
          least(w.want, w.budget)
      FROM now, unnest($1::text[], $2::bigint[], $3::int[], $4::int[]) AS w(key, span, want, budget)
      WHERE ${only} ORDER BY w.key
      ON CONFLICT (key, win) DO UPDATE SET want = EXCLUDED.want, budget = EXCLUDED.budget,
        before = r.used, used = greatest(r.used, least(r.used + EXCLUDED.want, EXCLUDED.budget))
    RETURNING key, win, before, used`
}

/**
 * Returns the statement that deletes counts before the clock in the database is set back, so that the windows before start with
 * their whole budget (GAP-WINDOW-ALIGNMENT). The window that has both times counts on. Rows are locked in the order in which
 * requests count: in another one, both would wait for each other.
 */
export function forgetBeforeSetBackSql({ frozen_at, offset_ms }: ClockState): string {
  const time = (frozenAt: string, offset: string): string =>
    `coalesce(${frozenAt}, extract(epoch FROM now()) * 1000 + ${offset})`
  const next = time(`${frozen_at ?? 'NULL'}::double precision`, `(${offset_ms})::double precision`)
  return `WITH clock AS MATERIALIZED (SELECT ${time('frozen_at', 'offset_ms')} AS old, ${next} AS new FROM world),
      gone AS MATERIALIZED (SELECT key, win FROM rate, clock
        WHERE new < old AND ends > new AND (ends <= old OR ends - ends / (win + 1) > new) ORDER BY key, win FOR UPDATE OF rate)
    DELETE FROM rate USING gone WHERE rate.key = gone.key AND rate.win = gone.win`
}

export function placeParameters(wanted: readonly Wanted[]): unknown[] {
  const byKey = new Map<string, { windowMs: number; want: number; budget: number }>()
  for (const { key, windowMs, budget } of wanted) {
    const row = byKey.get(key)
    if (!row) byKey.set(key, { windowMs, want: 1, budget })
    else {
      row.want++
      // All callers of a key have the same budget, unless it has just been changed.
      row.budget = Math.min(row.budget, budget)
    }
  }
  const rows = [...byKey.values()]
  return [
    [...byKey.keys()],
    rows.map(({ windowMs }) => windowMs),
    rows.map(({ want }) => want),
    rows.map(({ budget }) => budget),
  ]
}

/** Returns a function that gives each caller its place; undefined where the statement has taken none. */
export function distribute(rows: readonly TakenRow[]): (wanted: Wanted) => Taken | undefined {
  const next = new Map(
    rows.map(([key, win, before, used]) => [key, { win: Number(win), place: before, used }]),
  )
  return ({ key }) => {
    const state = next.get(key)
    if (!state) return undefined
    const granted = state.place < state.used
    if (granted) state.place++
    return { win: state.win, granted, used: state.place }
  }
}
