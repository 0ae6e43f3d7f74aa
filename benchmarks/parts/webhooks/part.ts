import type { Run } from '../part.ts'
import { measureWebhooks } from './measure.ts'

const EVENTS = 1000

/** Measures deliveries per second, as a part of a run. */
export async function measureWebhookPart({
  flags,
  cores,
  group,
  report,
  progress,
}: Run): Promise<void> {
  report.webhooks = await measureWebhooks(group, {
    cores,
    store: flags.store,
    rounds: flags.rounds,
    warmup: flags.warmup,
    events: flags.events ?? EVENTS,
    nodeArgs: flags.simulatorNodeArg,
    step: (text) => progress.step(text),
  })
}
