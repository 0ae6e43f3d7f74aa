import type { Answer } from '../http/answer.ts'
import { at, walk } from '../http/json.ts'
import { shown } from '../text.ts'
import type { Context, StepRequest } from './check.ts'

/** A request whose response must not differ from that of another. */
export interface Probe {
  label: string
  request: StepRequest
  /** Texts of the request that the response may repeat, longer ones first. */
  own?: string | readonly string[]
}

/** Differences of each probe from the reference, in words; empty if there are none. */
export type Comparison = ReadonlyMap<
  Probe,
  { answer: Answer; differences: string[]; answers: readonly Answer[] }
>

const ROUNDS = 3
/** Number of rounds in which a random difference, such as a header of a busy proxy, does not persist. */
const ROUNDS_TO_CONFIRM = 6
/** Most levels of a path in a facet. Records of the contract have fewer. */
const LEVELS = 20

/**
 * Sends all probes in shuffled rounds, each request on a new socket, and compares the responses.
 * @param rounds least number of requests for each; random differences do not persist that long
 */
export async function compareProbes(
  ctx: Context,
  reference: Probe,
  probes: readonly Probe[],
  rounds = ROUNDS,
): Promise<Comparison> {
  const answers = new Map<Probe, Answer[]>([reference, ...probes].map((probe) => [probe, []]))
  const ask = async (rounds: number): Promise<void> => {
    for (let round = 0; round < rounds; round++) {
      for (const probe of ctx.shuffle([...answers.keys()])) {
        answers.get(probe)!.push(await ctx.step(probe.label, { ...probe.request, alone: true }))
      }
    }
  }
  const compare = (): Comparison =>
    new Map(
      [...answers].map(([probe, own]) => [
        probe,
        {
          answer: own[0]!,
          answers: own,
          differences: distinguishingFacets(
            answers.get(reference)!.map((answer) => facetsOf(answer, reference.own)),
            own.map((answer) => facetsOf(answer, probe.own)),
          ),
        },
      ]),
    )
  await ask(rounds)
  const first = compare()
  if (rounds > ROUNDS || [...first.values()].every(({ differences }) => differences.length === 0))
    return first
  await ask(ROUNDS_TO_CONFIRM)
  return compare()
}

/**
 * Reports that another organization's id is distinguishable from an unknown id. Only images forbid
 * that (GAP-NOT-FOUND).
 */
export function noteDifferences(ctx: Context, label: string, differences: readonly string[]): void {
  if (differences.length > 0)
    ctx.observe(
      'GAP-NOT-FOUND',
      `"${label}" is distinguishable from an unknown id: ${differences.join('; ')}`,
    )
}

export type Facets = ReadonlyMap<string, string>

/** Returns the comparable part of a response: request id, date and rate counters differ in each and are masked. */
export function facetsOf(answer: Answer, own: Probe['own'] = []): Facets {
  const requestId = at(answer.json, 'error', 'request_id')
  const mask = (text: string): string => {
    const masked =
      typeof requestId === 'string' && requestId.length >= 4
        ? text.replaceAll(requestId, '<request id>')
        : text
    return [own].flat().reduce((rest, one) => rest.replaceAll(one, '<id>'), masked)
  }
  const facets = new Map([
    ['status line', answer.statusLine],
    ['header names and their order', answer.rawHeaders.map(([name]) => name).join(', ')],
    ['body', mask(answer.text ?? answer.body.toString('latin1'))],
  ])
  // One member that varies, such as a time, must not hide a difference in another.
  const members: string[] = []
  for (const { path, value } of walk(answer.json)) {
    // Whole paths of a document with 100,000 levels need more memory than there is.
    const name = path.slice(-LEVELS).join('.')
    members.push(name)
    if (value === null || typeof value !== 'object')
      facets.set(`member ${name}`, mask(JSON.stringify(value)))
  }
  facets.set('members of the body', members.join(', '))
  for (const name of new Set(answer.rawHeaders.map(([name]) => name.toLowerCase()))) {
    if (name === 'date' || name === 'age' || name.startsWith('x-ratelimit-')) continue
    const value = answer.headers(name).join(' | ')
    // The body itself is compared; its length varies with that of the request id.
    facets.set(
      `header ${name}`,
      name === 'content-length' && value === String(answer.body.byteLength)
        ? '<length of the body>'
        : mask(value),
    )
  }
  return facets
}

/**
 * Returns the facets that distinguish one side from the other: no value occurs on both, and at
 * least one side is constant. A value that varies on both sides, such as a trace id, distinguishes
 * nothing.
 */
export function distinguishingFacets(
  reference: readonly Facets[],
  other: readonly Facets[],
): string[] {
  const names = new Set([...reference, ...other].flatMap((facets) => [...facets.keys()]))
  return [...names].flatMap((name) => {
    const here = new Set(other.map((facets) => facets.get(name)))
    const there = new Set(reference.map((facets) => facets.get(name)))
    const apart = here.isDisjointFrom(there) && (here.size === 1 || there.size === 1)
    return apart
      ? [`${name}: ${shown([...here][0], 200)} against ${shown([...there][0], 200)}`]
      : []
  })
}

/**
 * Returns an id of the same form as a real one that belongs to no resource. Numbers may be counted up, so a
 * random one of the same length could exist: it gets one more digit.
 */
export function unknownIdLike(id: string, random: (below: number) => number): string {
  const [, prefix, rest] = /^([a-z]+_)?(.*)$/s.exec(id)!
  const among = (letters: string): string => letters[random(letters.length)]!
  const further = /^[0-9]+$/.test(rest!) ? '9' : ''
  return (
    (prefix ?? '') +
    further +
    rest!
      .replace(/[0-9]/g, () => among('0123456789'))
      .replace(/[a-z]/g, () => among('bcdfghjkmnpqrstvwxyz'))
      .replace(/[A-Z]/g, () => among('BCDFGHJKMNPQRSTVWXYZ'))
  )
}
