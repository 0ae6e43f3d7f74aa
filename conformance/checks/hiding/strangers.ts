import type { CredentialNeed } from '../../target/target.ts'
import type { Resource } from './id-operations.ts'

/** A caller without access to a record, and the requirement that hides it. */
export interface Stranger {
  name: string
  /** Difference between the owner of the records and the caller. */
  label: string
  owner: CredentialNeed
  asker: CredentialNeed
  hidden: (resource: Resource) => readonly string[]
}

export const STRANGERS: readonly Stranger[] = [
  {
    name: 'other-organization',
    label: 'another organization',
    owner: 'home.test_other_organization',
    asker: 'home.test',
    hidden: () => ['ERR-006'],
  },
  {
    name: 'live-mode',
    label: 'live mode, with a test key',
    owner: 'home.live',
    asker: 'home.test',
    hidden: (resource) => (resource === 'sessions' ? ['PLN-007', 'PLN-017'] : ['PLN-007']),
  },
  {
    name: 'test-mode',
    label: 'test mode, with a live key',
    owner: 'home.test',
    asker: 'home.live',
    hidden: () => ['AUT-004'],
  },
  {
    name: 'other-region',
    label: 'the other region',
    // Most checks create their records at home, so that an id of the home region is more likely to be
    // greater than all of the other region (`withIdUnknownTo`).
    owner: 'home.test',
    asker: 'other.test',
    hidden: (resource) =>
      resource === 'sessions' ? ['PLN-014'] : resource === 'applicants' ? ['PLN-013'] : ['PLN-002'],
  },
]
