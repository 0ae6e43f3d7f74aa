/** Forms of secrets that are never printed, known to this run or not. */
const FORMS: [form: RegExp, shown: string][] = [
  [/(ah_(?:sk|pk)_(?:us|eu)_(?:live|test)_)[A-Za-z0-9_-]+/gi, '$1[redacted]'],
  [/(?<![A-Za-z0-9_])bt_[A-Za-z0-9_.-]{8,}/g, 'bt_[redacted]'],
  [/whsec_[A-Za-z0-9+/=_-]{8,}/g, 'whsec_[redacted]'],
]

/** Takes secrets out of everything that leaves the suite. A secret is told to it before it is used. */
export class Redactor {
  readonly #labels = new Map<string, string>()
  #pattern: RegExp | undefined

  /** @param label what is printed in its place, such as `us.test` */
  add(label: string, secret: string): void {
    for (const form of [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]) {
      this.#labels.set(form.toLowerCase(), label)
    }
    // The longest first: one secret may begin like another.
    const forms = [...this.#labels.keys()].sort((a, b) => b.length - a.length)
    this.#pattern = new RegExp(forms.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'gi')
  }

  text(text: string): string {
    const known = this.#pattern
      ? text.replace(this.#pattern, (found) => `[redacted ${this.#labels.get(found.toLowerCase())}]`) : text
    return FORMS.reduce((rest, [form, shown]) => rest.replace(form, shown), known)
  }
}
