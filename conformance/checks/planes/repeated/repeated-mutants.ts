import type { Fault, ProxiedRequest } from '../../../self-test/proxy.ts'
import { type Mutant, mutantsOf } from '../../../self-test/wire-faults.ts'
import { CHECKS } from '../../all.ts'
import { SAMPLE } from '../../forms/form-cases.ts'
import { turned } from '../../forms/mutants.ts'
import { REMAINING } from './remaining-planes.ts'
import { repeatedId } from './repeated-check.ts'
import type { RepeatedPlane } from '../../../check/check.ts'
import type { StateUse } from '../../../target/states.ts'

const REPEATED = new Set(CHECKS.filter(({ plane }) => plane !== undefined).map(({ id }) => id))

/** Region and mode of a plane; home is us in the tests of the suite. */
const PLACES: Record<RepeatedPlane, { region: 'us' | 'eu'; mode: 'test' | 'live' }> = {
  'other live': { region: 'eu', mode: 'live' },
  'other test': { region: 'eu', mode: 'test' },
  'home live': { region: 'us', mode: 'live' },
}

/** Checks of what passes between two planes, or by a second address: their faults are not confined. */
const BETWEEN_PLANES: ReadonlySet<string> = new Set([
  'limits.address',
  'planes.key-of-the-other-region-on-any-route',
  'planes.mode-of-a-key',
  'sdk.publishable-keys-of-other-planes',
  'tokens.of-the-other-region',
  'webhooks.nothing-from-the-other-region',
  'webhooks.test-events-to-test-endpoints',
])

const isBetweenPlanes = (id: string): boolean =>
  BETWEEN_PLANES.has(id) || id.endsWith('-of-live-mode')

/** Confines a fault to a plane. Deliveries name no region, but those of the other mode have a mode. */
function confined(plane: RepeatedPlane, make: () => Fault): () => Fault {
  const place = PLACES[plane]
  const otherMode = place.mode === 'live' ? 'test' : 'live'
  const keyOfOtherMode = new RegExp(`ah_[sp]k_${place.region}_${otherMode}_`)
  /** Requests that another plane sends have a key of the other mode, or go to the other region. */
  const isThere = ({ region, headers }: ProxiedRequest): boolean =>
    region === place.region && !Object.values(headers).some((value) => keyOfOtherMode.test(value))
  // Documents are verified without a key, so those of both modes belong to the region.
  const isMadeThere = ({ state, params }: StateUse): boolean =>
    params['region'] === place.region &&
    (params['mode'] === place.mode || state === 'signed_document')
  return (): Fault => {
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
      delivery: (sent) =>
        sent.body.includes(`"mode":"${otherMode}"`) ? undefined : delivery?.(sent),
    }
  }
}

/**
 * Returns faults of the repeated checks, confined to one plane. A fault is left out if earlier ones
 * of its check break the same requirements.
 */
export function repeatedMutants(mutants: readonly Mutant[]): Mutant[] {
  const broken = new Set<string>()
  const sample = mutantsOf(SAMPLE, 'forms.sample', 'misjudges', turned)
  const planes: readonly RepeatedPlane[] = ['other live', ...REMAINING]
  return [...mutants, ...sample].flatMap(({ name, killedBy, breaks, fault }) =>
    planes.flatMap((plane) => {
      const requirements = [breaks].flat()
      const id = repeatedId(killedBy, plane)
      if (!REPEATED.has(id) || requirements.every((one) => broken.has(`${id} ${one}`))) return []
      for (const one of requirements) broken.add(`${id} ${one}`)
      const { region, mode } = PLACES[plane]
      const where = `${name}, in ${mode} mode of ${region}`
      return [
        {
          name: where,
          killedBy: id,
          breaks,
          fault: isBetweenPlanes(killedBy) ? fault : confined(plane, fault),
        },
      ]
    }),
  )
}
