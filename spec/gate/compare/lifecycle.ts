import type { Location } from '../judgement.ts'
import type { Members } from '../load/json.ts'
import { daysAfter, type Policy, sunsetOf } from '../policy/options.ts'
import { sub } from './nodes.ts'
import type { Scene, Told } from './scene.ts'

const LEVELS = ['draft', 'alpha', 'beta', 'stable']

/** Verdict of a removal that the policy permits. */
export const PERMITTED: Told = {
  severity: 'safe',
  reason: 'It was deprecated, and the policy permits its removal.',
  rule: null,
}

/** The scene of an operation whose stability permits breaking changes: they count as milder. */
export function sceneOfStability(scene: Scene, before: Members, policy: Policy): Scene {
  const level = before['x-stability-level']
  if (!policy.stability || (level !== 'draft' && level !== 'alpha')) return scene
  return {
    ...scene,
    tell: (kind, what, location, told, at) => {
      const isMilder = told.severity === 'breaking'
      const milder: Told = {
        ...told,
        severity: 'risky',
        reason: `${told.reason} Its stability is ${level}, which may break.`,
      }
      scene.tell(kind, what, location, isMilder ? milder : told, at)
    },
  }
}

/** Returns findings for an unknown or lowered level of stability. */
export function stabilityFindings(
  scene: Scene,
  before: Members,
  after: Members,
  here: Location,
  { stability }: Policy,
): void {
  const key = 'x-stability-level'
  const [was, is] = [before[key], after[key]]
  if (!stability || was === is) return
  const tell = (kind: string, what: string, reason: string) =>
    scene.tell(kind, what, sub(here, `/${key}`), { severity: 'breaking', reason, rule: null })
  if (is !== undefined && !LEVELS.includes(String(is)))
    tell('stability-unknown', `stability ${is}`, `Expected one of ${LEVELS.join(', ')}.`)
  else if (was !== undefined && LEVELS.indexOf(String(is)) < LEVELS.indexOf(String(was)))
    tell(
      'stability-lowered',
      `stability ${was} became ${is ?? 'none'}`,
      'Clients rely on the promised level.',
    )
}

/** Returns findings for a deprecation without a removal date, or with one that is too soon. */
export function sunsetFindings(
  scene: Scene,
  before: Members,
  after: Members,
  here: Location,
  { sunsetDays, today }: Policy,
): void {
  if (sunsetDays === undefined || after.deprecated !== true) return
  const [was, is] = [sunsetOf(before), sunsetOf(after)]
  const isNew = before.deprecated !== true
  if (!isNew && was === is) return
  const earliest = daysAfter(today, sunsetDays)
  const tell = (kind: string, what: string, reason: string) =>
    scene.tell(kind, what, sub(here, '/x-sunset'), { severity: 'breaking', reason, rule: null })
  if (is === null)
    tell('sunset-missing', 'deprecated without a removal date', 'Set x-sunset to YYYY-MM-DD.')
  else if (is < earliest && (isNew || was === null || is < was))
    tell(
      'sunset-too-soon',
      `to be removed on ${is}`,
      `The policy requires ${sunsetDays} days, until ${earliest}.`,
    )
}
