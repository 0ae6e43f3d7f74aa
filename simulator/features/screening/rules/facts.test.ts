import t from 'tap'
import { factsOf, type Screened } from './facts.ts'

const facts = (more: Partial<Screened>) =>
  factsOf({
    applicant: undefined,
    steps: [],
    metadata: {},
    deviceIntelligence: true,
    now: Date.parse('2026-02-28T23:59:59Z'),
    ...more,
  })
const read = (applicant: Screened['applicant'], path: string, now = '2026-02-28T23:59:59Z') =>
  facts({ applicant, now: Date.parse(now) }).fields[path]

t.test(
  'FLD-001 FLD-002 FLD-003 FLD-004 a captured legal name is the name, otherwise its parts',
  async (t) => {
    const captured = {
      legal_name: ' Ana  MARÍA Núñez',
      family_name: 'Núñez',
      given_names: ['Ana', 'María'],
      name_suffix: 'Jr.',
    }
    t.equal(read(captured, 'applicant.legalName'), ' Ana  MARÍA Núñez', 'verbatim')
    t.equal(read(captured, 'applicant.name'), ' Ana  MARÍA Núñez')
    const { legal_name: _legal, ...parts } = captured
    t.equal(read(parts, 'applicant.legalName'), '')
    t.equal(read(parts, 'applicant.name'), 'Ana María Núñez Jr.')
    t.equal(read({ family_name: 'Núñez' }, 'applicant.name'), 'Núñez')
    t.equal(read(undefined, 'applicant.name'), '')
  },
)

t.test(
  'FLD-005 FLD-023 the names on the document count if no family name was entered',
  async (t) => {
    const printed = { family_name: 'van der Wolkenried', given_names: ['Joost', 'Bram'] }
    const names = (applicant: Screened['applicant']) => {
      const { fields } = facts({ applicant, printed })
      return ['familyName', 'givenNames', 'name', 'legalName'].map(
        (name) => fields[`applicant.${name}`],
      )
    }
    const onDocument = [printed.family_name, printed.given_names]
    t.strictSame(names(undefined), [...onDocument, '', ''])
    const legal_name = 'Joost B. van der Wolkenried'
    t.strictSame(names({ legal_name }), [...onDocument, legal_name, legal_name])
    t.strictSame(names({ family_name: 'Okafor', given_names: [] }), ['Okafor', [], 'Okafor', ''])
  },
)

t.test('FLD-010 FLD-011 the domain is what follows the last at sign, in lower case', async (t) => {
  t.equal(read({ email: '"a@b"@Mail.EXAMPLE' }, 'applicant.email.domain'), 'mail.example')
  t.equal(read({}, 'applicant.email.domain'), undefined)
})

t.test('FLD-013 whole years completed on the UTC day', async (t) => {
  const ages: [born: string, now: string, age: number][] = [
    ['2004-02-29', '2026-02-28T23:59:59.999Z', 21],
    ['2004-02-29', '2026-03-01T00:00:00Z', 22],
    ['2004-02-29', '2028-02-29T00:00:00Z', 24],
    ['2000-12-31', '2026-12-30T23:59:59Z', 25],
    ['2000-12-31', '2026-12-31T00:00:00Z', 26],
    ['2026-01-01', '2026-01-01T00:00:00Z', 0],
  ]
  for (const [born, now, age] of ages)
    t.equal(read({ date_of_birth: born }, 'applicant.age', now), age, `${born} on ${now}`)
  t.equal(read({}, 'applicant.age'), undefined)
})

t.test(
  'PAT-001 of several checks of one type the worst outcome counts; a skipped check counts as none',
  async (t) => {
    const type = 'email_verification'
    t.strictSame(
      facts({
        steps: [
          { type, outcome: 'pass' },
          { type, outcome: 'fail' },
          { type, outcome: 'review' },
          { type: 'esign' },
          { type: 'sanctions_screening', outcome: 'error' },
        ],
      }).checks,
      { [type]: 'fail', sanctions_screening: 'error' },
    )
  },
)

t.test('DEV-036 missing evidence has only the signal that says so', async (t) => {
  const collected = Object.keys(facts({}).fields).filter((path) => /^(fraud|device)/.test(path))
  t.strictSame(collected, ['fraud.captureAbsent', 'device.behavior.collectionAbsent'])
  t.strictSame(facts({ signals: { 'fraud.botScore': 3 } }).fields['fraud.captureAbsent'], false)
})
