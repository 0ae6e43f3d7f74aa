import type { Seen } from './traffic.ts'

/** Requests of one key and class in one window. */
export interface WindowCount {
  key: number
  route_class: string
  /** Epoch seconds of the window's end, from the headers. */
  reset_at: number
  limit: number
  admitted: number
  refused: number
}

export interface Judgement {
  /** `unjudged`: no window's budget was used up, so nothing was proven. */
  verdict: 'right' | 'wrong' | 'unjudged'
  windows: WindowCount[]
  /** Descriptions of the problems. */
  problems: string[]
  /**
   * When windows reset, in ms relative to `reset_at`: the last 429 of the old one was sent at
   * `from`, the first response of the new one arrived by `until`. Null if no reset was observed.
   */
  rolled: { from: number; until: number } | null
}

/** Resolution of `reset_at`, in ms. */
const SECOND = 1000
/** Tolerated difference between two clocks, in ms. */
const SLACK_MS = 50

/**
 * Judges the responses around the edge of a window. The traffic should be shorter than one window,
 * but may be longer if the machine stalled or a budget took long to be spent.
 * @param fresh whether the first window's budget was unused at the start
 */
export function judge(seen: Seen[], fresh: boolean): Judgement {
  const streams = Object.values(
    Object.groupBy(seen, ({ key, routeClass }) => `${key} ${routeClass}`),
  ) as Seen[][]
  const judged = streams.map((stream) => judgeStream(stream, fresh))
  const windows = judged.flatMap((stream) => stream.windows)
  const problems = judged.flatMap((stream) => stream.problems)
  const rolls = judged.flatMap((stream) => stream.rolled ?? [])
  const spent = windows.some(({ refused }) => refused > 0)
  return {
    verdict: problems.length > 0 ? 'wrong' : spent ? 'right' : 'unjudged',
    windows,
    problems,
    rolled:
      rolls.length === 0
        ? null
        : {
            from: Math.min(...rolls.map(({ from }) => from)),
            until: Math.max(...rolls.map(({ until }) => until)),
          },
  }
}

function judgeStream(seen: Seen[], fresh: boolean): Omit<Judgement, 'verdict'> {
  const { key, routeClass } = seen[0]!
  const name = `key ${key + 1}, ${routeClass}`
  const others = seen.filter((one) => !isGood(one))
  if (others.length > 0) {
    const [first] = others
    const what = !Number.isFinite(first!.reset)
      ? `${first!.status} without rate limit headers`
      : `${first!.status}`
    return {
      windows: [],
      rolled: null,
      problems: [`${name}: ${others.length} unexpected responses: ${what}`],
    }
  }
  const groups = [...Map.groupBy(seen, ({ reset }) => reset)]
    .sort(([a], [b]) => a - b)
    .map(([, group]) => group)
  const rolled = groups.length > 1 ? rollOf(groups[0]!, groups[1]!) : null
  const edges = groups.map(([first]) => first!.reset * SECOND)
  // In flight during a reset: the headers may describe either window.
  const astride = ({ sent, received }: Seen): boolean =>
    edges.some((edge) => sent < edge + SLACK_MS && received > edge - SLACK_MS)
  const most = mostWindows(seen)
  return {
    windows: groups.map(count),
    rolled,
    problems: [
      ...(groups.length > most
        ? [
            `the end of the window changed: ${groups.length} values of reset_at, expected at most ${most}`,
          ]
        : []),
      ...groups.flatMap((group, i) => windowProblems(group, fresh || i > 0, seen.filter(astride))),
      ...overAll(groups),
      ...groups.slice(0, 1).flatMap((group) => rollProblems(group, seen)),
    ].map((problem) => `${name}: ${problem}`),
  }
}

/**
 * Maximum number of windows that the traffic can span: two, and one for each full window in
 * between.
 */
function mostWindows(seen: Seen[]): number {
  return (
    2 +
    Math.floor((last(seen, 'received') - first(seen, 'sent')) / (seen[0]!.windowSeconds * SECOND))
  )
}

function isGood({ status, limit, remaining, reset, windowSeconds }: Seen): boolean {
  return (
    (isAdmitted({ status }) || status === 429) &&
    [limit, remaining, reset, windowSeconds].every(Number.isFinite)
  )
}

function isAdmitted({ status }: Pick<Seen, 'status'>): boolean {
  return status >= 200 && status <= 299
}

function count(group: Seen[]): WindowCount {
  const { key, routeClass: route_class, reset: reset_at, limit } = group[0]!
  const admitted = group.filter(isAdmitted).length
  return { key, route_class, reset_at, limit, admitted, refused: group.length - admitted }
}

/**
 * @param whole whether the budget was unused at the start
 * @param astride responses that may belong to either window
 */
function windowProblems(group: Seen[], whole: boolean, astride: Seen[]): string[] {
  const { limit, admitted, refused } = count(group)
  const foreign = new Set(astride)
  const least = group.filter((one) => isAdmitted(one) && !foreign.has(one)).length
  const most = admitted + astride.filter((one) => isAdmitted(one) && !group.includes(one)).length
  const details = group.filter(
    ({ status, reset, detailsReset }) => status === 429 && detailsReset !== reset,
  )
  // The remaining count may be that of the response time, so several responses may show the same.
  const outside = group.filter(
    (one) => one.remaining < 0 || one.remaining >= limit || (!isAdmitted(one) && one.remaining > 0),
  )
  const frozen = notFalling(group.filter((one) => !foreign.has(one)))
  return [
    least > limit && `OVER-ADMISSION: ${least} in a window with a budget of ${limit}`,
    whole &&
      refused > 0 &&
      most < limit &&
      `refused after ${most} in a window with a budget of ${limit}`,
    outside.length > 0 && `${outside.length} responses with an impossible X-RateLimit-Remaining`,
    details.length > 0 &&
      `${details.length} refusals whose details.reset_at differs from the header`,
    new Set(group.map((one) => one.limit)).size > 1 && 'X-RateLimit-Limit changed within a window',
    frozen > 0 &&
      `${frozen} responses whose X-RateLimit-Remaining is not below that of an earlier response`,
  ].filter((problem) => problem !== false)
}

/**
 * Counts admissions of a window that were sent after another one was received, but announce no
 * smaller remaining budget.
 */
function notFalling(group: Seen[]): number {
  const admitted = group.filter(isAdmitted)
  const sent = admitted.toSorted((a, b) => a.sent - b.sent)
  const received = admitted.toSorted((a, b) => a.received - b.received)
  let least = Infinity
  let next = 0
  let wrong = 0
  for (const one of sent) {
    for (; received[next]!.received < one.sent; next++)
      least = Math.min(least, received[next]!.remaining)
    if (one.remaining >= least) wrong++
  }
  return wrong
}

/**
 * Checks the total: however responses at an edge are assigned, admissions cannot exceed the sum of
 * the budgets.
 */
function overAll(groups: Seen[][]): string[] {
  const counts = groups.map(count)
  const admitted = counts.reduce((sum, window) => sum + window.admitted, 0)
  const budget = counts.reduce((sum, window) => sum + window.limit, 0)
  return admitted > budget
    ? [`OVER-ADMISSION: ${admitted} in ${groups.length} windows with a budget of ${budget}`]
    : []
}

/** Checks that the first window ended at its announced second. */
function rollProblems(first: Seen[], all: Seen[]): string[] {
  const end = first[0]!.reset * SECOND
  const late = first.filter(({ sent }) => sent > end + SECOND).length
  const early = all.filter(
    ({ reset, received }) => reset > first[0]!.reset && received < end - SECOND,
  ).length
  return [
    late > 0 && `${late} responses of a window that should have ended more than a second before`,
    early > 0 &&
      `${early} responses of the next window more than a second before the end of this one`,
  ].filter((problem) => problem !== false)
}

function rollOf(before: Seen[], after: Seen[]): { from: number; until: number } {
  const end = before[0]!.reset * SECOND
  return { from: last(before, 'sent') - end, until: first(after, 'received') - end }
}

/** A loop: there are more responses than a call can take arguments. */
function first(seen: Seen[], moment: 'sent' | 'received'): number {
  return seen.reduce((least, one) => Math.min(least, one[moment]), Infinity)
}

function last(seen: Seen[], moment: 'sent' | 'received'): number {
  return seen.reduce((most, one) => Math.max(most, one[moment]), -Infinity)
}
