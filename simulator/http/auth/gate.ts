import type { Credential } from '../../call/credential.ts'
import type { Window } from '../../call/window.ts'
import type { Ports } from '../../ports.ts'
import type { Clock } from '../../time/clock.ts'
import type { Region } from '../../world/world.ts'
import type { AddressLimit } from './ip-limit.ts'
import type { KeyRing } from './key-ring.ts'
import type { PublishableKeys } from './publishable-keys.ts'

/** The gate of one region: its address limit, its secret keys, and what pages come with. */
export interface Gate {
  clock: Clock
  keys: KeyRing
  ipLimit: AddressLimit
  pages: PageGate
  /** Counts a request where other processes count too. @default in this process alone */
  take?: (credential: Credential, routeClass: string) => TakenPlace | Promise<TakenPlace>
}

/** The state of a window after a request, and whether the request was admitted. */
export interface TakenPlace {
  window: Window
  granted: boolean
}

/** Dependencies for admitting pages of one region. */
export interface PageGate {
  region: Region
  ports: Pick<Ports, 'records' | 'world'>
  keys: PublishableKeys
}
