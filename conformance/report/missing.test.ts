import t from 'tap'
import type { CheckResult } from '../run/result.ts'
import { missingOf } from './missing.ts'

const NO = 'the target file names no'

t.test(
  'one line for each kind of setting, the easiest first, then the other reasons',
  async (t) => {
    const reasons = [
      `${NO} open_choices.routes.cancel_session`,
      `${NO} provider_states, which set up the state session`,
      `${NO} open_choices.routes.resend_session`,
      `${NO} provider_states, which set up the state account`,
      `${NO} regions.eu`,
      `${NO} regions.us.credentials.live: a secret key of live mode with every scope`,
      `${NO} regions.us.credentials.test_read_only: a secret test key`,
      `${NO} regions.us.credentials.live: a secret key of live mode with every scope`,
      'takes up to a minute; --slow runs it',
      `${NO} webhooks, so there is no receiver for deliveries`,
    ]
    const checks = reasons.map((reason, i) => ({ id: `a.${i}`, reason }) as CheckResult)
    t.strictSame(missingOf(checks), [
      '9 checks. Name next in the target file:',
      '  regions.us.credentials: live, test_read_only: 3 checks',
      '  regions: eu: 1 check',
      '  open_choices.routes: cancel_session, resend_session: 2 checks',
      '  webhooks: 1 check (the receiver of events)',
      '  provider_states: 2 checks (states that no public call makes; see conformance/target/PROTOCOL.md)',
      '1 check: takes up to a minute; --slow runs it (a.8)',
    ])
  },
)

t.test('without a lacking setting, only the other reasons, the most frequent first', async (t) => {
  const checks = ['slow', 'large', 'slow'].map(
    (reason, i) => ({ id: `a.${i}`, reason }) as CheckResult,
  )
  t.strictSame(missingOf(checks), ['2 checks: slow (a.0, a.2)', '1 check: large (a.1)'])
  t.strictSame(missingOf([]), [])
})
