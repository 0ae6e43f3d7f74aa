import { SECTIONS } from '../../simulator/testing/console-world.ts'
import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'
import { benchReport, suiteReport } from '../security/reports.ts'
import { type ScriptedWorld, scriptedWorld } from '../security/scripted-world.ts'
import { ALL_SCRIPTS, SCRIPTS } from '../security/scripts.ts'
import { WatchedPage } from '../security/watched-page.ts'

export const scripts: Part = {
  name: 'scripts',
  promise:
    'No text of an organization, an applicant or a server runs as a script in the console, a hosted page or a report.',
  cases: SCRIPTS.length,
  share: 1,
  quick: false,
  async run(run) {
    const running = await run.simulator({ flags: ['--journal'] })
    const clients = new Clients(running)
    const browser = await WatchedPage.open(run)
    let texts = 0
    await browser.visit(await suiteReport(run), 'main')
    await browser.visit(await benchReport(run), 'main')
    await run.inLanes(1, async (no) => {
      const world = await scriptedWorld(clients, no)
      texts += world.texts
      try {
        await visitConsole(browser, running.ready.console, world)
        await visitHostedPages(browser, running.ready.regions.us.base_url, world)
      } finally {
        // Checked first, because a page with a script error may block the next steps.
        for (const problem of browser.problems.splice(0)) run.fail(no, problem)
      }
    })
    for (const problem of browser.problems) run.fail(-1, problem)
    run.figures.texts = texts
    run.figures['pages visited'] = browser.visited
    clients.close()
  },
}

async function visitConsole(
  browser: WatchedPage,
  console: string,
  { organization, ...ids }: ScriptedWorld,
): Promise<void> {
  const search = encodeURIComponent(ALL_SCRIPTS)
  for (const place of [
    ...SECTIONS,
    `verifications?q=${search}&status=${search}`,
    `applicants?q=${search}`,
    `verifications/${ids.form}`,
    `verifications/${ids.signing}`,
    `applicants/${ids.applicant}`,
    `workflows/${ids.workflow}`,
    `webhooks/${ids.subscription}`,
    search,
    `verifications/${search}`,
  ])
    await browser.visit(`${console}/#/${organization}/test/${place}`)
}

async function visitHostedPages(
  browser: WatchedPage,
  origin: string,
  { form, signing }: ScriptedWorld,
): Promise<void> {
  const { page } = browser
  const main = page.locator('main form button').first()
  await browser.visit(`${origin}/s/${form}?x=${encodeURIComponent(ALL_SCRIPTS)}`)
  await main.click()
  await page.locator('[name="answers.text"]').fill(ALL_SCRIPTS)
  await browser.look('the form')
  await page.evaluate('document.querySelector("main form").noValidate = true')
  await main.click()
  await page.locator('.problems').waitFor()
  await browser.look('the form with its problems')
  await browser.visit(`${origin}/s/${signing}`)
  await main.click()
  await page.locator('form[action$="/open"] button').click()
  await page.locator('form[action$="/consent"] button').waitFor()
  await browser.look('the disclosure')
  await page.locator('form[action$="/consent"] button').click()
  await page.locator('form[action$="/read"] button').waitFor()
  await browser.look('the document')
  await page.locator('form[action$="/read"] button').click()
  await page.locator('[name=typedName]').fill(SCRIPTS[0]!)
  await page.locator('form[action$="/review"] button').click()
  await page.locator('h1').first().waitFor()
  await browser.look('the signature')
}
