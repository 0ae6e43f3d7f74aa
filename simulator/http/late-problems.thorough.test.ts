import t, { type Test } from 'tap'
import type { Issue } from '../call/errors.ts'
import { data, problems } from '../testing/control-client.ts'
import { backendFor } from '../testing/page.ts'
import { SIGNER, signingFor } from '../testing/signing.ts'
import { type Reply, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

// Problems that only a stored record reveals are listed beside those of the schema.

const simulator = await simulatorFor(t, { world: roomyWorld() })
const backend = backendFor(simulator, demoKey('org_acme'))
const acme = signingFor(simulator)
const lease = await acme.workflow()
const UNKNOWN = 'unrecognized_keys '

/** Compares without regard to order. */
function same(t: Test, reply: Reply, expected: string[], name = 'the problems'): void {
  t.strictSame(problems(reply).toSorted(), expected.toSorted(), name)
}

const issuesOf = (reply: Reply): Issue[] =>
  reply.json<{ error: { details: { issues: Issue[] } } }>().error.details.issues

t.test('VAL-001 an unknown step is listed beside an unknown field', async (t) => {
  const skip = async (id: string, body: object) =>
    backend.call('POST', `/v1/sessions/${id}/skip_step`, body)
  const id = await backend.create()
  same(t, await skip(id, { step_id: 'nope', reason: 'x' }), [UNKNOWN, 'custom step_id'])
  same(t, await skip(id, { step_id: 'step_1', reason: 'x' }), [UNKNOWN])
  for (const step_id of ['', 'x'.repeat(101), 5])
    t.equal(problems(await skip(id, { step_id })).length, 1, 'the schema reports it')
  await backend.call('POST', `/v1/sessions/${id}/cancel`)
  same(t, await skip(id, { step_id: 'nope', reason: 'x' }), [UNKNOWN], 'it has no open step')
  t.equal((await skip(id, { step_id: 'nope' })).status, 409)
})

t.test('VAL-001 a missing address is listed beside an unknown parameter', async (t) => {
  const resend = (id: string) => backend.call('POST', `/v1/sessions/${id}/resend?by=sms`)
  same(t, await resend(await backend.create()), [UNKNOWN, 'custom applicant.email'])
  const applicant = { family_name: 'Ek', email: 'ek@example.com' }
  same(t, await resend(await backend.create({ applicant })), [UNKNOWN])
  same(t, await resend('vs_000000000000000000000000'), [UNKNOWN])
})

t.test('VAL-001 every problem of an acceptance of the disclosure', async (t) => {
  for (const opened of [false, true]) {
    const { post, open } = await acme.begin(lease)
    const { version, hash } = (opened ? await open() : await (await acme.begin(lease)).open())
      .disclosure
    const other = '0'.repeat(64)
    same(t, await post('consent', { version: version + 1, hash, x: 1 }), [
      UNKNOWN,
      'custom version',
    ])
    same(t, await post('consent', { version, hash: other, x: 1 }), [UNKNOWN, 'custom hash'])
    same(t, await post('consent', { version: version + 1, hash: other }), [
      'custom version',
      'custom hash',
    ])
    same(t, await post('consent', { version: 'x', hash: other }), [
      'invalid_type version',
      'custom hash',
    ])
    same(t, await post('consent', { version: version + 1, hash: 'x' }), [
      'custom version',
      'invalid_string hash',
    ])
    same(t, await post('consent', { version, hash, x: 1 }), [UNKNOWN])
    t.equal((await post('consent', { version, hash })).status, 200)
    same(t, await post('consent', { version, hash: other, x: 1 }), [UNKNOWN, 'custom hash'])
  }
})

t.test('VAL-001 a wrong typed name is listed beside an unknown field', async (t) => {
  const { id, post } = await acme.ready(lease)
  same(t, await post('sign', { typedName: 'Wrong', x: 1 }), [UNKNOWN, 'custom typedName'])
  same(t, await post('sign', { typedName: SIGNER, x: 1 }), [UNKNOWN])
  same(t, await post('sign', { typedName: '\t', x: 1 }), [UNKNOWN, 'custom typedName'])
  same(t, await post('sign', { typedName: ' ', x: 1 }), [UNKNOWN, 'invalid_string typedName'])
  same(t, await post('sign', { typedName: 'x'.repeat(1201) }), ['too_big typedName'])
  const early = await acme.begin(lease)
  same(t, await early.post('sign', { typedName: 'Wrong', x: 1 }), [UNKNOWN])
  t.match(await acme.session(id), { status: 'in_progress' })
  t.equal((await post('sign', { typedName: SIGNER })).status, 200)
  same(t, await post('sign', { typedName: 'Wrong', x: 1 }), [UNKNOWN], 'the step is over')
})

t.test('VAL-006 answers to a step without questions name the property', async (t) => {
  const { sdk } = await backend.page()
  const at = '/sdk/v1/sessions/me/steps/step_1/submit'
  t.match(issuesOf(await sdk('POST', at, { answers: { x: 1 } })), [
    { code: 'custom', path: ['answers'], param: 'answers' },
  ])
  const signals = { 'x-simulator-signals': '5' }
  t.match(issuesOf(await sdk('POST', at, {}, signals)), [
    { code: 'invalid_type', path: ['X-Simulator-Signals'], param: 'X-Simulator-Signals' },
  ])
})

t.test('a malformed date gets one issue', async (t) => {
  const { sdk } = await backend.page()
  const submit = (applicant: object) =>
    sdk('POST', '/sdk/v1/sessions/me/steps/step_1/submit', { applicant })
  const create = (fields: object) =>
    backend.call('POST', '/v1/applicants', { family_name: 'Ek', ...fields })
  for (const date of ['q', '9999', '', '2999-99-99', '2999-02-30']) {
    const expected = ['invalid_string applicant.dateOfBirth']
    same(t, await submit({ familyName: 'Ek', dateOfBirth: date }), expected, date)
    same(t, await create({ date_of_birth: date }), ['invalid_string date_of_birth'], date)
  }
  same(t, await submit({ dateOfBirth: '2999-01-01' }), ['too_big applicant.dateOfBirth'])
  same(t, await create({ date_of_birth: '2999-01-01' }), ['too_big date_of_birth'])
  same(t, await submit({ phone: '12' }), ['invalid_string applicant.phone'])
  t.ok(data(await submit({ familyName: 'Ek', dateOfBirth: '1990-02-28' })))
})
