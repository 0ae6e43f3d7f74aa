import { type Browser, type Page, chromium } from 'playwright-core'
import { findChromium } from '../../simulator/testing/chromium.ts'
import type { Run } from '../run.ts'

/** A browser that detects when a page runs an injected script. */
export class WatchedPage {
  readonly page: Page
  readonly problems: string[] = []
  visited = 0

  private constructor(page: Page) {
    this.page = page
    page.setDefaultTimeout(30_000)
    page.on('dialog', (dialog) => {
      this.problems.push(`a dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('console', (message) => {
      const text = message.text()
      // Directives that are not allowed in a meta element are not violations.
      if (/Content Security Policy/.test(text) && !/is ignored when delivered via/.test(text))
        this.problems.push(text)
    })
    page.on('pageerror', (error) => this.problems.push(`an error: ${error.message}`))
  }

  static async open(run: Run): Promise<WatchedPage> {
    const { executablePath, env } = findChromium()
    const browser: Browser = await chromium.launch({
      executablePath,
      env: { ...process.env, ...env },
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    })
    run.teardown(() => browser.close())
    // Without a locale, Chromium reports a POSIX locale that the plots of a report cannot parse.
    return new WatchedPage(await browser.newPage({ locale: 'en-US' }))
  }

  /**
   * Opens a page, opens its details, and checks for injected scripts.
   * @param ready selector that exists when the page is drawn
   */
  async visit(url: string, ready = 'h1'): Promise<void> {
    await this.page.goto('about:blank')
    await this.page.goto(url)
    await this.page.locator(ready).first().waitFor()
    await this.look(url)
  }

  /** Checks the current page. */
  async look(what: string): Promise<void> {
    this.visited++
    // Requests of the page may still be in flight.
    await this.page.waitForTimeout(150)
    await this.page.evaluate(
      'document.querySelectorAll("details").forEach((one) => { one.open = true })',
    )
    for (const frame of this.page.frames()) {
      const marked = await frame
        .evaluate('document.querySelectorAll("[data-xss]").length')
        .catch(() => 0)
      if (marked !== 0) this.problems.push(`${String(marked)} elements of a text`)
    }
    for (const [i, problem] of this.problems.entries())
      if (!problem.startsWith('at ')) this.problems[i] = `at ${what}: ${problem}`
  }
}
