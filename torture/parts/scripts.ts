import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SECTIONS } from '../../simulator/testing/console-world.ts'
import { Clients } from '../clients.ts'
import type { Part } from '../part.ts'
import type { Run } from '../run.ts'
import { type ScriptedWorld, scriptedWorld } from '../security/scripted-world.ts'
import { ALL_SCRIPTS, SCRIPTS } from '../security/scripts.ts'
import { WatchedPage } from '../security/watched-page.ts'

const CLI = fileURLToPath(new URL('../../bin/vskit.cjs', import.meta.url))

export const scripts: Part = {
  name: 'scripts',
  promise:
    'No text of an organization, an applicant or a server runs in the console, a hosted page or a report.',
  cases: SCRIPTS.length,
  share: 1,
  quick: false,
  async run(run) {
    const running = await run.simulator({ flags: ['--journal'] })
    const clients = new Clients(running)
    const browser = await WatchedPage.open(run)
    let texts = 0
    await browser.visit(await suiteReport(run), 'main')
    await run.inLanes(1, async (no) => {
      const world = await scriptedWorld(clients, no)
      texts += world.texts
      try {
        await visitConsole(browser, running.ready.console, world)
        await visitHostedPages(browser, running.ready.regions.us.base_url, world)
      } finally {
        // First of all: a page that a text has broken does not lead on.
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

/** The report of the suite on a server that answers everything with scripts. @returns its address */
async function suiteReport(run: Run): Promise<string> {
  const server = createServer((request, response) => {
    request.resume()
    const body = JSON.stringify({ data: { id: ALL_SCRIPTS }, error: { message: ALL_SCRIPTS } })
    response.writeHead(500, SCRIPTS[0], {
      'content-type': `text/html; ${SCRIPTS[1]}`,
      'x-request-id': SCRIPTS[2],
      [`x-${'a'}`]: SCRIPTS[3],
    })
    response.end(request.url?.length === 1 ? ALL_SCRIPTS : body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  run.teardown(() => new Promise((resolve) => server.close(resolve)))
  const base_url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  const folder = await run.folder()
  const credentials = { test: { env: 'SCRIPT_KEY' } }
  const target = { name: SCRIPTS[0], regions: { us: { base_url, credentials } } }
  await writeFile(join(folder, 'target.json'), JSON.stringify(target))
  const report = join(folder, 'report.html')
  const args = ['conformance', '--target', join(folder, 'target.json'), '--report-html', report]
  const child = spawn(process.execPath, [CLI, ...args, '--area', 'applicants', 'sessions'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, SCRIPT_KEY: `ah_sk_us_test_${SCRIPTS[4]!}` },
  })
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said += text.toString()))
  const code = await new Promise((resolve) => child.once('close', resolve))
  if (code !== 1) run.fail(-1, `vskit conformance ended with ${String(code)}: ${said}`)
  return `file://${report}`
}
