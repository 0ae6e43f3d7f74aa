/**
 * Characters of a bearer token (RFC 6750), and % for parts of URLs. A full stop after the secret ends
 * the sentence.
 */
const CHARACTERS = String.raw`(?:[\w~+/=%-]|\.(?=[\w~+/=%-]))`

/**
 * Forms of secrets that are never printed, known to this run or not. A key in base64 is recognized
 * by the encodings of `ah_sk_` and `ah_pk_` at any offset, and a key in hexadecimal likewise.
 */
const FORMS: [form: RegExp, shown: string][] = [
  [new RegExp(`(ah_(?:sk|pk)_(?:us|eu)_(?:live|test)_)${CHARACTERS}+`, 'gi'), '$1[redacted]'],
  [new RegExp(`(?<![A-Za-z0-9_])bt_${CHARACTERS}{8,}`, 'g'), 'bt_[redacted]'],
  [new RegExp(`whsec_${CHARACTERS}{8,}`, 'g'), 'whsec_[redacted]'],
  [
    /(?:YWhfc2tf|YWhfcGtf|FoX3Nr|FoX3Br|haF9za|haF9wa)[A-Za-z0-9+/=_-]{8,}/g,
    '[redacted key in base64]',
  ],
  [/61685f[73][30]6b5f[0-9a-f]{8,}/gi, '[redacted key in hexadecimal]'],
]

/** Limits on the length and the number of cached texts. */
const SHORT = 40
const MOST_KNOWN = 1000

/** Redacts secrets in all output of the suite. A secret is registered before it is used. */
export class Redactor {
  readonly #labels = new Map<string, string>()
  #pattern: RegExp | undefined
  /** Results for short texts, which repeat often. */
  readonly #known = new Map<string, string>()

  /** @param label printed in its place, such as `us.test` */
  add(label: string, secret: string): void {
    const bytes = Buffer.from(secret)
    const forms = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      encodeURIComponent(secret),
      bytes.toString('hex'),
      ...inBase64(bytes),
    ]
    for (const form of forms) this.#labels.set(form.toLowerCase(), label)
    this.#known.clear()
    // Longest first: one secret may be a prefix of another.
    const known = [...this.#labels.keys()].sort((a, b) => b.length - a.length)
    this.#pattern = new RegExp(
      known.map((form) => form.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'),
      'gi',
    )
  }

  /**
   * Registers one of many secrets. A recognizable form is redacted anyway, and needs no place in
   * the list that every text is searched for.
   */
  addUnlessKnown(label: string, secret: string): void {
    if (FORMS.reduce((rest, [form]) => rest.replace(form, ''), secret) !== '')
      this.add(label, secret)
  }

  text(text: string): string {
    if (text.length > SHORT) return this.#redacted(text)
    let known = this.#known.get(text)
    if (known === undefined) {
      known = this.#redacted(text)
      if (this.#known.size >= MOST_KNOWN) this.#known.clear()
      this.#known.set(text, known)
    }
    return known
  }

  #redacted(text: string): string {
    const known = this.#pattern
      ? text.replace(
          this.#pattern,
          (found) => `[redacted ${this.#labels.get(found.toLowerCase())}]`,
        )
      : text
    return FORMS.reduce((rest, [form, shown]) => rest.replace(form, shown), known)
  }
}

/**
 * Returns the base64 fragments of a secret that do not depend on its position: it may begin at any of three offsets.
 */
function inBase64(secret: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const whole = Buffer.concat([Buffer.alloc(before), secret])
      .toString('base64')
      .replace(/=+$/, '')
    // The first and the last characters contain bits of neighbouring text.
    const own = whole.slice(
      Math.ceil((before * 8) / 6),
      Math.floor(((before + secret.length) * 8) / 6),
    )
    return [own, own.replaceAll('+', '-').replaceAll('/', '_')]
  })
}
