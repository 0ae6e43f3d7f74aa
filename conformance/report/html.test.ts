import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import t from 'tap'
import { browserFor } from '../../simulator/testing/browser.ts'
import type { CoveredRequirement } from '../check/coverage.ts'
import { EXAMPLE_CHECKS, EXAMPLE_REPORT } from '../self-test/example-report.ts'
import type { RunReport } from '../run/result.ts'
import { HtmlReporter } from './html.ts'

const requirement = (id: string, more: Partial<CoveredRequirement> = {}): CoveredRequirement => ({
  id,
  level: 'must',
  text: `Text of ${id}.`,
  area: 'core-x',
  coverage: 'checked',
  checks: [],
  ...more,
})

/** More rows than a run has, so that the page is known to stay readable and quick. */
const COVERED = [
  requirement('EXA-001'),
  requirement('EXA-005'),
  requirement('EXB-001', { coverage: 'unobservable', reason: 'A page of the console.' }),
  ...Array.from({ length: 400 }, (_, i) => requirement(`EXC-${100 + i}`, { coverage: 'to_do' })),
]

const HOSTILE =
  "</pre><img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"

/** The example, with a target that would like to run a script in the reader's browser. */
const REPORT: RunReport = {
  ...EXAMPLE_REPORT,
  target: { name: HOSTILE, regions: { us: HOSTILE } },
  checks: EXAMPLE_CHECKS.map((check) =>
    check.id !== 'a.fail'
      ? check
      : {
          ...check,
          requirements: ['EXA-001', 'EXA-005'],
          reason: HOSTILE,
          notes: [HOSTILE],
          expectations: check.expectations.map((one) => ({ ...one, got: HOSTILE })),
          traffic: [
            {
              label: HOSTILE,
              request: {
                method: 'POST',
                url: `http://h/?a=${HOSTILE}`,
                headers: [['Authorization', 'Bearer [redacted us.test]']],
              },
              answer: {
                status_line: HOSTILE,
                headers: [[HOSTILE, HOSTILE]],
                milliseconds: 1,
                body: { bytes: 9, sha256: 'x', text: HOSTILE },
              },
            },
          ],
        },
  ),
}

function written(report: RunReport): string {
  let page = ''
  new HtmlReporter(
    (text) => {
      page += text
    },
    COVERED,
    { 'a.fail': [{ fault: 'serves the back', breaks: ['EXA-005'] }] },
  ).finished(report)
  return page
}

t.test('the page needs nothing else, and nothing of the target is markup in it', async (t) => {
  const page = written(REPORT)
  t.notMatch(page, /(src|href)="(?!#)/)
  t.notMatch(page, /<img|<\/pre><|url\(|@import/)
  t.equal(page.match(/<script/g)?.length, 1)
})

t.test('in a browser', async (t) => {
  const file = join(t.testdir(), 'report.html')
  writeFileSync(file, written(REPORT))
  const browser = await browserFor(t)
  const page = await browser.newPage()
  const complaints: string[] = []
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(String(error)))
  await page.goto(pathToFileURL(file).href)
  const rows = () =>
    page.locator('tbody tr:visible').evaluateAll((found) => found.map(({ id }) => id))
  const checks = () =>
    page.locator('.check:visible').evaluateAll((found) => found.map(({ id }) => id))

  await t.test('nothing of the target runs, and its own style and script do', async (t) => {
    t.strictSame(complaints, [])
    t.match(await page.title(), /nonconforming$/)
    t.equal(await page.locator('#shown').textContent(), '2 of 403 requirements')
  })

  await t.test('what failed is on top, and open', async (t) => {
    t.strictSame(await rows(), ['EXA-005', 'EXA-001'])
    t.equal((await checks())[0], 'a-fail')
    t.equal(await page.locator('#a-fail').getAttribute('open'), '')
  })

  await t.test('buttons choose outcomes, by keyboard too', async (t) => {
    await page.locator('[data-standing=to_do].chip').focus()
    await page.keyboard.press('Enter')
    t.equal((await rows()).length, 402)
    await page.keyboard.press('Space')
    t.equal((await rows()).length, 2)
    await page.locator('[data-standing=unobservable].chip').click()
    t.match(await page.locator('#EXB-001').textContent(), 'A page of the console.')
  })

  await t.test('words are searched for in requirements and checks', async (t) => {
    await page.locator('body').press('/')
    await page.keyboard.type('exa-005')
    t.strictSame([await rows(), (await checks()).includes('a-fail')], [['EXA-005'], true])
    await page.keyboard.press('Escape')
    t.equal((await rows()).length, 3)
  })

  await t.test('a check says what it is known to find', async (t) => {
    t.equal(
      await page.locator('#a-fail .faults li').textContent(),
      'a service that serves the back EXA-005',
    )
  })

  await t.test('a link leads from a requirement to its check, even to a folded one', async (t) => {
    await page.locator('#EXA-005 a', { hasText: 'a.pass' }).click()
    // The browser tells the page of its new address after the click is done.
    await t.resolves(page.locator('#a-pass[open]').waitFor())
  })
})
