import type { Frame } from './page.ts'
import type { Visit } from './visit.ts'

export function homeOf({ owner }: Visit): string {
  return `/s/${owner.sessionId}`
}

/** What the pages of a session have in common. */
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
