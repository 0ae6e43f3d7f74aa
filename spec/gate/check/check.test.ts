import t from 'tap'
import { problemsOf } from '../actions.ts'
import { checkSarif, checkTerminal, type CheckReport } from './report.ts'

t.test('a report contains failures with their place, and skipped checks', async (t) => {
  const report = (of: Partial<CheckReport>) =>
    checkTerminal({ checked: [], open: null, isCheckout: true, ...of }, { color: false })
  const problems = Array.from({ length: 25 }, (_, index) => `a.yaml: problem ${index}`)
  t.match(
    report({
      checked: [
        { name: 'one', problems: [] },
        { name: 'two', problems },
      ],
    }),
    /^ok {3}one\nFAIL two\n {7}a\.yaml: problem 0\n[^]*and 5 more\n\n2 checks, 1 failed\.\n$/,
  )
  t.match(report({ checked: [{ name: 'one', problems: [] }] }), /\n1 check passed\.\n$/)
  t.match(report({ checked: [{ name: 'two', problems }] }), /\n1 check, 1 failed\.\n$/)
  t.match(report({ open: ['AAA-001'] }), /Not tested yet: 1 requirement \(AAA-001\)/)
  t.match(report({ isCheckout: false }), /installed package[^]*0 checks passed/)
})

t.test('problems are SARIF results at the file that they name', async (t) => {
  const problems = ['spec/errors.yaml:12 is odd', 'nobody says where']
  const report = { checked: [{ name: 'all is well', problems }], open: null, isCheckout: true }
  const place = (uri: string, startLine: number) => ({
    physicalLocation: { artifactLocation: { uri }, region: { startLine } },
  })
  t.match(JSON.parse(checkSarif(report, '1')), {
    runs: [
      {
        tool: { driver: { informationUri: /^https:/, rules: [{ id: 'all-is-well' }] } },
        results: [
          { ruleId: 'all-is-well', locations: [place('spec/errors.yaml', 12)] },
          { ruleId: 'all-is-well', locations: [place('spec/openapi.yaml', 1)] },
        ],
      },
    ],
  })
})

t.test(
  'a check that cannot read the contract has failed, and does not end the others',
  async (t) => {
    const stopped = () => {
      throw new SyntaxError('Invalid regular expression: /[/\nat line 1')
    }
    t.strictSame(await problemsOf({ problems: stopped }), [
      'could not be checked: Invalid regular expression: /[/',
    ])
    t.strictSame(await problemsOf({ problems: async () => ['a.yaml: odd'] }), ['a.yaml: odd'])
  },
)
