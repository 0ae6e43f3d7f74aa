import type { Fault, ProxiedRequest } from '../../self-test/proxy.ts'
import { type Mutant, mutantsOf } from '../../self-test/wire-faults.ts'
import { CHECKS } from '../all.ts'
import { SAMPLE } from '../forms/form-cases.ts'
import { turned } from '../forms/mutants.ts'
import type { StateUse } from '../../target/states.ts'
import { repeatedId } from './other-live-plane.ts'

const REPEATED = new Set(CHECKS.filter((one) => one.inOtherLivePlane).map(({ id }) => id))

/** Requests that another plane sends have a test key, or go to the other region. */
const isThere = ({ region, headers }: ProxiedRequest): boolean =>
  region === 'eu' && !Object.values(headers).some((value) => /ah_[sp]k_eu_test_/.test(value))
// Documents are verified without a key, so those of both modes belong to the region.
const isMadeThere = ({ state, params }: StateUse): boolean =>
  params['region'] === 'eu' && (params['mode'] === 'live' || state === 'signed_document')

/** Confines a fault to live mode of eu. Deliveries name no region, but those of test mode have a mode. */
const confined = (make: () => Fault) => (): Fault => {
  const { request, response, state, bindings, delivery } = make()
  return {
    request: (sent) => (isThere(sent) ? request?.(sent) : undefined),
    response(sent, answer) {
      if (isThere(sent)) response?.(sent, answer)
    },
    state(use) {
      if (isMadeThere(use)) state?.(use)
    },
    bindings(use, given) {
      if (isMadeThere(use)) bindings?.(use, given)
    },
    delivery: (sent) => (sent.body.includes('"mode":"test"') ? undefined : delivery?.(sent)),
  }
}

/**
 * Returns faults of the repeated checks, confined to one plane. A fault is left out if earlier ones
 * of its check break the same requirements.
 */
export function otherLivePlaneMutants(mutants: readonly Mutant[]): Mutant[] {
  const broken = new Set<string>()
  const sample = mutantsOf(SAMPLE, 'forms.sample', 'misjudges', turned)
  return [...mutants, ...sample].flatMap(({ name, killedBy, breaks, fault }) => {
    const requirements = [breaks].flat()
    const id = repeatedId(killedBy)
    if (!REPEATED.has(id) || requirements.every((one) => broken.has(`${id} ${one}`))) return []
    for (const one of requirements) broken.add(`${id} ${one}`)
    return [{ name: `${name}, in live mode of eu`, killedBy: id, breaks, fault: confined(fault) }]
  })
}
