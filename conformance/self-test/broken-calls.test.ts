import t from 'tap'
import { requirementOf } from '../check/calls.ts'
import { brokenCalls, notFound } from './broken-calls.ts'
import type { Seen } from './generated/judge-derived.ts'
import { sharedSimulator } from './simulator.ts'

/** For each call, a check that needs it, as listed by node conformance/self-test/broken-calls.ts. */
const BUILT_ON: Seen = new Map(
  Object.entries({
    'createSession 201': ['hiding.other-organization-session'],
    'retrieveSession 200': ['tokens.one-session-each'],
    'listSessions 200': ['id-scan.makes-no-verification'],
    'createBrowserToken 200': ['limits.each-class-used-up'],
    'retrieveSessionReport 200': ['report.served'],
    'retrieveEvidenceImage 200': ['activity.one-entry-each'],
    'scanIdentityDocument 200': ['id-scan.makes-no-verification'],
    'createApplicant 201': ['applicants.change'],
    'createWorkflowTemplate 201': ['templates.rules-taken'],
    'updateWorkflowTemplate 200': ['templates.refused-change-saves-nothing'],
    'listWorkflowTemplates 200': ['templates.refused-creation-makes-none'],
    'listWebhookEvents 200': ['deliveries.log-of-other-organization'],
    'retrieveSdkSession 200': ['tokens.expired'],
  }),
)

t.test('the calls are those that the contract describes', (t) => {
  const seen = [...BUILT_ON].map(([name]) => name.split(' ')[0]!)
  const calls = brokenCalls(BUILT_ON)
  t.strictSame(new Set(calls.map(({ operation }) => operation)), new Set(seen))
  t.equal(requirementOf({ method: 'GET', path: '/v1/applicants?limit=1' }), 'END-023')
  t.equal(requirementOf({ method: 'GET', path: '/v1/applicants/apl_1' }), undefined)
  t.end()
})

t.test('a broken call makes a service nonconforming, and never just blocks', async (t) => {
  const simulator = await sharedSimulator(t)
  const calls = brokenCalls(BUILT_ON).filter(
    ({ answer }, i) => process.env['TEST_FULL'] === '1' || (answer === 'error') === i % 4 < 2,
  )
  t.strictSame(await notFound(simulator, calls, 3), [])
})
