import t from 'tap'
import type { SdkEnvelope } from '../../../spec/generated/wire.ts'
import { textOf } from '../../pdf/testing/text.ts'
import type { Region } from '../../world/world.ts'
import { LEASE, signingFor } from '../../testing/signing.ts'
import { data, problems, refusal } from '../../testing/control-client.ts'
import { type Client, client, demoKey, roomyWorld, simulatorFor } from '../../testing/simulator.ts'
import type { EnvelopeRecord } from './envelope-record.ts'
import { keptUntil, retentionText } from './envelope-retention.ts'

const DAY = 86_400
const simulator = await simulatorFor(t, { world: roomyWorld() })
const acme = signingFor(simulator)
const { control } = acme
const organizationOf: Record<Region, string> = { us: 'org_acme', eu: 'org_nord' }

t.test('RTN-001 years are calendar years from the signing', async (t) => {
  const rows: [signed: string | null, years: number, until: string][] = [
    ['2026-11-02T09:14:02.777Z', 7, '2033-11-02T09:14:02.777Z'],
    ['2026-11-02T09:14:02.777Z', 1, '2027-11-02T09:14:02.777Z'],
    ['2028-02-29T12:00:00.000Z', 1, '2029-03-01T12:00:00.000Z'],
    [null, 2, '2028-01-01T00:00:00.000Z'],
  ]
  for (const [signed_at, retention_years, until] of rows) {
    const envelope = {
      signed_at,
      retention_years,
      created_at: '2026-01-01T00:00:00.000Z',
    } as EnvelopeRecord
    t.equal(keptUntil(envelope).toISOString(), until)
    t.ok(retentionText(envelope).endsWith(until.slice(0, 10)))
  }
})

t.test(
  'RTN-001 RTN-002 RTN-003 RTN-004 retention is configured by workflow, at most and by default seven years, in each region',
  async (t) => {
    for (const region of ['us', 'eu'] as const) {
      const nearby = signingFor(simulator, organizationOf[region], 'test', region)
      for (const [retentionYears, expected] of [
        [undefined, 7],
        [7, 7],
        [1, 1],
      ] as const) {
        const { envelope, file, id } = await nearby.signed(
          await nearby.workflow(retentionYears === undefined ? {} : { retentionYears }),
        )
        t.match(await nearby.console(id), { retention_years: expected })
        const text = await textOf((await file(envelope.documents[0]!.documentId)).bytes)
        t.match(
          text,
          new RegExp(`${expected} years? from signing`),
          'RTN-005 the certificate states the retention',
        )
        t.match(text, new RegExp(`\\b${region}\\b`), 'RTN-006')
      }
      for (const retentionYears of [8, 0, 1.5]) {
        const steps = [
          { id: 'lease', type: 'esign', config: { documents: [LEASE], retentionYears } },
        ]
        const reply = await client(simulator, demoKey(organizationOf[region]), region)(
          'POST',
          '/v1/workflow-templates',
          { name: 'T', steps },
        )
        t.match(problems(reply), [/steps\.0\.config\.retentionYears$/], `${retentionYears}`)
      }
    }
  },
)

t.test(
  'RTN-001 after the retention the record of the ceremony is deleted, and the seal can still be checked',
  async (t) => {
    const year = await acme.workflow({
      retentionYears: 1,
      documents: [{ ...LEASE, body: 'Kept for a year.' }],
    })
    const { id, envelope } = await acme.signed(year)
    const other = await acme.signed(await acme.workflow({ retentionYears: 2 }))
    const { finalHash } = envelope.documents[0]!
    await control.advance(364 * DAY)
    t.match(await acme.verify(finalHash!), { status: 'verified' })
    await control.advance(2 * DAY)
    const answer = await acme.verify(finalHash!)
    t.match(answer, {
      match: false,
      status: 'chain_unavailable',
      seal: { format: /^ed25519/ },
      final_hash: finalHash,
    })
    t.notOk('chain_position' in answer)
    t.match(
      await acme.verify(other.envelope.documents[0]!.finalHash!),
      { status: 'verified' },
      'each at its own time',
    )
    const left = await acme.console(id)
    t.match(left, { status: 'sealed', typed_name: null, ceremony: null, retention_ended_at: /Z$/ })
    t.equal((await download(left.id, left.documents[0]!.id)).status, 404, 'and the file')
  },
)

t.test('RTN-007 the platform can end it manually, once', async (t) => {
  const { id, envelope, look, file } = await acme.signed(
    await acme.workflow({ documents: [{ ...LEASE, body: 'Ended by hand.' }] }),
  )
  const {
    id: envelopeId,
    documents: [document],
  } = await acme.console(id)
  t.equal((await download(envelopeId, document!.id)).status, 200)
  const ended = await control.call<{ retention_ended_at: string }>(
    'POST',
    `/envelopes/${envelopeId}/end_retention`,
  )
  t.strictSame(await control.call('POST', `/envelopes/${envelopeId}/end_retention`), ended)
  t.match(await acme.verify(envelope.documents[0]!.finalHash!), { status: 'chain_unavailable' })
  t.equal(data<SdkEnvelope>(await look()).status, 'sealed')
  t.equal(refusal(await file(document!.id)), '404 resource_not_found')
  for (const path of ['/envelopes/env_nobody/end_retention', '/envelopes/env_nobody/seal']) {
    t.equal(refusal(await control.ask('POST', path)), '404 resource_not_found')
  }
})

t.test('a revoked or unknown key is reported for existing files, too', async (t) => {
  const { envelope } = await acme.signed(
    await acme.workflow({ documents: [{ ...LEASE, body: 'Under a key that is revoked.' }] }),
  )
  const { finalHash } = envelope.documents[0]!
  const keys = await control.call<{ kid: string; region: string; mode: string; status: string }[]>(
    'GET',
    '/seal_keys',
  )
  const { kid } = keys.find(
    ({ region, mode, status }) => region === 'us' && mode === 'test' && status === 'active',
  )!
  await control.call('POST', '/seal_keys/rotate', { region: 'us', mode: 'test' })
  t.match(await acme.verify(finalHash!), { status: 'verified' }, 'retired')
  await control.call('POST', `/seal_keys/${kid}/revoke`)
  t.match(await acme.verify(finalHash!), { match: false, status: 'revoked_key' })
  const later = await acme.signed(await acme.workflow())
  t.match(
    await acme.verify(later.envelope.documents[0]!.finalHash!),
    { status: 'verified' },
    'sealed by its successor',
  )
  const published = (await acme.backend.call('GET', '/.well-known/esign-keys')).json<{
    keys: { kid: string }[]
  }>().keys
  t.notOk(
    published.some((key) => key.kid === kid),
    'JWK-012 test seals use keys outside the live set',
  )
})

t.test(
  'erasing a person deletes unsigned documents; signed ones stay for their retention',
  async (t) => {
    const signed = await acme.signed(
      await acme.workflow({
        documents: [{ ...LEASE, body: 'Signed, then erased: {{applicant.name}}' }],
      }),
    )
    const { applicant_id } = await acme.session(signed.id)
    const open = await acme.backend.page({
      workflow_template_id: await acme.workflow(),
      applicant_id,
    })
    const at = '/sdk/v1/sessions/me/steps/lease/envelope'
    const {
      documents: [shown],
    } = data<SdkEnvelope>(await open.sdk('GET', at))
    const declined = await acme.backend.page({
      workflow_template_id: await acme.workflow(),
      applicant_id,
    })
    data(await declined.sdk('POST', `${at}/decline`, { reason: 'Personal reasons' }))
    await acme.backend.call('POST', '/v1/data_subject_requests', { type: 'erasure', applicant_id })
    await control.advance(120)
    t.match(await acme.console(open.id), { retention_ended_at: /Z$/, ceremony: null })
    t.match(await acme.console(declined.id), { retention_ended_at: /Z$/, decline_reason: null })
    t.equal(
      refusal(await open.sdk('GET', `${at}/documents/${shown!.documentId}`)),
      '404 resource_not_found',
    )
    t.equal(
      refusal(await open.sdk('POST', `${at}/sign`, { typedName: 'Ana Okafor' })),
      '409 consent_required',
      'a new envelope would be signed',
    )
    t.match(await acme.verify(signed.envelope.documents[0]!.finalHash!), { status: 'verified' })
    t.equal((await signed.file(signed.envelope.documents[0]!.documentId)).status, 200)
  },
)

function download(envelope: string, document: string): ReturnType<Client> {
  return client(
    simulator,
    undefined,
    'control',
  )('GET', `/control/v1/envelopes/${envelope}/documents/${document}`)
}
