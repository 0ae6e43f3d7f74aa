import type { Mutant } from '../mutant.ts'

const SOURCE = 'decisionSource ?? null'

/** Faults in keeping the members of an event. */
export const MEMBER_MUTANTS: readonly Mutant[] = [
  {
    name: 'forgets the decision source when an older event arrives',
    killedBy: 'receiver.order',
    breaks: 'CLI-002',
    edits: [
      ['verifications.js', 'verification.decisionSource ??= ', 'verification.decisionSource = '],
    ],
  },
  ...[
    [
      'records the decision of a reviewer as automatic',
      SOURCE,
      "(decisionSource && 'automatic')",
      'CLI-020',
    ],
    [
      'records the decision of a rule as one of a reviewer',
      SOURCE,
      "(decisionSource && 'reviewer')",
      'CLI-020',
    ],
    ['records every mode as live', 'mode ?? null', "(mode && 'live')", 'CLI-020'],
    [
      'records the end by an applicant as a decision of a reviewer',
      SOURCE,
      "decisionSource ?? (session.outcome === 'declined' ? 'reviewer' : null)",
      'EVB-024',
    ],
    [
      'records the end by an applicant as an automatic decision',
      SOURCE,
      "decisionSource ?? (session.outcome === 'declined' ? 'automatic' : null)",
      'EVB-025',
    ],
    [
      'records an expiry as a decision of a reviewer',
      SOURCE,
      "decisionSource ?? (session.status === 'expired' ? 'reviewer' : null)",
      'EVB-024',
    ],
  ].map(([name, from, to, breaks]): Mutant => ({
    name: name!,
    killedBy: 'receiver.event-members',
    breaks: breaks!,
    edits: [['verifications.js', from!, to!]],
  })),
  ...[
    [
      'keeps no image of an uploaded photo',
      'session.idv?.available_images ?? []',
      "session.idv?.capture_acquisition === 'upload' ? [] : (session.idv?.available_images ?? [])",
    ],
    [
      'keeps no image without a recorded capture source',
      'session.idv?.available_images ?? []',
      'session.idv?.capture_acquisition ? session.idv.available_images : []',
    ],
    [
      'ships only after a photo of the camera',
      "session.outcome === 'approved' && verification",
      "session.outcome === 'approved' && session.idv?.capture_acquisition === 'camera' && verification",
    ],
  ].map(([name, from, to]): Mutant => ({
    name: name!,
    killedBy: 'backend.uploaded-photo',
    breaks: 'IDV-019',
    edits: [['verifications.js', from!, to!]],
  })),
]
