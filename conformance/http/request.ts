export interface HttpRequest {
  method: string
  url: URL
  headers: Record<string, string>
  body: Buffer | undefined
  /**
   * Uses a new socket that is parsed here, so that the response is as the target wrote it and
   * independent of earlier ones.
   */
  alone: boolean
  /** Whether the check counts the request within a rate limit, so that a repetition changes its result. */
  isCounted?: boolean
  /** Time that the response may take, if that is more than the time-out of the client. */
  leastTimeoutMs?: number
}

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Whether a request changes nothing (RFC 9110, 9.2.1), so that it can be sent again. */
export function isSafe({ method }: Pick<HttpRequest, 'method'>): boolean {
  return SAFE.has(method)
}

export interface HttpLimits {
  /** PEM of the only certificate authority that is trusted. @default those that Node.js trusts */
  ca?: string
  /** Time-out of the whole exchange, including the last byte of the body. */
  timeoutMs: number
  maxBytes: number
}

export const LIMITS: HttpLimits = { timeoutMs: 10_000, maxBytes: 16 * 1024 * 1024 }
