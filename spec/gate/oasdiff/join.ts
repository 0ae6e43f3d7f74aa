import { createHash } from 'node:crypto'
import { operationKey } from '../compare/operations.ts'
import type { Gathered, Spot } from '../compare/findings.ts'
import { namesIn } from '../compare/schema/path.ts'
import { type Change, SEVERITIES, type Severity, worst } from '../judgement.ts'
import { EVENT_PATH } from './projection.ts'
import type { OasdiffChange } from './run.ts'

const LEVELS: Readonly<Record<number, Severity>> = { 1: 'safe', 2: 'risky', 3: 'breaking' }

/** Findings for which the gate has a proof. All other verdicts of oasdiff count. */
const OVERRULED: readonly RegExp[] = [
  // The branches of a new condition were compared with the schema before.
  /-(if|then|else)-added$/,
]

/** Changes of texts. */
const IGNORED = /^api-tag-|^api-schema-removed$/

/**
 * Merges the findings of oasdiff into the changes of the gate. A finding is merged if it can only
 * describe that change. A more severe verdict that cannot be merged becomes a separate change, so
 * that it is never dropped.
 */
export function joinOasdiff(
  gathered: readonly Gathered[],
  seen: readonly OasdiffChange[],
): Change[] {
  const changes = gathered.map(({ change }) => ({ ...change, oasdiff: [...change.oasdiff] }))
  const alone: Change[] = []
  for (const finding of seen) {
    if (IGNORED.test(finding.id)) continue
    const near = gathered.flatMap(({ spots }, index) =>
      spots.some((spot) => isSame(spot, finding)) ? [changes[index]!] : [],
    )
    const matches = near.length > 1 ? sameKeyword(near, finding) : near
    const isMilder = (change: Change) => isGraver(finding, change) && !isOverruled(finding)
    if (matches.length === 0 || (matches.length > 1 && matches.some(isMilder)))
      alone.push(ownChange(finding))
    else for (const change of matches) join(change, finding)
  }
  return [...changes, ...merged(alone)]
}

/**
 * Of several changes at one place, returns those of the keyword in the finding's id, or all if
 * there are none.
 */
function sameKeyword<T extends Change>(changes: readonly T[], { id }: OasdiffChange): readonly T[] {
  const named = changes.filter(({ kind }) => {
    const keyword = kind.replace(/-(narrower|wider|other|unclear|added|removed|changed)$/, '')
    return id.includes(`-${keyword}-`)
  })
  return named.length > 0 ? named : changes
}

function isGraver({ level }: OasdiffChange, { severity }: Change): boolean {
  return SEVERITIES.indexOf(LEVELS[level]!) < SEVERITIES.indexOf(severity)
}

function isOverruled({ id }: OasdiffChange): boolean {
  return OVERRULED.some((pattern) => pattern.test(id))
}

function isSame(spot: Spot, finding: OasdiffChange): boolean {
  if (spot.operation !== operationOf(finding)) return false
  const side = /^request-|^new-/.test(finding.id)
    ? 'request'
    : /^(optional-|required-)?response-/.test(finding.id)
      ? 'response'
      : 'operation'
  if (side !== spot.side) return false
  const classification = tokensOf(finding)
  const names = [...spot.names, ...namesIn(spot.path)]
  if (names.length === 0) return true
  return names.some(
    (name) =>
      classification.has(name.toLowerCase()) && (name === names.at(-1) || names.at(-1) === '[]'),
  )
}

/** Returns the names between backticks, without the branches in their paths. */
function tokensOf({ text }: OasdiffChange): Set<string> {
  const quoted = [...text.matchAll(/[`']([^`']+)[`']/g)].map(([, token]) => token!)
  return new Set(
    quoted
      .flatMap((token) => [token, ...token.replace(/(all|any|one)Of\[[^\]]*\]/g, '').split('/')])
      .map((token) => token.toLowerCase()),
  )
}

function operationOf({ operation, path }: OasdiffChange): string {
  return path.startsWith(EVENT_PATH) ? `event ${eventOf(path)}` : operationKey(operation, path)
}

/** Returns the name of the event with a path of the projection. */
function eventOf(path: string): string {
  return path.slice(EVENT_PATH.length).replaceAll('~1', '/').replaceAll('~0', '~')
}

function join(change: Change & { oasdiff: string[] }, finding: OasdiffChange): void {
  if (!change.oasdiff.includes(finding.id)) change.oasdiff.push(finding.id)
  const [first] = change.effects
  if (!first || !isGraver(finding, change) || isOverruled(finding)) return
  const severity = LEVELS[finding.level]!
  const effects = [{ ...first, severity, reason: `${finding.text} (oasdiff)` }, ...change.effects]
  Object.assign(change, { severity: worst(effects.map((effect) => effect.severity)), effects })
}

function ownChange({ id, text, level, operation, path }: OasdiffChange): Change {
  const isEvent = path.startsWith(EVENT_PATH)
  const severity = LEVELS[level]!
  return {
    id: `oasdiff-${id}-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`,
    kind: `oasdiff-${id}`,
    severity,
    what: text,
    location: { file: '', pointer: '', side: 'head' },
    oasdiff: [id],
    effects: [
      {
        audience: isEvent ? 'consumer' : 'client',
        severity,
        reason: 'Reported only by oasdiff.',
        rule: null,
        places: [isEvent ? eventOf(path) : `${operation} ${path}`],
      },
    ],
  }
}

/** One change for each text, with all places where it was found. */
function merged(changes: readonly Change[]): Change[] {
  return [...Map.groupBy(changes, ({ id }) => id).values()].map((group) => ({
    ...group[0]!,
    effects: [
      { ...group[0]!.effects[0]!, places: group.flatMap(({ effects }) => effects[0]!.places) },
    ],
  }))
}
