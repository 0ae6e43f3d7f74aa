/// <reference lib="esnext.disposable" preserve="true" />
import type {
  Mode,
  SessionCancelledEvent,
  SessionCompletedEvent,
  SessionDocumentDeclinedEvent,
  SessionDocumentSignedEvent,
  SessionExpiredEvent,
  SessionFormFlaggedEvent,
  SessionManualReviewRequestedEvent,
  WebhookEventType,
  WebhookTestPing,
} from '../../spec/generated/wire.ts'

/** The body of a webhook. More types will be added: log and ignore unknown ones. */
export type WebhookEvent =
  | SessionCompletedEvent
  | SessionCancelledEvent
  | SessionManualReviewRequestedEvent
  | SessionFormFlaggedEvent
  | SessionExpiredEvent
  | SessionDocumentSignedEvent
  | SessionDocumentDeclinedEvent
  | WebhookTestPing

/** Selects webhooks; omitted members match all. */
export interface WebhookFilter {
  /** Event type. */
  type?: WebhookEventType | 'webhook.test_ping'
  /** Id of the session that the event is about. */
  sessionId?: string
  /** Id of the organization. */
  organization?: string
  /** Mode of the session. */
  mode?: Mode
  /** Timeout in milliseconds of real time. @default 5000 */
  timeout?: number
}

/** A webhook as its receiver gets it. */
export interface Webhook {
  /** Id of the event, `evt_*`: the same at each retry and replay. */
  id: string
  /** Event type, such as `kyc.session.completed`. */
  type: string
  /** Id of the session; null for a test ping. */
  sessionId: string | null
  /** Id of the organization. */
  organization: string
  /** Mode of the session. */
  mode: Mode
  /** The signed bytes, as text. */
  body: string
  /** Header fields by lower-case name, `x-webhook-signature` and `x-webhook-timestamp` included. */
  headers: Record<string, string>
  /** The body, parsed. */
  event: WebhookEvent
  /** Signing secret that signed `headers`. */
  secret: string
}

/** Receiver of `listen`, and its event types. One of `forwardTo`, `routes` and `handler` is required. */
export interface ListenOptions {
  /** URL of the application; `http://` is fine. */
  forwardTo?: string
  /** URLs for single event types. They take precedence over `forwardTo`. */
  routes?: Partial<Record<WebhookEventType, string>>
  /**
   * Receives the deliveries instead of a URL.
   * @returns the status of the response; without one 200, and 500 when it throws
   */
  handler?: (webhook: Webhook) => number | void | Promise<number | void>
  /** Event types to subscribe to. @default every type */
  events?: readonly WebhookEventType[]
  /** Id of the organization. @default the first organization */
  organization?: string
  /** Mode of the sessions. @default 'test' */
  mode?: Mode
  /** Called before and after each delivery. */
  onDelivery?: (delivery: ForwardedWebhook) => void
}

/** A delivery that `listen` forwards. */
export interface ForwardedWebhook {
  /** The delivery. */
  webhook: Webhook
  /** URL that receives it; undefined with a handler. */
  url: string | undefined
  /** Response of the application, or the reason why there is none; undefined before that. */
  result?:
    | { status: number; milliseconds: number }
    | { error: 'connection_failed' | 'timeout'; reason: string; milliseconds: number }
}

/** A running `listen`. */
export interface Listener {
  /** Id of its subscription, `whs_*`. */
  readonly subscriptionId: string
  /** Signing secret: the same for each listener of this organization and mode. */
  readonly secret: string
  /** Resolves when it is closed, also by the simulator: the organization was deleted, or the simulator ends. */
  readonly ended: Promise<void>
  /** Unsubscribes. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
