import { iso } from '../../time/clock.ts'
import { type Disclosure, PUBLISHED, disclosureOf, disclosureText } from './crypto/disclosure.ts'
import type { DisclosureItems } from './crypto/disclosure-items.ts'
import type { Ports } from '../../ports.ts'
import type { Issue } from '../../call/errors.ts'

/** Every published disclosure, oldest first. None is ever edited or deleted (CER-008). */
export function disclosures({ world }: Pick<Ports, 'world'>): Disclosure[] {
  const ofUsers = world.file.disclosures ?? []
  return [
    ...PUBLISHED,
    ...ofUsers.map(({ text }, i) => disclosureOf(PUBLISHED.length + i + 1, text)),
  ]
}

/** The disclosure that a signer is asked to accept now. */
export function disclosureInForce(ports: Pick<Ports, 'world'>): Disclosure {
  return disclosures(ports).at(-1)!
}

/** Other wording is a new version, in force from now on (CER-009). */
export async function publishDisclosure(
  { world }: Pick<Ports, 'world'>,
  items: DisclosureItems,
  now: number,
): Promise<void> {
  const published = { text: disclosureText(items), published_at: iso(now) }
  await world.update((file) => {
    file.disclosures = [...(file.disclosures ?? []), published]
  })
}

type Named = Pick<Disclosure, 'version' | 'hash'>

/** Returns the reason why an acceptance is rejected: it must name the disclosure that was shown to the signer. */
export function acceptanceIssues(asked: Named, named: Named): Issue[] {
  if (named.version !== asked.version) {
    const message = `The current disclosure is version ${asked.version}: open the envelope again and show that one`
    return [{ code: 'custom', path: ['version'], message, param: 'version' }]
  }
  if (named.hash === asked.hash) return []
  const message = `Not the hash of version ${asked.version}: send the hash from the envelope`
  return [{ code: 'custom', path: ['hash'], message, param: 'hash' }]
}
