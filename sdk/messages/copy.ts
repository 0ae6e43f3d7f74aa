import type { Language } from './catalogue.ts'
import type { JourneyMessages } from './en/journey.ts'
import type { SigningMessages } from './en/signing.ts'

/** A translation of all texts of the mounted page, including the signing frame. */
export interface CompleteCopy extends Language {
  journey: JourneyMessages
  signing: SigningMessages
}

/** Texts that replace the English ones of the mounted page. Omitted texts stay in English. */
export interface Copy extends Partial<Language> {
  journey?: Partial<JourneyMessages>
  /** Texts of the signing frame. */
  signing?: Partial<SigningMessages>
}
