/** Returns why nothing arrives at the suite's receiver. */
export interface WebhookFault {
  /**
   * Whether the service tried to deliver and could not: then the network is at fault, and webhooks
   * cannot be judged.
   */
  unreachable: boolean
  cause: string
}
