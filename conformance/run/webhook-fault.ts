/** Why nothing arrives at the suite's receiver. */
export interface WebhookFault {
  /** Whether the service tried and could not: then it is the way that is broken, and webhooks can't be judged. */
  unreachable: boolean
  cause: string
}
