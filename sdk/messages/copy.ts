import type { Language } from './catalogue.ts'
import type { JourneyMessages } from './en/journey.ts'
import type { SigningMessages } from './en/signing.ts'

/** A translation of everything that the mounted page says, the signing frame included. */
export interface Copy extends Language {
  journey: JourneyMessages
  /** Needed where a workflow has a step to sign; without it the frame would be in English. */
  signing?: SigningMessages
}
