import { readFileSync } from 'node:fs'
import { parse } from 'yaml'

/** Why a derived fault is put aside, or survives: by the first pattern that fits its name. */
export interface Reason {
  match: RegExp
  reason: string
}

export function loadReasons(
  file: 'left-open' | 'survivors',
  text = readFileSync(new URL(`${file}.yaml`, import.meta.url), 'utf8'),
): Reason[] {
  const [entries] = Object.values(
    parse(text) as Record<string, { match: string; reason: string }[]>,
  )
  return (entries ?? []).map(({ match, reason }) => ({ match: new RegExp(match), reason }))
}

export function reasonFor(reasons: readonly Reason[], name: string): Reason | undefined {
  return reasons.find(({ match }) => match.test(name))
}
