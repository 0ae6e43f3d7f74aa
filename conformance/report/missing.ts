import type { CheckResult } from '../run/result.ts'
import { count } from '../text.ts'

/** Maximum number of checks that are listed by id. */
const LISTED = 3

/** Settings that a target file may lack, the easiest first, with a description if the name needs one. */
const STEPS: readonly [setting: RegExp, about?: string][] = [
  [/^regions\.\w+\.credentials$/],
  [/^regions$/],
  [/^open_choices\.routes$/],
  [/^webhooks$/, 'the receiver of events'],
  [/^provider_states$/, 'states that no public call makes; see conformance/target/PROTOCOL.md'],
]

/**
 * Returns the reasons why checks could not run: first the settings that the target file lacks, one
 * line for each group, the easiest first; then every other reason, the most frequent first.
 */
export function missingOf(checks: readonly CheckResult[]): string[] {
  const lacking = checks.filter(({ reason }) => settingIn(reason) !== undefined)
  const groups = Map.groupBy(lacking, ({ reason }) => groupOf(settingIn(reason)!))
  const steps = [...groups]
    .map(([group, all]) => ({ group, all, rank: STEPS.findIndex(([form]) => form.test(group)) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ group, all, rank }) => {
      const about = STEPS[rank]?.[1]
      return `  ${nameOf(group, all)}: ${count(all.length, 'check')}${about ? ` (${about})` : ''}`
    })
  const others = checks.filter((check) => !lacking.includes(check))
  return [
    ...(lacking.length > 0
      ? [`${count(lacking.length, 'check')}. Name next in the target file:`, ...steps]
      : []),
    ...[...Map.groupBy(others, ({ reason }) => reason ?? 'no reason')]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([reason, all]) => {
        const ids = all.length <= LISTED ? ` (${all.map(({ id }) => id).join(', ')})` : ''
        return `${count(all.length, 'check')}: ${reason}${ids}`
      }),
  ]
}

/** Returns the setting that the target file lacks, as in `regions.us.credentials.live`. */
function settingIn(reason: string | undefined): string | undefined {
  return /^the target file names no ([\w.]*\w)/.exec(reason ?? '')?.[1]
}

/** Returns the setting without its last part, which settings of one kind differ in. */
function groupOf(setting: string): string {
  return setting.includes('.') ? setting.slice(0, setting.lastIndexOf('.')) : setting
}

function nameOf(group: string, all: readonly CheckResult[]): string {
  const parts = new Set(
    all.map(({ reason }) => settingIn(reason)!.slice(group.length + 1)).filter((part) => part),
  )
  return parts.size === 0 ? group : `${group}: ${[...parts].join(', ')}`
}
