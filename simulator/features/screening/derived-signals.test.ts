import t from 'tap'
import { newOwner, roomySimulator } from '../../http/testing.ts'
import { data, controlClient } from '../../testing/control-client.ts'

type Signals = Record<string, unknown>

const simulator = await roomySimulator(t)
const control = controlClient(simulator)
const owner = await newOwner(simulator, { region: 'us' })
const [call, live] = [await owner.caller('test'), await owner.caller('live')]
const template = (caller: typeof call) =>
  caller('POST', '/v1/workflow-templates', {
    name: 'T',
    device_intelligence: true,
    steps: [{ id: 'identity', type: 'id_verification' }],
    screening_rules: [
      {
        name: 'again',
        ruleType: 'repeat_applicant',
        action: 'review',
        condition: { kind: 'field', field: 'fraud.repeatApplicant', operator: 'eq', value: true },
      },
    ],
  }).then((reply) => data<{ id: string }>(reply).id)
const [inTest, inLive] = [await template(call), await template(live)]
let people = 0

/** Returns the signals of a submitted verification and its status. */
async function verified(
  person: object,
  given?: Signals,
  [caller, workflow_template_id] = [call, inTest],
): Promise<{ signals: Signals; status: string; applicant_id: string }> {
  const { id } = data<{ id: string }>(
    await caller('POST', '/v1/sessions', { workflow_template_id, ...person }),
  )
  if (given) await control.call('POST', `/sessions/${id}/screening_facts`, { signals: given })
  await control.journey(id, 'submit')
  const seen = await control.call<{
    status: string
    applicant_id: string
    screening: { signals: Signals }
  }>('GET', `/sessions/${id}`)
  return { ...seen, signals: seen.screening.signals }
}
const someone = (more: object = {}) => ({
  applicant: { family_name: `Okafor ${++people}`, given_names: ['Ana'], ...more },
})
const repeated = ({ signals }: { signals: Signals }) => [
  signals['fraud.repeatApplicant'],
  signals['device.velocity.sessionCount'],
]

t.test('DEV-016 a second verification of the same applicant is a repeated one', async (t) => {
  const first = await verified(someone())
  t.strictSame([...repeated(first), first.status], [false, 1, 'completed'])
  const second = await verified({ applicant_id: first.applicant_id })
  t.strictSame([...repeated(second), second.status], [true, 2, 'awaiting_review'])
  t.strictSame(repeated(await verified({ applicant_id: first.applicant_id })), [true, 3])
})

t.test('a person is recognized by e-mail address, and by name with birth date', async (t) => {
  const mail = { email: 'Ana.Okafor@mail.example' }
  t.strictSame(repeated(await verified(someone(mail))), [false, 1])
  t.strictSame(
    repeated(await verified(someone({ email: 'ana.okafor@MAIL.example' }))),
    [true, 2],
    'case-insensitively',
  )
  const born = { family_name: 'Lindqvist', given_names: ['Bo'], date_of_birth: '1980-02-01' }
  t.strictSame(repeated(await verified({ applicant: born })), [false, 1])
  t.strictSame(repeated(await verified({ applicant: born })), [true, 2])
  const twin = { ...born, date_of_birth: '1980-02-02' }
  t.strictSame(repeated(await verified({ applicant: twin })), [false, 1], 'another birth date')
  const { date_of_birth: _born, ...nameOnly } = born
  t.strictSame(
    repeated(await verified({ applicant: nameOnly })),
    [false, 1],
    'a name alone does not identify a person',
  )
  t.strictSame(
    repeated(await verified({ applicant: born }, undefined, [live, inLive])),
    [false, 1],
    'test data is isolated from live data',
  )
})

t.test('an applicant with a new e-mail address is recognized by it', async (t) => {
  const { applicant_id } = await verified(someone({ email: 'old@mail.example' }))
  await call('PATCH', `/v1/applicants/${applicant_id}`, { email: 'new@mail.example' })
  t.strictSame(repeated(await verified(someone({ email: 'new@mail.example' }))), [true, 2])
  t.strictSame(repeated(await verified(someone({ email: 'old@mail.example' }))), [false, 1])
})

t.test('an erased applicant is not recognized', async (t) => {
  const { applicant_id } = await verified(someone({ email: 'erased@mail.example' }))
  await call('DELETE', `/v1/applicants/${applicant_id}`)
  t.strictSame(repeated(await verified(someone({ email: 'erased@mail.example' }))), [false, 1])
})

t.test('DEV-017 disposable e-mail domains and their subdomains are recognized', async (t) => {
  const disposable = async (email: string) =>
    (await verified(someone({ email }))).signals['fraud.emailDisposable']
  t.equal(await disposable('a1@mailinator.com'), true)
  t.equal(await disposable('a2@post.Mailinator.com'), true)
  t.equal(await disposable('a3@mail.example'), false)
  t.notOk('fraud.emailDisposable' in (await verified(someone())).signals, 'no address, no signal')
})

t.test('DEV-022 two different countries, and an address of bad reputation', async (t) => {
  const atHome = someone({ address: { country: 'PT' } })
  t.match((await verified(atHome)).signals, {
    'fraud.country': 'PT',
    'fraud.countryMismatch': false,
    'fraud.ipReputation': false,
  })
  const abroad = { 'fraud.country': 'BR', 'fraud.asnIsDatacenter': true }
  t.match((await verified(atHome, abroad)).signals, {
    'fraud.countryMismatch': true,
    'fraud.ipReputation': true,
  })
  t.match(
    (await verified(atHome, { ...abroad, 'fraud.countryMismatch': false })).signals,
    { 'fraud.countryMismatch': false },
    'given signals take precedence',
  )
  t.match((await verified(someone(), { 'fraud.ipIsTorExit': true })).signals, {
    'fraud.ipReputation': true,
    'fraud.countryMismatch': false,
  })
  t.match((await verified(someone(), { 'fraud.threatScore': 99 })).signals, {
    'fraud.ipReputation': true,
  })
})

t.test(
  'DEV-027 without a connection, the address and earlier verifications are known',
  async (t) => {
    const { signals } = await verified(someone({ email: 'c@mailinator.com' }), {
      'fraud.captureAbsent': true,
    })
    t.match(signals, {
      'fraud.captureAbsent': true,
      'fraud.repeatApplicant': false,
      'fraud.emailDisposable': true,
      'fraud.emailDomainDga': false,
      'fraud.emailUsernameGrammarInvalid': false,
    })
    t.notOk('fraud.asn' in signals)
    t.notOk('fraud.ipReputation' in signals)
  },
)

t.test('DEV-005 an automated browser scores lower than a person', async (t) => {
  const score = async (given?: Signals) =>
    Number((await verified(someone(), given)).signals['fraud.botScore'])
  t.ok((await score({ 'device.behavior.headless': true })) < (await score()))
  t.equal(await score({ 'device.behavior.headless': true, 'fraud.botScore': 70 }), 70)
})
