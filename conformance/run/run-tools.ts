import type { Catalogue } from '../check/catalogue.ts'
import type { Patience } from '../check/patience.ts'
import type { HttpClient } from '../http/client.ts'
import type { Redactor } from '../http/redactor.ts'
import type { Violations } from '../every-answer/violations.ts'
import type { Hooks } from '../receiver/hooks.ts'
import type { RegionName, Target } from '../target/target.ts'
import type { AddressLimitResets } from './address-limit.ts'
import type { Prerequisites } from './prerequisites.ts'
import type { WebhookFault } from './webhook-fault.ts'

/** State that all checks of a run share. */
export interface RunTools {
  target: Target
  home: RegionName
  catalogue: Catalogue
  client: HttpClient
  redactor: Redactor
  patience: Patience
  prerequisites: Prerequisites
  addressLimit: AddressLimitResets
  violations: Violations
  /** Names of the states that the provider offers, or why they are not known; undefined without a provider. */
  offered: ReadonlySet<string> | Error | undefined
  /** Whether what a check found broken is all that anybody wants of it; it is ended then. */
  enough: ((broken: readonly string[]) => boolean) | undefined
  /** Whether checks that take up to a minute are run. */
  slow: boolean
  /** Where webhooks are received, if the target file says so. */
  hooks: Hooks | undefined
  /** Why webhooks don't reach the suite at all; found out once in a run, when it is first asked for. */
  webhookFault: () => Promise<WebhookFault | undefined>
  /** The same, once it was found out. */
  knownWebhookFault: WebhookFault | undefined
  /** Epoch ms after which no request is made any more. */
  deadline: number
}
