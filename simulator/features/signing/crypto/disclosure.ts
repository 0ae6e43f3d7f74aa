import { createHash } from 'node:crypto'
import { VERSION_1 } from './disclosures/version-1.ts'
import { DISCLOSURE_HEADINGS, type DisclosureItems } from './disclosure-items.ts'

export interface Disclosure {
  /** Counts from 1. */
  version: number
  /** SHA-256 of `text` in UTF-8, lower-case hex (CER-003). */
  hash: string
  text: string
}

/** The versions that the platform ships with, oldest first. Append only. */
export const PUBLISHED: readonly Disclosure[] = [VERSION_1].map((items, i) =>
  disclosureOf(i + 1, disclosureText(items)),
)

export function disclosureOf(version: number, text: string): Disclosure {
  return { version, hash: createHash('sha256').update(text).digest('hex'), text }
}

/** The text that is shown, hashed and accepted. */
export function disclosureText(items: DisclosureItems): string {
  const names = Object.keys(DISCLOSURE_HEADINGS) as (keyof DisclosureItems)[]
  const parts = names.map((name, i) => `${i + 1}. ${DISCLOSURE_HEADINGS[name]}\n${items[name]}`)
  return `Consent to electronic records and signatures\n\n${parts.join('\n\n')}\n`
}
