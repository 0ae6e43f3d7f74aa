import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import type { Mode } from '../world/world.ts'
import { type Reply, client, demoKey, roomyWorld } from '../testing/simulator.ts'
import { formData } from '../testing/scan.ts'
import { codeOf, controlFor, dataOf, newSession } from './testing.ts'

interface Counts {
  sessions: number
  applicants: number
  esign_checks: number
  standalone_scans: number
  evidence_images: number
}

const NONE: Counts = {
  sessions: 0,
  applicants: 0,
  esign_checks: 0,
  standalone_scans: 0,
  evidence_images: 0,
}
const APPLICANT = { family_name: 'Quayle', given_names: ['Odette'] }

const applicantOf = (reply: Reply): string => dataOf<{ applicant_id: string }>(reply).applicant_id

t.test('PLN-020 PLN-021 test mode is metered separately and never charged', async (t) => {
  const { simulator, control } = await controlFor(t, { world: roomyWorld() })
  const organization = async () =>
    dataOf<{ wallet: object; subscription: object }>(
      await control('GET', '/organizations/org_acme'),
    )
  const usage = async (id = 'org_acme') =>
    dataOf<Record<Mode, Counts>>(await control('GET', `/organizations/${id}/usage`))
  const scan = async (form: Record<string, string>) => {
    const body = formData({ front: evidenceFor('odette').images.front.bytes(), ...form })
    const headers = { authorization: `Bearer ${demoKey('org_acme')}` }
    return (
      await fetch(`${simulator.base_urls.us}/v1/id-verification`, {
        method: 'POST',
        headers,
        body,
      })
    ).status
  }
  const { wallet, subscription } = await organization()
  t.strictSame(await usage(), { test: NONE, live: NONE })

  const test = client(simulator, demoKey('org_acme'))
  const id = await newSession(test, { applicant: APPLICANT })
  await newSession(test)
  await control('POST', `/sessions/${id}/journey`, { action: 'submit' })
  t.equal((await test('GET', `/v1/sessions/${id}/idv-image/front`)).status, 200)
  const { id: applicant } = dataOf<{ id: string }>(await test('POST', '/v1/applicants', APPLICANT))
  t.strictSame([await scan({}), await scan({ expected_outcome: 'fail' })], [200, 422])
  t.strictSame(await usage(), {
    test: {
      sessions: 2,
      applicants: 2,
      esign_checks: 0,
      standalone_scans: 2,
      evidence_images: 1,
    },
    live: NONE,
  })
  t.match(await organization(), { wallet, subscription }, 'it costs nothing')

  await newSession(client(simulator, demoKey('org_acme', 'live')))
  await test('DELETE', `/v1/applicants/${applicant}`)
  const counted = await usage()
  t.equal(counted.live.sessions, 1)
  t.match(counted.test, { sessions: 2, applicants: 2 }, 'recorded usage stays counted')
  await test('POST', '/v1/data_subject_requests', {
    type: 'erasure',
    applicant_id: applicantOf(await test('GET', `/v1/sessions/${id}`)),
  })
  await control('POST', '/clock/advance', { seconds: 120 })
  t.strictSame(await usage(), counted, 'also that of an erased person')
  t.strictSame(
    await usage('org_globex'),
    { test: NONE, live: NONE },
    'each organization is metered by itself',
  )
  await control('POST', '/reset', { organization: 'org_acme', mode: 'test' })
  t.strictSame(await usage(), { test: NONE, live: counted.live })
  t.equal(codeOf(await control('GET', '/organizations/org_nobody/usage')), 'resource_not_found')
})
