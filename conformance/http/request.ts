export interface HttpRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body: Buffer | undefined
  /** On a socket of its own, read by hand, so that the answer is as the target wrote it and nothing earlier shows in it. */
  alone: boolean
}

export interface HttpLimits {
  /** PEM of the only certificate authority that is trusted. @default those that Node.js trusts */
  ca?: string
  /** For the whole exchange, the last byte of the body included. */
  timeoutMs: number
  maxBytes: number
}

export const LIMITS: HttpLimits = { timeoutMs: 10_000, maxBytes: 16 * 1024 * 1024 }
