import { didYouMean } from '../../../spec/similar-names.ts'
import type { ValidateFunction } from 'ajv'
import { issuesOf } from '../../http/validate.ts'
import { newAjv } from '../../http/ajv.ts'
import type { Ports } from '../../ports.ts'
import { type Answer, json } from '../../call/answer.ts'
import type { Handler } from '../../call/call.ts'
import { MODES, REGIONS } from '../../world/world.ts'
import type { ControlHost } from '../host.ts'
import { newQueue } from '../queue.ts'
import { STATES } from './all.ts'
import { StateUnavailable } from './state-unavailable.ts'
import { oneOf, text } from './state.ts'
import { type Params, StateUse } from './use.ts'

interface Body {
  state: string
  params: Record<string, unknown>
  action: 'setup' | 'teardown'
  run_id: string
}

/** A provider state that was set up, by its run_id. */
interface Kept {
  asked: string
  since: number
  use: StateUse
  bindings: Promise<object>
}

const DAY_MS = 24 * 3600 * 1000

/** The provider states of the conformance suite: conformance/target/PROTOCOL.md says what each means. */
export function providerStateHandlers(ports: Ports, host: ControlHost): Record<string, Handler> {
  const uses = new Map<string, Kept>()
  const inTurn = newQueue()
  return {
    listProviderStates: {
      run: () =>
        json(200, {
          states: Object.entries(STATES).map(([name, { description }]) => ({ name, description })),
        }),
    },
    useProviderState: {
      patient: true,
      run: async (call) => {
        const body = call.body as Body
        const { state, action, run_id, params } = body
        if (action === 'teardown') {
          await tearDown(uses, run_id)
          return json(200, { bindings: {} })
        }
        await tearDownOld(uses, call.now)
        if (!Object.hasOwn(STATES, state)) {
          const near = didYouMean(state, Object.keys(STATES))
          return refusal(404, `there is no state ${state}${near && `.${near}`}`)
        }
        const problems = problemsOf(state, params)
        if (problems.length > 0) return refusal(422, problems.join('; '))
        const asked = JSON.stringify([state, params])
        const known = uses.get(run_id)
        if (known && known.asked !== asked)
          return refusal(422, `the run_id ${run_id} belongs to another state or other parameters`)
        if (known && (await isGone(known))) await tearDown(uses, run_id)
        const kept = uses.get(run_id) ?? begin(ports, host, inTurn, body, call.now)
        uses.set(run_id, kept)
        try {
          return json(200, { bindings: await kept.bindings })
        } catch (error) {
          if (!(error instanceof StateUnavailable)) throw error
          return refusal(422, error.message)
        }
      },
    },
  }
}

function begin(
  ports: Ports,
  host: ControlHost,
  inTurn: StateUse['queue'],
  { state, params, run_id }: Body,
  now: number,
): Kept {
  const use = new StateUse(
    ports,
    host,
    inTurn,
    structuredClone(params) as Params,
    `${state} ${run_id}`,
  )
  return {
    asked: JSON.stringify([state, params]),
    since: now,
    use,
    bindings: bindingsOf(use, state),
  }
}

async function bindingsOf(use: StateUse, state: string): Promise<object> {
  const { organization } = use.params
  if (organization !== undefined && (await use.regionOf(organization)) === undefined) {
    throw new StateUnavailable(`there is no organization ${organization}`)
  }
  const bindings = await STATES[state]!.setUp(use)
  return {
    organization: organization ?? (await use.organization()),
    key: await use.key(),
    ...bindings,
  }
}

/** A reset or a restored snapshot has deleted it: its bindings refer to nothing. */
async function isGone({ bindings, use }: Kept): Promise<boolean> {
  return bindings.then(
    () => use.isGone(),
    () => false,
  )
}

async function tearDown(uses: Map<string, Kept>, runId: string): Promise<void> {
  const kept = uses.get(runId)
  if (!kept) return
  uses.delete(runId)
  // A set-up that failed halfway is undone, too.
  await kept.bindings.catch(() => undefined)
  await kept.use.tearDown()
}

/** Uses of runs that were killed. */
async function tearDownOld(uses: Map<string, Kept>, now: number): Promise<void> {
  for (const [runId, { since }] of uses) {
    if (since > now - DAY_MS) return
    await tearDown(uses, runId)
  }
}

const validators = new Map<string, ValidateFunction>()

/** Returns all problems of the parameters as a sentence. */
function problemsOf(state: string, params: Record<string, unknown>): string[] {
  const { takes, needs = [] } = STATES[state]!
  const validate =
    validators.get(state) ??
    newAjv().compile({
      type: 'object',
      additionalProperties: false,
      required: ['region', 'mode', ...needs],
      properties: {
        region: oneOf(...REGIONS),
        mode: oneOf(...MODES),
        organization: text,
        ...takes,
      },
    })
  validators.set(state, validate)
  return issuesOf(validate, params).map(({ path, message, param }) =>
    [
      ['params', ...path].join('.'),
      param !== undefined && path.at(-1) !== param ? `(${param})` : '',
      message,
    ]
      .filter(Boolean)
      .join(' '),
  )
}

/** In the form of the protocol, which is not the error body. */
function refusal(status: number, error: string): Answer {
  return json(status, { error })
}
