export const TITLE = 'Lease of the flat at Kings Place'

/** Returns the i-th document of a step. Its text names the sender, so that no two organizations sign equal files. */
export function documentOf(sender: string, i: number): object {
  return {
    id: `lease_${i + 1}`,
    title: { en: TITLE },
    documentClass: 'rental_or_lease_agreement',
    carveOutsAcknowledged: true,
    body: {
      en: `The landlord lets the flat to the tenant. Part ${i + 1} of what ${sender} sends.`,
    },
  }
}
