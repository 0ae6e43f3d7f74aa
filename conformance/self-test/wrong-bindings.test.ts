import t from 'tap'
import type { JsonObject } from '../http/json.ts'
import type { StateUse } from '../target/states.ts'
import { FaultProxy } from './fault-proxy.ts'
import { sharedSimulator } from './simulator.ts'

type Change = (bindings: JsonObject) => void

/** Mistakes of a provider, not of the service: the reason of the blocked check has to name the state. */
const MISTAKES: [check: string, state: string, change: Change, reason: RegExp][] = [
  [
    'activity.one-entry-each',
    'activity_log',
    (bindings) => {
      bindings['entries'] = (bindings['entries'] as unknown[]).toReversed()
    },
    /state activity_log .*oldest first/,
  ],
  [
    'limits.address',
    'address_limit',
    (bindings) => (bindings['base_url'] += '/v1'),
    /state address_limit .*base_url that stands before \/v1.*404/,
  ],
]

t.test(
  'a state with wrong bindings blocks the check, and the reason names the state',
  async (t) => {
    const simulator = await sharedSimulator(t)
    const proxy = await FaultProxy.start(simulator)
    t.after(() => proxy.close())
    for (const [check, state, change, reason] of MISTAKES) {
      const bindings = (use: StateUse, bindings: JsonObject) => {
        if (use.state === state) change(bindings)
      }
      const { checks } = await proxy.judge({ bindings }, [check])
      t.strictSame(
        checks.map(({ id, outcome }) => `${id} ${outcome}`),
        [`${check} blocked`],
      )
      t.match(checks[0]!.reason, reason)
    }
  },
)
