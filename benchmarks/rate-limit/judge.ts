import type { Seen } from './traffic.ts'

/** What one key was given of one class in one window. */
export interface WindowCount {
  key: number
  route_class: string
  /** Epoch seconds at which it ends, as answered. */
  reset_at: number
  limit: number
  admitted: number
  refused: number
}

export interface Judgement {
  /** `unjudged`: in no window was the budget spent, so nothing was shown. */
  verdict: 'right' | 'wrong' | 'unjudged'
  windows: WindowCount[]
  /** What was wrong, in words. */
  problems: string[]
  /**
   * When windows rolled, in ms from `reset_at`: the last refusal of the old one was sent at `from`, the first answer of the
   * new one had come by `until`. Null where no window was seen to roll.
   */
  rolled: { from: number; until: number } | null
}

/** `reset_at` has whole seconds. */
const SECOND = 1000
/** How far apart two clocks' milliseconds may be. */
const SLACK_MS = 50

/**
 * Judges a stretch of traffic over the edge of a window. It is meant to be shorter than one, but may be longer, where the
 * load's machine stood still or a second budget took long to be spent.
 * @param fresh whether nobody else had used the first window's budget before
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
      problems: [`${name}: ${others.length} answers that are neither: ${what}`],
    }
  }
  const groups = [...Map.groupBy(seen, ({ reset }) => reset)]
    .sort(([a], [b]) => a - b)
    .map(([, group]) => group)
  const rolled = groups.length > 1 ? rollOf(groups[0]!, groups[1]!) : null
  const edges = groups.map(([first]) => first!.reset * SECOND)
  // Under way while a window rolled: the headers may tell of the old one or of the new one.
  const astride = ({ sent, received }: Seen): boolean =>
    edges.some((edge) => sent < edge + SLACK_MS && received > edge - SLACK_MS)
  const most = mostWindows(seen)
  return {
    windows: groups.map(count),
    rolled,
    problems: [
      ...(groups.length > most
        ? [
            `the end of the window moved: ${groups.length} values of reset_at, where ${most} could be`,
          ]
        : []),
      ...groups.flatMap((group, i) => windowProblems(group, fresh || i > 0, seen.filter(astride))),
      ...overAll(groups),
      ...groups.slice(0, 1).flatMap((group) => rollProblems(group, seen)),
    ].map((problem) => `${name}: ${problem}`),
  }
}

/** How many windows a stretch can have met: two, and one more for each whole one that has room in it. */
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
 * @param whole whether its budget was whole when the traffic began
 * @param astride answers that may belong to either window
 */
function windowProblems(group: Seen[], whole: boolean, astride: Seen[]): string[] {
  const { limit, admitted, refused } = count(group)
  const foreign = new Set(astride)
  const least = group.filter((one) => isAdmitted(one) && !foreign.has(one)).length
  const most = admitted + astride.filter((one) => isAdmitted(one) && !group.includes(one)).length
  const details = group.filter(
    ({ status, reset, detailsReset }) => status === 429 && detailsReset !== reset,
  )
  // What is left may be told as of the moment of the answer, so that several tell the same.
  const outside = group.filter(
    (one) => one.remaining < 0 || one.remaining >= limit || (!isAdmitted(one) && one.remaining > 0),
  )
  return [
    least > limit && `OVER-ADMISSION: ${least} in a window, where ${limit} is the budget`,
    whole &&
      refused > 0 &&
      most < limit &&
      `refused after ${most} in a window, where ${limit} is the budget`,
    outside.length > 0 && `${outside.length} answers with an X-RateLimit-Remaining that can't be`,
    details.length > 0 &&
      `${details.length} refusals tell another reset_at in details than in the header`,
    new Set(group.map((one) => one.limit)).size > 1 && 'X-RateLimit-Limit changed within a window',
  ].filter((problem) => problem !== false)
}

/** All windows together: wherever the answers at an edge belong, there can't be more than their budgets. */
function overAll(groups: Seen[][]): string[] {
  const counts = groups.map(count)
  const admitted = counts.reduce((sum, window) => sum + window.admitted, 0)
  const budget = counts.reduce((sum, window) => sum + window.limit, 0)
  return admitted > budget
    ? [`OVER-ADMISSION: ${admitted} in ${groups.length} windows, where ${budget} is the budget`]
    : []
}

/** Whether the first window ended when it said it would, to the second. */
function rollProblems(first: Seen[], all: Seen[]): string[] {
  const end = first[0]!.reset * SECOND
  const late = first.filter(({ sent }) => sent > end + SECOND).length
  const early = all.filter(
    ({ reset, received }) => reset > first[0]!.reset && received < end - SECOND,
  ).length
  return [
    late > 0 && `${late} answers of a window that should have ended more than a second before`,
    early > 0 &&
      `${early} answers of the next window more than a second before the end of this one`,
  ].filter((problem) => problem !== false)
}

function rollOf(before: Seen[], after: Seen[]): { from: number; until: number } {
  const end = before[0]!.reset * SECOND
  return { from: last(before, 'sent') - end, until: first(after, 'received') - end }
}

/** One by one: a stretch has more answers than a call takes arguments. */
function first(seen: Seen[], moment: 'sent' | 'received'): number {
  return seen.reduce((least, one) => Math.min(least, one[moment]), Infinity)
}

function last(seen: Seen[], moment: 'sent' | 'received'): number {
  return seen.reduce((most, one) => Math.max(most, one[moment]), -Infinity)
}
