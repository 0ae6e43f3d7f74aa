import { createHash } from 'node:crypto'
import { VERSION_1 } from './disclosures/version-1.ts'

/** The seven things that a signer is told before consenting to electronic records (CER-011 to 017), in their order. */
export const DISCLOSURE_HEADINGS = {
  paper: 'Your right to paper',
  withdrawal: 'Your right to withdraw, and what follows',
  scope: 'What your consent covers',
  how: 'How to withdraw, and how to update your contact details',
  paper_copy: 'How to get a paper copy',
  requirements: 'What hardware and software you need',
  changes: 'How you are told of changes',
} as const

/** A disclosure by its items: none can be forgotten. */
export type DisclosureItems = Record<keyof typeof DISCLOSURE_HEADINGS, string>

export interface Disclosure {
  /** Counts from 1. */
  version: number
  /** SHA-256 of `text` in UTF-8, lower-case hex (CER-003). */
  hash: string
  text: string
}

/** The versions that the platform comes with, oldest first. Only ever added to. */
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
