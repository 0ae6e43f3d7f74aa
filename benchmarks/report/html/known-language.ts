/**
 * Runs in the page before uPlot: it is embedded as source text, so it may use its argument only. uPlot formats numbers in the language
 * of the browser, and fails with one that `Intl` does not know. Chromium calls itself `en-US@posix` in the locale `C`.
 */
export function nameKnownLanguage(navigator: { language: string }): void {
  try {
    new Intl.NumberFormat(navigator.language).format(0)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US' })
  }
}
