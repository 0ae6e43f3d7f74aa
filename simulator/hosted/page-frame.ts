import type { SdkStep } from '../../spec/generated/wire.ts'
import type { Frame } from './page.ts'
import type { Visit } from './visit.ts'

export function homeOf({ owner }: Visit): string {
  return `/s/${owner.sessionId}`
}

/** The page after a repeated submission of a step: without a message, its answers would seem to be used. */
export function repeatedOf(visit: Visit, { id }: SdkStep): string {
  return `${homeOf(visit)}?repeated=${encodeURIComponent(id)}`
}

/** Frame of the pages of a session. */
export function frameOf(visit: Visit): Frame {
  const { business, shown, words, branding } = visit
  return {
    business,
    words,
    mode: shown.mode,
    home: homeOf(visit),
    accent: branding.accent !== undefined,
    logo: branding.logo !== undefined,
  }
}
