const UNITS = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 } as const

/** Converts `7d`, `90s` or a number of seconds to seconds. @throws {TypeError} */
export function secondsOf(duration: string | number): number {
  const form = /^(\d+(?:\.\d+)?)(ms|s|m|h|d)?$/.exec(String(duration))
  if (!form)
    throw new TypeError(
      `Expected a duration such as 500ms, 90s, 15m, 24h or 7d, got '${duration}'.`,
    )
  return Number(form[1]) * UNITS[(form[2] ?? 's') as keyof typeof UNITS]
}
