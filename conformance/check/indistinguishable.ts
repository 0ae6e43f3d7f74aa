import type { Answer } from '../http/answer.ts'
import { at } from '../http/json.ts'
import { shown } from '../text.ts'
import type { Context, StepRequest } from './check.ts'

/** A way of asking that must not be told from another by its answer. */
export interface Probe {
  label: string
  request: StepRequest
  /** Text of the caller's own that the answer may repeat, as that tells nothing. */
  own?: string
}

/** Of each probe, how it can be told from the reference, in words; nothing where it can't be. */
export type Comparison = ReadonlyMap<
  Probe,
  { answer: Answer; differences: string[]; answers: readonly Answer[] }
>

const ROUNDS = 3
/** A difference by chance, such as a header of a busy proxy, does not last that many rounds. */
const ROUNDS_TO_CONFIRM = 6

/**
 * Asks all probes in shuffled rounds, each request on a socket of its own, and compares what came back.
 * @param rounds how often each is asked, at least; a difference by chance does not last that many
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
          differences: toldApart(
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

/** Reports that an id which is somebody else's is told from one that nobody has; only images forbid it (GAP-NOT-FOUND). */
export function noteDifferences(ctx: Context, label: string, differences: readonly string[]): void {
  if (differences.length > 0)
    ctx.observe(
      'GAP-NOT-FOUND',
      `"${label}" can be told from an unknown id: ${differences.join('; ')}`,
    )
}

export type Facets = ReadonlyMap<string, string>

/** Returns the comparable part of a response: request id, date and rate counters differ in each and are masked. */
export function facetsOf(answer: Answer, own?: string): Facets {
  const requestId = at(answer.json, 'error', 'request_id')
  const mask = (text: string): string => {
    const masked =
      typeof requestId === 'string' && requestId.length >= 4
        ? text.replaceAll(requestId, '<request id>')
        : text
    return own === undefined ? masked : masked.replaceAll(own, '<id>')
  }
  const facets = new Map([
    ['status line', answer.statusLine],
    ['header names and their order', answer.rawHeaders.map(([name]) => name).join(', ')],
    ['body', mask(answer.text ?? answer.body.toString('latin1'))],
  ])
  for (const name of new Set(answer.rawHeaders.map(([name]) => name.toLowerCase()))) {
    if (name === 'date' || name === 'age' || name.startsWith('x-ratelimit-')) continue
    const value = answer.headers(name).join(' | ')
    // The body is compared itself; its length varies with that of the request id.
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
 * Facets by which one side can be told from the other: no value is seen on both, and at least one side never varies.
 * A value that varies on both sides, such as a trace id, distinguishes nothing.
 */
export function toldApart(reference: readonly Facets[], other: readonly Facets[]): string[] {
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

/** An id of the same look as a real one, which nobody has. */
export function unknownIdLike(id: string, random: (below: number) => number): string {
  const [, prefix, rest] = /^([a-z]+_)?(.*)$/s.exec(id)!
  const among = (letters: string): string => letters[random(letters.length)]!
  return (
    (prefix ?? '') +
    rest!
      .replace(/[0-9]/g, () => among('0123456789'))
      .replace(/[a-z]/g, () => among('bcdfghjkmnpqrstvwxyz'))
      .replace(/[A-Z]/g, () => among('BCDFGHJKMNPQRSTVWXYZ'))
  )
}
