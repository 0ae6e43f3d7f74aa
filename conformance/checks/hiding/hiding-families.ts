import { randomInt } from 'node:crypto'
import {
  type Comparison,
  compareProbes,
  noteDifferences,
  type Probe,
  unknownIdLike,
} from '../../check/indistinguishable.ts'
import type { Check, Context } from '../../check/check.ts'
import { newSession, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { describeDifference, timeDifference } from '../../check/timing-statistics.ts'

/** Enough rounds for a useful interval, if the budget allows as many. */
const ROUNDS = 20

/** Owners of hidden sessions, and the requirement that hides each. */
const STRANGERS = [
  { name: 'other mode', credential: 'home.live', hidden: 'PLN-007' },
  { name: 'other region', credential: 'other.test', hidden: 'PLN-014' },
  { name: 'other organization', credential: 'home.test_other_organization', hidden: 'ERR-006' },
] as const

const CREDENTIALS = [
  'home.test',
  'home.live',
  'other.test',
  'home.test_other_organization',
] as const

/** Sends all requests for hidden records in shuffled rounds, and measures the time of each response. */
export const hidingFamilyChecks: readonly Check[] = [
  {
    id: 'hiding.all-sessions',
    area: 'hiding',
    requirements: ['PLN-007', 'PLN-014', 'ERR-006'],
    level: 'must',
    needs: { features: ['sessions'], credentials: CREDENTIALS },
    alone: 'time',
    why: 'A difference in a single header, or after many requests, still reveals which ids exist.',
    async run(ctx) {
      const ids = await strangersIds(ctx)
      const probe = (label: string, id: string): Probe => ({
        label,
        own: id,
        request: { method: 'GET', path: sessionPath(id), as: 'home.test' },
      })
      const unknown = probe('an unknown id', unknownIdLike(ids[0]!.id, randomInt))
      const strangers = ids.map(({ name, id, hidden }) => ({ hidden, probe: probe(name, id) }))
      const malformed = probe('a malformed id', 'not-a-session')
      const compared = await compareMany(ctx, unknown, [
        ...strangers.map((one) => one.probe),
        malformed,
      ])
      for (const { hidden, probe } of strangers) {
        const { answers, differences } = compared.get(probe)!
        const wrong = answers.find((answer) => statusAndCode(answer) !== '404 resource_not_found')
        ctx.expect(
          hidden,
          `404 resource_not_found in each of ${answers.length} requests: ${probe.label}`,
          wrong === undefined,
          wrong && statusAndCode(wrong),
        )
        noteDifferences(ctx, probe.label, differences)
      }
    },
  },
  {
    id: 'hiding.all-images',
    area: 'hiding',
    requirements: ['IMG-022'],
    level: 'must',
    needs: { features: ['sessions', 'evidence_images'], credentials: CREDENTIALS },
    alone: 'time',
    why: 'Invisible and missing records must get the same refusal, or callers can find out which verifications exist.',
    async run(ctx) {
      const ids = await strangersIds(ctx)
      const { id: own } = await newSession(ctx, 'home.test')
      const probe = (label: string, id: string, artifact = 'front'): Probe => ({
        label,
        own: id,
        request: {
          method: 'GET',
          path: `${sessionPath(id)}/idv-image/${artifact}`,
          as: 'home.test',
        },
      })
      const unknown = probe('an unknown id', unknownIdLike(own, randomInt))
      const probes = [
        ...ids.map(({ name, id }) => probe(name, id)),
        probe('a malformed id', 'not-a-session'),
        probe('the back of a session of the caller', own, 'back'),
        probe('an unknown artifact of a session of the caller', own, 'side'),
      ]
      const compared = await compareMany(ctx, unknown, probes)
      for (const one of probes) expectIndistinguishable(ctx, 'IMG-022', compared, one)
    },
  },
]

async function strangersIds(ctx: Context): Promise<{ name: string; id: string; hidden: string }[]> {
  const ids = []
  for (const { name, credential, hidden } of STRANGERS) {
    const { id } = await newSession(ctx, credential)
    // Shows that the session exists, so that the 404 below proves that it is hidden.
    await ctx.setUp(`retrieve it as its owner (${name})`, {
      method: 'GET',
      path: sessionPath(id),
      as: credential,
    })
    ids.push({ name, id, hidden })
  }
  return ids
}

/** Use only the remaining budget, so that the check does not wait for a new window. */
async function compareMany(
  ctx: Context,
  reference: Probe,
  probes: readonly Probe[],
): Promise<Comparison> {
  const first = await ctx.step(reference.label, reference.request)
  const remaining = Number(first.header('X-RateLimit-Remaining') ?? Number.NaN)
  const affordable = Number.isInteger(remaining)
    ? Math.floor(remaining / (probes.length + 1)) - 1
    : ROUNDS
  const compared = await compareProbes(
    ctx,
    reference,
    probes,
    Math.max(4, Math.min(ROUNDS, affordable)),
  )
  const times = (probe: Probe): number[] =>
    compared.get(probe)!.answers.map(({ milliseconds }) => milliseconds)
  const random = (): number => randomInt(2 ** 32) / 2 ** 32
  for (const probe of probes) {
    ctx.measure(
      `time of ${probe.label} minus time of ${reference.label}`,
      describeDifference(timeDifference(times(reference), times(probe), random)),
    )
  }
  return compared
}

function expectIndistinguishable(
  ctx: Context,
  requirement: string,
  compared: Comparison,
  probe: Probe,
): void {
  const { differences } = compared.get(probe)!
  ctx.expect(
    requirement,
    `"${probe.label}" gets the response of an unknown id`,
    differences.length === 0,
    differences.join('; ') || 'no difference',
  )
}
