/** A request in the log feed. */
export interface RequestLine {
  kind: 'request'
  method: string
  path: string
  status: number | null
  duration_ms: number
  request_id: string | null
  error_code: string | null
  fault_id: string | null
  warning: string | null
  response: { body: unknown }
}

/** A delivery attempt in the log feed. */
export interface DeliveryLine {
  kind: 'delivery'
  event_type: string
  session_id: string | null
  subscription_id: string
  http_code: number | null
  latency_ms: number
  attempt: number
  error_code: string | null
}

export type LogLine = RequestLine | DeliveryLine

/** Hints for common errors of new users. */
const ADVICE: Record<string, string> = {
  blocked_address: 'start with --loopback-receivers or --allow-receivers HOST, or use vskit listen',
  tls_failure: 'a receiver needs HTTPS; for an application on plain HTTP use vskit listen',
  dns_failure: "the receiver's name does not resolve",
  connection_failed: 'nothing answers there',
}

/** Formats one line for the terminal. Text from callers cannot move the cursor. */
export function formatLine(line: LogLine): string {
  const text = line.kind === 'request' ? requestLine(line) : deliveryLine(line)
  // oxlint-disable-next-line no-control-regex -- They are what is looked for.
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '?')
}

function requestLine(entry: RequestLine): string {
  const { method, path, status, duration_ms, request_id, fault_id, warning } = entry
  return [
    method,
    path,
    status ?? 'no answer',
    `${Math.round(duration_ms)}ms`,
    request_id ?? '',
    fault_id === null ? '' : `(fault ${fault_id})`,
    problem(entry),
    warning === null ? '' : `warning: ${warning}`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}

function problem({ error_code, response }: RequestLine): string {
  if (error_code === null) return ''
  const { error } = (response.body ?? {}) as {
    error?: {
      message?: string
      details?: { issues?: { path: (string | number)[]; message: string }[] }
    }
  }
  const issues = error?.details?.issues ?? []
  const says =
    issues.length === 0
      ? error?.message
      : issues
          .map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': '))
          .join('; ')
  return says === undefined ? error_code : `${error_code}: ${says}`
}

function deliveryLine(row: DeliveryLine): string {
  const { event_type, session_id, http_code, latency_ms, attempt, error_code } = row
  const advice = ADVICE[error_code ?? '']
  return [
    'webhook',
    event_type,
    session_id ?? '',
    http_code ?? '',
    `${latency_ms}ms`,
    attempt > 1 ? `attempt ${attempt}` : '',
    error_code === null ? '' : advice === undefined ? error_code : `${error_code}: ${advice}`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
