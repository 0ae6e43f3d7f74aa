import type { Language } from './catalogue.ts'
import type { JourneyMessages } from './en/journey.ts'
import type { SigningMessages } from './en/signing.ts'

/** A translation of all texts of the mounted page, including the signing frame. */
export interface Copy extends Language {
  journey: JourneyMessages
  /** Needed for workflows with a signing step; without it the frame is in English. */
  signing?: SigningMessages
}
