import type { Credential } from '../../call/credential.ts'
import type { Window } from '../../call/window.ts'
import type { Ports } from '../../ports.ts'
import type { Clock } from '../../time/clock.ts'
import type { Region } from '../../world/world.ts'
import type { AddressLimit } from './ip-limit.ts'
import type { KeyRing } from './key-ring.ts'
import type { PublishableKeys } from './publishable-keys.ts'

/** Dependencies of the admission of requests in one region. */
export interface Gate {
  clock: Clock
  keys: KeyRing
  ipLimit: AddressLimit
  pages: PageGate
  /** Counts a request in windows that several processes share. @default windows of this process */
  take?: (credential: Credential, routeClass: string) => RateLimitResult | Promise<RateLimitResult>
}

/** The state of a window after a request, and whether the request was admitted. */
export interface RateLimitResult {
  window: Window
  granted: boolean
}

/** Dependencies for admitting pages of one region. */
export interface PageGate {
  region: Region
  ports: Pick<Ports, 'records' | 'world'>
  keys: PublishableKeys
}
