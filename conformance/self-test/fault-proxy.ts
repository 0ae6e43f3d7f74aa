import type { RunReport } from '../run/result.ts'
import { loadCatalogue } from '../check/catalogue.ts'
import { type Fault, type Proxies, startProxies } from './proxy.ts'
import { judge } from './run.ts'
import type { StartedSimulator } from './simulator.ts'

/**
 * Proxies in front of a simulator with a replaceable fault: starting a new one takes longer than
 * many checks.
 */
export class FaultProxy {
  readonly #simulator: StartedSimulator
  readonly #proxies: Proxies
  readonly #change: (fault: Fault) => void

  private constructor(
    simulator: StartedSimulator,
    proxies: Proxies,
    change: (fault: Fault) => void,
  ) {
    this.#simulator = simulator
    this.#proxies = proxies
    this.#change = change
  }

  /** @param patienceSeconds how long the run waits for a delivery */
  static async start(simulator: StartedSimulator, patienceSeconds = 3): Promise<FaultProxy> {
    let now: Fault = {}
    const proxies = await startProxies(
      simulator,
      {
        request: (request) => now.request?.(request),
        response: (request, response) => now.response?.(request, response),
        state: (use) => now.state?.(use),
        bindings: (use, bindings) => now.bindings?.(use, bindings),
        delivery: (delivery) => now.delivery?.(delivery),
      },
      { webhooks: true, patienceSeconds },
    )
    return new FaultProxy(simulator, proxies, (fault) => {
      now = fault
    })
  }

  /** Runs some checks behind a fault. With `whole`, no check ends at its first broken requirement. */
  judge(
    fault: Fault,
    only: readonly string[] | undefined,
    options: { whole?: boolean; patience?: number } = {},
  ): Promise<RunReport> {
    this.#change(fault)
    const { baseUrls, statesUrl, hooks } = this.#proxies
    return judge(
      this.#simulator.fullTargetFile(baseUrls, statesUrl),
      {},
      {
        ...(only && { only }),
        hooks: hooks!,
        patience: options.patience ?? 3,
        ...(!options.whole && { enough: isBroken }),
      },
    )
  }

  close(): Promise<void> {
    return this.#proxies.close()
  }
}

/** Whether one of the requirements is a `must`, so that the check fails. */
function isBroken(requirements: readonly string[]): boolean {
  return requirements.some((id) => loadCatalogue().get(id)?.level === 'must')
}

/** Runs a function for each item, several at a time, each with its own proxies. */
export async function withFaultProxies<Item, Result>(
  simulator: StartedSimulator,
  items: readonly Item[],
  width: number,
  run: (proxy: FaultProxy, item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = [...items.entries()]
  const work = async (): Promise<void> => {
    if (left.length === 0) return
    const proxy = await FaultProxy.start(simulator)
    try {
      for (let next = left.shift(); next; next = left.shift())
        results[next[0]] = await run(proxy, next[1])
    } finally {
      await proxy.close()
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return results
}
