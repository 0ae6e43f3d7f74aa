/**
 * The message catalogue: one folder for each language, one file for each part of the interface. Plain data, so that the
 * SDK and the simulator's hosted pages read the same texts. `{name}` in a text is replaced by `fill`.
 */
export interface Language {
  /** BCP 47 tag, such as `pt-BR`. */
  lang: string
  dir: 'ltr' | 'rtl'
}

/** Replaces each `{name}` by its value; a name without a value is not replaced. */
export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  )
}

/** Keys by which a translation differs from the original: the page would mix two languages. */
export interface Incompleteness {
  missing: string[]
  unknown: string[]
}

/** Compares the keys of a translation with those of the original; undefined if they are equal. */
export function incompleteness(given: object, original: object): Incompleteness | undefined {
  const missing = Object.keys(original).filter((key) => {
    const text: unknown = Object.hasOwn(given, key) ? given[key as keyof object] : undefined
    return typeof text !== 'string' || text.trim() === ''
  })
  const unknown = Object.keys(given).filter((key) => !Object.hasOwn(original, key))
  return missing.length + unknown.length === 0 ? undefined : { missing, unknown }
}
