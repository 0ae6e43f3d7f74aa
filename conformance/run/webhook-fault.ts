/** Returns why nothing arrives at the suite's receiver. */
export interface WebhookFault {
  /**
   * Whether the service refuses the address of the receiver, or tried to deliver and could not: then
   * webhooks cannot be judged.
   */
  unreachable: boolean
  cause: string
}
