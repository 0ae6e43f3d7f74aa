import t from 'tap'
import type { CheckResult } from '../run/result.ts'
import { missingOf } from './missing.ts'

const NO = 'the target file names no'

t.test('one line for each thing that is missing, the most frequent first', async (t) => {
  const reasons = [
    `${NO} open_choices.routes.cancel_session`,
    `${NO} provider_states, which set up the state session`,
    `${NO} provider_states, which set up the state account`,
    'takes up to a minute; --slow runs it',
    ...Array.from({ length: 4 }, () => `${NO} webhooks, so there is no receiver for deliveries`),
  ]
  const checks = reasons.map((reason, i) => ({ id: `a.${i}`, reason }) as CheckResult)
  t.strictSame(missingOf(checks), [
    `4 checks: ${NO} webhooks: the receiver of events`,
    `2 checks: ${NO} provider_states: states that no public call makes; see conformance/target/PROTOCOL.md (a.1, a.2)`,
    `1 check: ${NO} open_choices.routes.cancel_session (a.0)`,
    '1 check: takes up to a minute; --slow runs it (a.3)',
  ])
})
