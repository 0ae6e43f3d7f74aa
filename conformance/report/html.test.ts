import axe from 'axe-core'
import { createHash } from 'node:crypto'
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

/** More rows than a run has, to test that the page stays readable and fast. */
const COVERED = [
  requirement('EXA-001'),
  requirement('EXA-005'),
  requirement('EXB-001', { coverage: 'unobservable', reason: 'A page of the console.' }),
  ...Array.from({ length: 400 }, (_, i) => requirement(`EXC-${100 + i}`, { coverage: 'to_do' })),
]

const HOSTILE =
  "</pre><img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"

/** The example, with a target that tries to run a script in the browser of the reader. */
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

t.test('the page is self-contained, and texts of the target are escaped', async (t) => {
  const page = written(REPORT)
  t.notMatch(page, /(src|href)="(?!data:image\/svg)/)
  t.match(page, /<link rel="icon" href="data:image\/svg\+xml,/)
  t.notMatch(page, /<img|<\/pre><|url\(|@import/)
  t.equal(page.match(/<script/g)?.length, 2, 'the data, and the script')
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

  const shown = (text: string): Promise<void> =>
    page.locator('#shown').getByText(text, { exact: true }).waitFor()
  const check = (id: string) => page.locator(`#${id}`)

  await t.test('scripts of the target do not run, and those of the page do', async (t) => {
    await shown('2 of 403 requirements')
    t.strictSame(complaints, [])
    t.match(await page.title(), /nonconforming$/)
  })

  await t.test('failed checks are on top and open; passed ones are folded', async (t) => {
    t.strictSame(await rows(), ['EXA-005', 'EXA-001'])
    t.equal((await checks())[0], 'a-fail')
    t.equal(await check('a-fail').getAttribute('open'), '')
    t.notOk((await checks()).includes('a-pass'))
    await page.getByText('1 check passed').click()
    await check('a-pass').waitFor()
  })

  await t.test('traffic is drawn when it is opened, and can be reached by keyboard', async (t) => {
    t.equal(await page.locator('pre').count(), 0)
    await check('a-fail').locator('.exchange summary').first().click()
    const boxes = check('a-fail').locator('pre')
    await boxes.first().waitFor()
    t.strictSame(
      await boxes.evaluateAll((found) => found.map((one) => one.getAttribute('tabindex'))),
      ['0', '0'],
    )
    t.match(
      await boxes.first().textContent(),
      HOSTILE.slice(0, 20),
      'texts of the target stay text',
    )
  })

  await t.test('axe finds no violation, and controls are 24 px high', async (t) => {
    await page.evaluate(axe.source)
    t.strictSame(
      await page.evaluate(
        `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))`,
      ),
      [],
    )
    const small = await page
      .locator('button:visible, summary:visible, td a:visible, th a:visible')
      .evaluateAll((found) =>
        (found as unknown as { getBoundingClientRect(): { height: number } }[]).filter(
          (one) => one.getBoundingClientRect().height < 24,
        ),
      )
    t.equal(small.length, 0)
  })

  await t.test(
    'buttons filter outcomes, by keyboard too; the first hundred are drawn',
    async (t) => {
      const toDo = page.locator('[data-standing=to_do].chip')
      await toDo.focus()
      await page.keyboard.press('Enter')
      await shown('402 of 403 requirements')
      t.equal((await rows()).length, 100)
      await page.getByRole('button', { name: 'Show all 402' }).click()
      t.equal((await rows()).length, 402)
      await toDo.press('Space')
      await shown('2 of 403 requirements')
      await page.locator('[data-standing=unobservable].chip').click()
      await page.locator('#EXB-001').getByText('A page of the console.').waitFor()
    },
  )

  await t.test('search finds words in requirements and checks', async (t) => {
    await page.locator('body').press('/')
    await page.keyboard.type('exa-005')
    await shown('1 of 403 requirements')
    t.strictSame([await rows(), (await checks()).includes('a-fail')], [['EXA-005'], true])
    await page.keyboard.press('Escape')
    await shown('3 of 403 requirements')
  })

  await t.test('a check lists the faults that it is known to find', async () => {
    if ((await check('a-fail').getAttribute('open')) === null)
      await check('a-fail').locator('summary').first().click()
    await check('a-fail').getByText('Known to find 1 fault').click()
    await check('a-fail')
      .locator('.faults li', { hasText: 'a service that serves the back EXA-005' })
      .waitFor()
  })

  await t.test('a link leads from a requirement to its check, even to a folded one', async (t) => {
    await page.locator('#EXA-005 a', { hasText: 'a.pass' }).click()
    await t.resolves(page.locator('#a-pass[open]').waitFor())
  })

  await t.test(
    'a long run stays within 1.5 MB and 4,000 elements, even if all of it failed',
    async (t) => {
      const failed = REPORT.checks.find(({ id }) => id === 'a.fail')!
      // Bodies with different bytes: repeated ones would compress to almost nothing.
      const body = (seed: string) => ({
        bytes: 1500,
        sha256: 'x',
        text: Array.from({ length: 12 }, (_, i) =>
          createHash('sha256').update(`${seed} ${i}`).digest('hex'),
        ).join(''),
      })
      const traffic = (check: number) =>
        Array.from({ length: 5 }, (_, i) => ({
          label: `exchange ${i}`,
          request: { method: 'GET', url: 'http://h/p', headers: [] },
          answer: {
            status_line: 'HTTP/1.1 200 OK',
            headers: [],
            milliseconds: 1,
            body: body(`${check} ${i}`),
          },
        }))
      const long = Array.from({ length: 300 }, (_, i) => ({
        ...failed,
        id: `a.fail-${i}`,
        traffic: traffic(i),
      }))
      const whole = written({ ...REPORT, checks: long })
      t.ok(whole.length < 1_500_000, `${whole.length} bytes`)
      writeFileSync(file, whole)
      await page.goto('about:blank')
      await page.goto(pathToFileURL(file).href)
      await shown('2 of 403 requirements')
      const elements = await page.evaluate<number>('document.querySelectorAll("*").length')
      t.ok(elements <= 4000, `${elements} elements`)
      t.strictSame(complaints, [])
    },
  )
})
