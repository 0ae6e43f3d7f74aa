import t from 'tap'
import { browserFor } from '../testing/browser.ts'
import { controlClient } from '../testing/control-client.ts'
import { roomyWorld, simulatorFor } from '../testing/simulator.ts'

// The workflow editor offers exactly the values that the contract allows.

const EQUALITY = ['equals', 'does not equal', 'is one of']
const ORDER = [...EQUALITY, 'is greater than', 'is at least', 'is less than', 'is at most']
const TEXT = [...EQUALITY, 'includes', 'does not include']
const ADDRESS = [...TEXT, 'ends with']
/** By question type, from the table of the contract. */
const OFFERED: Record<string, string[]> = {
  'Single choice': EQUALITY,
  'Multiple choice': EQUALITY,
  'Yes no': EQUALITY,
  Number: ORDER,
  Date: ORDER,
  Text: TEXT,
  'E-mail': ADDRESS,
  Phone: ADDRESS,
}

const simulator = await simulatorFor(t, { world: roomyWorld() })
const control = controlClient(simulator)
const browser = await browserFor(t)
const page = await browser.newPage()
page.setDefaultTimeout(30_000)
const press = (name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click()

await page.goto(`${simulator.control_url}/#/org_acme/test/workflows`)
await page.getByText('New workflow').click()
await page.getByLabel('Workflow name').fill('Built by clicking')

t.test('the buttons at the end do not touch', async (t) => {
  const box = async (name: string) =>
    (await page.getByRole('button', { name, exact: true }).boundingBox())!
  const [add, save] = [await box('Add a screening rule'), await box('Save')]
  t.ok(save.y - (add.y + add.height) >= 12, `${save.y - (add.y + add.height)} px`)
})

t.test('CHK-016 CHK-017 CHK-018 the seven check types are offered, and no other', async (t) => {
  const offered = await page
    .getByRole('group', { name: 'Add a check' })
    .getByRole('button')
    .allTextContents()
  t.strictSame(offered.map((text) => text.trim()).sort(), [
    'Add Background check',
    'Add Credit history',
    'Add E-mail address',
    'Add E-signature',
    'Add Form',
    'Add Identity document',
    'Add Sanctions screening',
  ])
})

t.test(
  'an identity check is document-only by default, and the face checks exclude each other',
  async (t) => {
    await press('Add Identity document')
    t.ok(await page.getByRole('radio', { name: 'Document only' }).isChecked())
    await page.getByRole('radio', { name: /^Active liveness/ }).check()
    await page.getByRole('radio', { name: /^Selfie/ }).check()
    t.notOk(await page.getByRole('radio', { name: /^Active liveness/ }).isChecked())
  },
)

t.test(
  'FRM-006 FRM-007 FRM-008 FRM-009 FRM-010 FRM-011 FRM-012 FRM-013 each question type offers its conditions',
  async (t) => {
    await press('Add Form')
    await press('Add a question')
    await page.getByLabel('Question', { exact: true }).fill('Anything to declare?')
    await press('Add a form rule')
    const type = page.locator('.question-type')
    t.strictSame(await type.locator('option').allTextContents(), Object.keys(OFFERED))
    for (const [label, conditions] of Object.entries(OFFERED)) {
      await type.selectOption(label)
      const shown = page.locator('.form-rule .operator option')
      await page.waitForFunction(
        `document.querySelectorAll('.form-rule .operator option').length === ${conditions.length}`,
      )
      t.strictSame(await shown.allTextContents(), conditions, label)
    }
    await type.selectOption('Text')
    await page.locator('.form-rule .operator').selectOption('includes')
    await page.locator('.form-rule .value').fill('yes')
  },
)

t.test(
  'DOC-001 DOC-003 DOC-004 DOC-005 DOC-006 DOC-007 DOC-008 DOC-009 DOC-010 DOC-011 a document has no class until its author chooses a permitted one',
  async (t) => {
    await press('Add E-signature')
    await press('Write a document here')
    const documentClass = page.locator('.document-class')
    t.equal(await documentClass.inputValue(), '')
    t.strictSame(
      await page.evaluate(
        `[...document.querySelectorAll('.document-class option:not([disabled])')].map((one) => one.value)`,
      ),
      [
        'rental_or_lease_agreement',
        'service_or_sales_agreement',
        'employment_or_contractor_agreement',
        'non_disclosure_or_confidentiality_agreement',
        'consent_or_authorization',
        'disclosure_or_acknowledgment',
        'waiver_or_release',
        'other',
      ],
    )
    await press('Remove esign')
  },
)

t.test('decline is offered only where a rule may decline, and groups nest', async (t) => {
  await press('Add a screening rule')
  const decline = page.locator('.screening-rule .action option[value=decline]')
  t.equal(await decline.isDisabled(), false)
  for (const ruleType of ['credit_history', 'bot_signal', 'email_risk']) {
    await page.locator('.rule-type').selectOption(ruleType)
    await page
      .locator('.screening-rule .action option[value=decline][disabled]')
      .waitFor({ state: 'attached' })
  }
  await page.locator('.rule-type').selectOption('age_restriction')
  await page.locator('.rule-field').fill('applicant.age')
  await page.getByText('A rule that reads a sensitive attribute cannot decline').waitFor()
  t.equal(await decline.isDisabled(), true)
  await page.locator('.screening-rule .operator').selectOption('lt')
  await page.locator('.screening-rule .value').fill('21')
  await press('Make it a group')
  await press('Add a group')
  await page.locator('.group .group .rule-field').fill('applicant.nothing')
})

t.test(
  'an error of the service is shown at its rule, and the saved template equals the edited one',
  async (t) => {
    await press('Save')
    await page.getByText('Unresolvable screening-rule field').first().waitFor()
    await page.locator('.group .group .rule-field').fill('check.id_verification.outcome')
    await page.locator('.group .group .value').fill('review')
    await press('Save')
    await page.getByText('Saved.').waitFor()
    const [template] = await control.call<Record<string, unknown>[]>(
      'GET',
      '/organizations/org_acme/workflow_templates?mode=test',
    )
    t.match(template, {
      name: 'Built by clicking',
      steps: [
        { type: 'id_verification', config: { faceCheck: 'selfie', allowPhotoUpload: false } },
        {
          type: 'custom_form',
          config: {
            questions: [{ type: 'text', label: 'Anything to declare?' }],
            rules: [
              {
                when: { questionId: 'question_1', op: 'includes', value: 'yes' },
                action: 'flag_for_review',
              },
            ],
          },
        },
      ],
      screening_rules: [
        {
          ruleType: 'age_restriction',
          action: 'review',
          condition: {
            kind: 'group',
            op: 'AND',
            children: [
              { kind: 'field', field: 'applicant.age', operator: 'lt', value: 21 },
              {
                kind: 'group',
                children: [
                  { field: 'check.id_verification.outcome', operator: 'eq', value: 'review' },
                ],
              },
            ],
          },
        },
      ],
    })
  },
)

t.test('the JSON tab shows the same template', async (t) => {
  await press('JSON')
  const text = await page.getByLabel('Workflow, as JSON').inputValue()
  t.equal((JSON.parse(text) as { name: string }).name, 'Built by clicking')
})
