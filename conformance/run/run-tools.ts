import type { Catalogue } from '../check/catalogue.ts'
import type { Patience } from '../check/patience.ts'
import type { HttpClient } from '../http/client.ts'
import type { Evidence } from '../http/evidence.ts'
import type { Redactor } from '../http/redactor.ts'
import type { Violations } from '../every-answer/violations.ts'
import type { Hooks } from '../receiver/hooks.ts'
import type { RegionName, Target } from '../target/target.ts'
import type { AddressLimitResets } from './address-limit.ts'
import type { FirstTries } from './closed-connections/first-tries.ts'
import type { Prerequisites } from './prerequisites.ts'
import type { RunEnd } from './run-end.ts'
import type { ServiceWatch } from './service-watch.ts'
import type { WebhookFault } from './webhook-fault.ts'

/** State that all checks of a run share. */
export interface RunTools {
  target: Target
  home: RegionName
  catalogue: Catalogue
  client: HttpClient
  /** Sends the requests of checks; waits while the service restarts. */
  service: ServiceWatch
  /** Ends the run early. */
  end: RunEnd
  redactor: Redactor
  patience: Patience
  prerequisites: Prerequisites
  /** Finds calls whose first connection the service usually closes. */
  firstTries: FirstTries
  addressLimit: AddressLimitResets
  violations: Violations
  /** Bounds the recorded traffic. */
  evidence: Evidence
  /**
   * Names of the states that the provider offers, or the error of the request for them; undefined
   * without a provider.
   */
  offered: ReadonlySet<string> | Error | undefined
  /** Whether to end a check because the requirements that it found broken suffice. */
  enough: ((broken: readonly string[]) => boolean) | undefined
  /** Whether to run checks that take up to a minute. */
  slow: boolean
  /** Receiver of webhooks, if the target file names one. */
  hooks: Hooks | undefined
  /** Finds out why webhooks do not reach the suite; evaluated once per run, on first use. */
  webhookFault: () => Promise<WebhookFault | undefined>
  /** Result of `webhookFault`; undefined until it is known. */
  knownWebhookFault: WebhookFault | undefined
  /** Epoch ms after which no request is made, except those that undo states. */
  deadline: number
}
