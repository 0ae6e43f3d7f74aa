import type { Catalogue } from '../../conformance/check/catalogue.ts'
import type { HttpClient } from '../../conformance/http/client.ts'
import type { Redactor } from '../../conformance/http/redactor.ts'
import type { SignatureScheme } from '../../conformance/receiver/signature.ts'
import type { Driver } from '../driver/driver.ts'
import type { Service } from '../service/service.ts'

/** The run has reached its time limit: no further step can run. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime'
}

/** State shared by all checks of a run. */
export interface RunTools {
  service: Service
  driver: Driver | undefined
  webhook: URL | undefined
  scheme: SignatureScheme
  client: HttpClient
  catalogue: Catalogue
  redactor: Redactor
  answerWithinMs: number
  /** Time limit for a result. */
  patienceMs: number
  /** Reports a step of the running check. @throws {OutOfTime} */
  step: (label: string) => void
  /** Least time until the end of the window of a 429. */
  resetInMs: number
  /** Number of webhooks in a row that the receiver answered too late. */
  late: number
  /** Reference of a verification whose outcome did not come in the longer time. */
  awaited: string | undefined
  /** Whether a check has reported that the driver is lost, so that no further one can run. */
  isOver: boolean
  /** Whether the backend has begun a verification in this run. */
  hasBegun: boolean
  /** Whether a receiver without a driver reads sessions from another service; undefined if not examined. */
  readsElsewhere?: boolean
}
