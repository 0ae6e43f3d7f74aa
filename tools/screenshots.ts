import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, chromium } from 'playwright-core'
import { startSimulator } from '../simulator/server.ts'
import { findChromium } from '../simulator/testing/chromium.ts'
import { steer } from '../simulator/testing/steer.ts'
import { roomyWorld } from '../simulator/testing/simulator.ts'

/**
 * Takes a screenshot of every section of the console, and the images of the README.
 * `node tools/screenshots.ts [folder]`; by default the sections go to `screenshots/`. The images of the README always go
 * to `docs/images/`.
 */
const FOLDER = process.argv[2] ?? 'screenshots'
const README_IMAGES = join(import.meta.dirname, '../docs/images')
const SECTIONS = [
  'verifications',
  'new',
  'keys',
  'webhooks',
  'emails',
  'journal',
  'requests',
  'faults',
  'reset',
  'organization',
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

mkdirSync(FOLDER, { recursive: true })
mkdirSync(README_IMAGES, { recursive: true })
const simulator = await startSimulator({
  adminPort: 0,
  usPort: 0,
  euPort: 0,
  world: roomyWorld(),
  journal: true,
})
const { executablePath, env } = findChromium()
const browser = await chromium.launch({
  executablePath,
  env: { ...process.env, ...env },
  args: ['--no-sandbox'],
})
try {
  const control = steer(simulator)
  const ids: string[] = []
  for (const [given, family, expected_outcome] of PEOPLE) {
    const applicant = {
      given_names: [given],
      family_name: family,
      email: `${given}@example.com`.toLowerCase(),
    }
    const { id } = await control.call<{ id: string }>(
      'POST',
      '/organizations/org_acme/sessions?mode=test',
      {
        applicant,
        expected_outcome,
        metadata: { order: `A-${ids.length + 1}` },
      },
    )
    ids.push(id)
    if (ids.length < PEOPLE.length) await control.journey(id, 'submit')
  }
  await control.call('POST', '/organizations/org_acme/workflow_templates?mode=test', {
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
  const page = await browser.newPage({
    viewport: { width: 1280, height: 860 },
    colorScheme: 'light',
  })
  const open = async (place: string): Promise<void> => {
    await page.goto(`${simulator.control_url}/#/org_acme/test/${place}`)
    await page.locator('main h1').first().waitFor()
    await settled(page)
  }
  const shoot = (name: string): Promise<unknown> =>
    page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: true })
  for (const section of SECTIONS) {
    await open(section)
    await shoot(section)
  }
  await open('verifications?status=awaiting_review')
  await shoot('review-queue')
  await open('verifications')
  await page.screenshot({ path: join(README_IMAGES, 'console.png') })
  await open(`verifications/${ids[0]!}`)
  await shoot('verification')
  await page.screenshot({ path: join(README_IMAGES, 'console-verification.png') })
  await open('workflows')
  await page.getByRole('button', { name: 'Change' }).click()
  await settled(page)
  await shoot('workflow-editor')
  for (const path of ['docs/api', 'docs/errors/validation_error']) {
    await page.goto(`${simulator.control_url}/${path}`)
    await page.screenshot({ path: join(FOLDER, `${path.replaceAll('/', '-')}.png`) })
  }
  await page.setViewportSize({ width: 390, height: 800 })
  await open('verifications')
  await shoot('verifications-phone')
} finally {
  await browser.close()
  await simulator.close()
}

/** Waits until nothing changes any more: the answers of the page have come and are drawn. */
async function settled(page: Page): Promise<void> {
  let before = ''
  for (;;) {
    await page.waitForTimeout(250)
    const now = await page.locator('main').innerHTML()
    if (now === before) return
    before = now
  }
}
