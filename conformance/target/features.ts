/**
 * What a target may say it has. A mandatory feature that is declared absent fails the run; another one is passed over.
 */
export const FEATURES = {
  sessions: { mandatory: true, what: 'create, list and retrieve verification sessions' },
  applicants: { mandatory: true, what: 'create and update applicants' },
  evidence_images: { mandatory: true, what: 'the image route of a session' },
  rate_limits: { mandatory: true, what: 'budgets by route class, and their headers' },
  openapi_document: { mandatory: true, what: 'GET /openapi.json' },
} as const satisfies Record<string, { mandatory: boolean, what: string }>

export type FeatureName = keyof typeof FEATURES

export const FEATURE_NAMES = Object.keys(FEATURES) as FeatureName[]
