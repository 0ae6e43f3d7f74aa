import type { Run } from '../parts.ts'
import { measureWebhooks } from './measure.ts'

const EVENTS = 1000

/** Deliveries a second, as a part of a run. */
export async function measureWebhookPart({
  flags,
  cores,
  stage,
  report,
  progress,
}: Run): Promise<void> {
  report.webhooks = await measureWebhooks(stage, {
    cores,
    store: flags.store,
    rounds: flags.rounds,
    events: flags.events ?? EVENTS,
    nodeArgs: flags.simulatorNodeArg,
    step: (text) => progress.step(text),
  })
}
