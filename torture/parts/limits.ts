import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'

const BURST = 500
const FROZEN = '2026-11-20T09:00:00.000Z'

/** One route of each of four classes with separate budgets. */
const CLASSES = [
  { name: 'reads', budget: 137, method: 'GET', path: '/v1/applicants', body: undefined },
  { name: 'sessions:create', budget: 101, method: 'POST', path: '/v1/sessions', body: {} },
  {
    name: 'applicants:create',
    budget: 73,
    method: 'POST',
    path: '/v1/applicants',
    body: { family_name: 'Ek' },
  },
  {
    name: 'global',
    budget: 211,
    method: 'GET',
    path: '/v1/webhook-subscriptions',
    body: undefined,
  },
] as const

/** The clock is frozen, so that no burst spans two windows. */
export const limits: Part = {
  name: 'limits',
  promise: `Bursts of ${BURST} on four classes at once: exactly the budget is served.`,
  cases: 10,
  share: 0.5,
  quick: true,
  async run(run) {
    const clients = new Clients(await run.simulator())
    const budgets = Object.fromEntries(CLASSES.map(({ name, budget }) => [name, budget]))
    await clients.controlClient('POST', '/clock/freeze', { at: FROZEN })
    const backend = await clients.organization({ tier: 'custom', budgets })
    let served = 0
    await run.inLanes(1, async (no) => {
      await clients.controlClient('POST', '/clock/advance', { seconds: 60 })
      await Promise.all(
        CLASSES.map(async ({ name, budget, method, path, body }) => {
          const responses = await Promise.all(
            Array.from({ length: BURST }, () => backend.ask(method, path, body)),
          )
          const good = responses.filter(({ status }) => status < 300)
          served += good.length
          run.expect(
            good.length === budget,
            no,
            () => `${name}: ${good.length} of ${BURST} served, the budget is ${budget}`,
          )
          const refused = responses.filter(({ status }) => status === 429)
          run.expect(
            refused.length === BURST - good.length,
            no,
            () => `${name}: other responses than 429`,
          )
          const remaining = good.map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
          run.expect(
            Math.min(...remaining) === 0 && Math.max(...remaining) < budget,
            no,
            () =>
              `${name}: X-RateLimit-Remaining goes from ${Math.max(...remaining)} to ${Math.min(...remaining)}`,
          )
        }),
      )
    })
    clients.close()
    run.figures.served = served
  },
}
