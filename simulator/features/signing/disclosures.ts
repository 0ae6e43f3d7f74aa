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

/**
 * Returns the problems of an acceptance: it must name the disclosure that was shown to the signer. Also called on bodies
 * that the schema rejected, so it assumes no types.
 * @param consent the disclosure that the signer has accepted before, if any
 */
export function acceptanceIssues(
  ports: Pick<Ports, 'world'>,
  consent: Named | null,
  { version, hash }: { version?: unknown; hash?: unknown },
): Issue[] {
  const asked = consent ?? disclosureInForce(ports)
  const issues: Issue[] = []
  if (Number.isInteger(version) && (version as number) >= 1 && version !== asked.version) {
    const message = `The current disclosure is version ${asked.version}: open the envelope again and show that one`
    issues.push({ code: 'custom', path: ['version'], message, param: 'version' })
  }
  // The hash of another version is right for that version, which is the only problem then.
  const accepted = [asked, ...disclosures(ports).filter((one) => one.version === version)]
  if (isHash(hash) && !accepted.some((one) => one.hash === hash)) {
    const message = `Not the hash of version ${asked.version}: send the hash from the envelope`
    issues.push({ code: 'custom', path: ['hash'], message, param: 'hash' })
  }
  return issues
}

/** Whether a value has the form of a hash; the schema reports other values. */
function isHash(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}
