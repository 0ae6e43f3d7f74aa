/** The seven facts that a signer reads before consenting to electronic records (CER-011 to CER-017), in order. */
export const DISCLOSURE_HEADINGS = {
  paper: 'Your right to paper',
  withdrawal: 'Your right to withdraw, and what follows',
  scope: 'What your consent covers',
  how: 'How to withdraw, and how to update your contact details',
  paper_copy: 'How to get a paper copy',
  requirements: 'What hardware and software you need',
  changes: 'How you are told of changes',
} as const

/** A disclosure by its items: the type requires each of them. */
export type DisclosureItems = Record<keyof typeof DISCLOSURE_HEADINGS, string>
