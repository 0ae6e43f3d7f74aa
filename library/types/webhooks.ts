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

/** The body of a webhook. Types that are not among these will come: log and ignore them. */
export type WebhookEvent =
  | SessionCompletedEvent
  | SessionCancelledEvent
  | SessionManualReviewRequestedEvent
  | SessionFormFlaggedEvent
  | SessionExpiredEvent
  | SessionDocumentSignedEvent
  | SessionDocumentDeclinedEvent
  | WebhookTestPing

export interface WebhookFilter {
  type?: WebhookEventType | 'webhook.test_ping'
  sessionId?: string
  organization?: string
  mode?: Mode
  /** Milliseconds of real time. @default 5000 */
  timeout?: number
}

/** A webhook as a receiver gets it. */
export interface Webhook {
  id: string
  type: string
  sessionId: string | null
  organization: string
  mode: Mode
  /** The bytes that are signed, as text. */
  body: string
  /** Lower-case names; signature and timestamp included. */
  headers: Record<string, string>
  /** The body, parsed. */
  event: WebhookEvent
  /** With which `headers` are signed. */
  secret: string
}

export interface ListenOptions {
  /** URL of the application; `http://` is fine. */
  forwardTo?: string
  /** URLs for some event types, ahead of `forwardTo`. */
  routes?: Partial<Record<WebhookEventType, string>>
  /** Takes the deliveries instead of a URL. @returns the status to answer with; 200 when nothing is returned */
  handler?: (webhook: Webhook) => number | void | Promise<number | void>
  /** @default every type */
  events?: readonly WebhookEventType[]
  /** @default the first organization */
  organization?: string
  /** @default 'test' */
  mode?: Mode
  /** Called before and after each delivery. */
  onDelivery?: (delivery: ForwardedWebhook) => void
}

export interface ForwardedWebhook {
  webhook: Webhook
  /** Where it went; undefined with a handler. */
  url: string | undefined
  /** Undefined before the application has answered. */
  result?:
    | { status: number; milliseconds: number }
    | { error: 'connection_failed' | 'timeout'; reason: string; milliseconds: number }
}

export interface Listener {
  readonly subscriptionId: string
  /** Signing secret: the same for each listener of this organization and mode. */
  readonly secret: string
  /** Resolves when the simulator has ended the connection. */
  readonly ended: Promise<void>
  /** Unsubscribes. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
