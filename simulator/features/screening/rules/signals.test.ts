import t from 'tap'
import { type ScreeningFieldEntry, screeningFields } from '../../../../spec/generated/screening.ts'
import { signalIssues, visitSignals, withAbsence } from './signals.ts'

const DEVICE = (screeningFields as readonly ScreeningFieldEntry[]).filter(
  (entry) => entry.needs_device_intelligence,
)

t.test('an ordinary visitor has every available signal, each of its type', async (t) => {
  const signals = withAbsence(
    visitSignals('eu', { email: 'a@b.example', address: { country: 'PT' } }, {}, 0),
  )
  t.strictSame(signalIssues(signals, []), [])
  t.strictSame(
    DEVICE.map(({ path }) => path).filter((path) => !(path in signals)),
    ['fraud.verifiedBotCategory'],
    'signals that ordinary traffic does not have',
  )
  t.match(signals, {
    'fraud.country': 'PT',
    'fraud.captureAbsent': false,
    'device.behavior.collectionAbsent': false,
  })
  const flags = Object.entries(signals).filter(([, value]) => value === true)
  t.strictSame(flags, [], 'the defaults are harmless')
})

t.test('without an address there are no signals of the address', async (t) => {
  const signals = visitSignals('us', undefined, {}, 0)
  t.equal(signals['fraud.country'], 'US')
  t.strictSame(
    Object.keys(signals).filter((path) => path.startsWith('fraud.email')),
    [],
  )
})

t.test(
  'DEV-027 DEV-035 absence follows from the missing group of signals, unless it is given explicitly',
  async (t) => {
    const absences = (signals: object) => Object.values(withAbsence(signals as never)).slice(0, 2)
    t.strictSame(absences({}), [true, true])
    t.strictSame(absences({ 'fraud.asn': 64500 }), [false, true])
    t.strictSame(absences({ 'device.behavior.pasteCount': 2 }), [true, false])
    t.strictSame(
      absences({ 'device.velocity.sessionCount': 2 }),
      [true, true],
      'a count of devices is not a behaviour signal',
    )
    t.strictSame(
      absences({ 'fraud.emailDisposable': true, 'fraud.repeatApplicant': true }),
      [true, true],
      'an address and an earlier verification say nothing of a connection',
    )
    t.strictSame(absences({ 'fraud.asn': 64500, 'fraud.captureAbsent': true }), [true, true])
  },
)

t.test('every mistake is reported at once: unknown names and each wrong type', async (t) => {
  const values = { string: 'x', number: 1, boolean: true }
  for (const { path, type } of DEVICE) {
    for (const [other, value] of Object.entries(values)) {
      t.equal(
        signalIssues({ [path]: value }, ['signals']).length,
        other === type ? 0 : 1,
        `${path}: ${other}`,
      )
    }
  }
  t.strictSame(
    signalIssues(
      {
        'fraud.asn': '64500',
        'fraud.mood': 1,
        'applicant.age': 30,
        'fraud.ja4': 'x'.repeat(201),
        'fraud.botScore': null,
      },
      ['signals'],
    ),
    [
      {
        code: 'invalid_type',
        path: ['signals', 'fraud.asn'],
        message: 'Expected number, received string',
        param: 'fraud.asn',
      },
      {
        code: 'custom',
        path: ['signals', 'fraud.mood'],
        message:
          'Expected the path of a device or network field; GET /control/v1/workflow_vocabulary lists them',
        param: 'fraud.mood',
      },
      {
        code: 'custom',
        path: ['signals', 'applicant.age'],
        message:
          'Expected the path of a device or network field; GET /control/v1/workflow_vocabulary lists them',
        param: 'applicant.age',
      },
      {
        code: 'too_big',
        path: ['signals', 'fraud.ja4'],
        message: 'Expected at most 200 characters',
        param: 'fraud.ja4',
      },
      {
        code: 'invalid_type',
        path: ['signals', 'fraud.botScore'],
        message: 'Expected number, received null',
        param: 'fraud.botScore',
      },
    ],
  )
  for (const none of [null, [], 'x', 1])
    t.equal(signalIssues(none, ['signals'])[0]?.code, 'invalid_type')
})
