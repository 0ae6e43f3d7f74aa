import { LEASE } from './signing.ts'
import type { Steer } from './control-client.ts'

/** Every section of the console, by its name in the URL. */
export const SECTIONS = [
  'verifications',
  'new',
  'applicants',
  'data-requests',
  'keys',
  'webhooks',
  'emails',
  'journal',
  'requests',
  'faults',
  'reset',
  'organization',
  'usage',
  'workflows',
  'signing',
  'clock',
  'snapshots',
]

const PEOPLE = [
  ['Ana', 'Okafor Lindqvist', 'review'],
  ['Joost', 'van der Meer', 'pass'],
  ['Iuliana', 'Marsh', 'fail'],
  ['Persephone', 'Thackeray', 'doc_quality'],
  ['Thaddeus', 'Oyelaran', 'pass'],
] as const

const ACME = '/organizations/org_acme'

/**
 * Fills the demo organization with one record of each kind that the console shows. Returns URL
 * fragments (after `#/org_acme/`) of the pages, by name.
 */
export async function fillForConsole(control: Steer): Promise<Record<string, string>> {
  const post = <T = { id: string }>(path: string, body: object): Promise<T> =>
    control.call<T>('POST', path, body)
  const { id: receiver } = await post(`${ACME}/webhook_subscriptions`, {
    mode: 'test',
    url: `https://receiver.example/${'hooks/'.repeat(20)}`,
    events: ['kyc.session.completed', 'kyc.session.manual_review_requested'],
  })
  const sessions: { id: string; applicant_id: string }[] = []
  for (const [given, family_name, expected_outcome] of PEOPLE) {
    const email = `${given}@example.com`.toLowerCase()
    const session = await post<{ id: string; applicant_id: string }>(`${ACME}/sessions?mode=test`, {
      applicant: { given_names: [given], family_name, email },
      expected_outcome,
      metadata: { order: `A-${sessions.length + 1}` },
    })
    sessions.push(session)
    if (sessions.length < PEOPLE.length) await control.journey(session.id, 'submit')
  }
  const last = sessions.at(-1)!
  await post(`/sessions/${last.id}/resend`, {})
  await post(`/sessions/${sessions[0]!.id}/notes`, { text: 'The portrait is blurred.' })
  await post(`${ACME}/data_subject_requests?mode=test`, {
    type: 'access',
    applicant_id: sessions[1]!.applicant_id,
  })
  const { id: workflow } = await post(`${ACME}/workflow_templates?mode=test`, {
    name: 'Account opening',
    steps: [
      { id: 'identity', type: 'id_verification', config: { faceCheck: 'selfie' } },
      {
        id: 'form',
        type: 'custom_form',
        config: { questions: [{ id: 'source', type: 'text', label: 'Source of funds' }] },
      },
    ],
    screening_rules: [
      {
        name: 'Young applicants',
        ruleType: 'age_restriction',
        condition: { kind: 'field', field: 'applicant.age', operator: 'lt', value: 21 },
        action: 'review',
      },
    ],
  })
  const { id: leases } = await post(`${ACME}/workflow_templates?mode=live`, {
    name: 'Lease',
    steps: [{ id: 'lease', type: 'esign', config: { documents: [LEASE] } }],
  })
  const { id: signed } = await post(`${ACME}/sessions?mode=live`, {
    applicant: { given_names: ['Odette'], family_name: 'Quillfeather' },
    workflow_template_id: leases,
  })
  await control.journey(signed, 'submit')
  await post('/faults', {
    organization: 'org_acme',
    operation: 'createSession',
    match: { mode: 'test' },
    effect: { status: 503 },
    times: 1,
  })
  await control.settle()
  await post('/snapshots', { name: 'Filled' })
  return {
    'review-queue': 'test/verifications?status=awaiting_review',
    verification: `test/verifications/${sessions[0]!.id}`,
    'verification-signed': `live/verifications/${signed}`,
    applicant: `test/applicants/${sessions[1]!.applicant_id}`,
    'workflow-editor': `test/workflows/${workflow}`,
    'receiver-chosen': `test/webhooks/${receiver}`,
    'usage-live': 'live/usage',
  }
}
