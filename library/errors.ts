/** Thrown when a simulator refuses a request or cannot be reached. */
export class SimulatorError extends Error {
  override name = 'SimulatorError'
  /** HTTP status, if there was a response. */
  readonly status: number | undefined
  /** Code of the error table, such as `validation_error`. */
  readonly code: string | undefined
  /** Body of the response, parsed. */
  readonly body: unknown

  constructor(message: string, answer: { status?: number; body?: unknown; cause?: unknown } = {}) {
    super(message, answer.cause === undefined ? undefined : { cause: answer.cause })
    this.status = answer.status
    this.body = answer.body
    this.code = errorOf(answer.body)?.code
  }
}

/** Thrown when something other than a control API responds, such as a region or an application. */
export class ForeignServerError extends SimulatorError {
  constructor(method: string, url: string, status: number, body?: unknown) {
    super(
      `${new URL(url).origin} is not the control API of a simulator: ${method} ${url} returned ${status}. It listens on port 4000 by default, the regions on others. Name it with --control or in VSKIT_CONTROL_URL.`,
      { status, body },
    )
  }
}

/**
 * Paths of the control API that commands and library call and that never depend on a record. A 404,
 * or a success without `data`, means that the server is not a control API.
 */
const ALWAYS_SERVED =
  /^\/control\/v1\/(clock|events|faults|feed|health|journal|organizations|requests|reset|settle|snapshot_imports|snapshots)$/

/**
 * Whether the response comes from something other than a control API, such as a region or an application.
 * @param sent body of the request
 */
export function isForeign(url: string, status: number, body: unknown, sent?: object): boolean {
  const { pathname, searchParams } = new URL(url)
  if (!pathname.startsWith('/control/v1/')) return false
  const isPage = typeof body === 'string' && /^\s*</.test(body)
  if (isPage || (status >= 300 && !errorOf(body))) return true
  if (status < 300 && ALWAYS_SERVED.test(pathname)) return !isData(body)
  // With `organization`, 404 says that there is no such organization.
  const namesOne = searchParams.has('organization') || Object.hasOwn(sent ?? {}, 'organization')
  return status === 404 && ALWAYS_SERVED.test(pathname) && !namesOne
}

/**
 * @param sent body of the request
 * @returns an error with the code, the message and every issue of the response
 */
export function refusal(
  method: string,
  url: string,
  status: number,
  body: unknown,
  sent?: object,
): SimulatorError {
  // A success that the caller did not expect is not from a simulator, either.
  if (status < 300 || isForeign(url, status, body, sent))
    return new ForeignServerError(method, url, status, body)
  const error = errorOf(body)
  const query = URL.parse(url)?.searchParams
  const issues = (error?.details?.issues ?? []).map(({ path, keys = [], message }) => {
    const whole = keys.some((key) => query?.has(key)) ? '(query)' : '(body)'
    return `\n  ${path.join('.') || whole}: ${message}`
  })
  const detail = error ? ` ${error.code}: ${error.message}${issues.join('')}` : ''
  return new SimulatorError(`${method} ${url}: ${status}${detail}`, { status, body })
}

/** Error for calls after `close()`, and for calls still waiting at `close()`. */
export function closedError(): SimulatorError {
  return new SimulatorError(
    'The simulator was closed. Create another one with createSimulator() or connectSimulator().',
  )
}

/** Error for calls that wait for events, after the simulator has ended its connection. */
export function lostError(controlUrl: string): SimulatorError {
  return new SimulatorError(
    `The connection to ${controlUrl} ended, so no further webhook arrives. Check that the simulator still runs, and call connectSimulator() again.`,
  )
}

interface ErrorBody {
  code: string
  message: string
  details?: { issues?: Issue[] }
}

interface Issue {
  path: (string | number)[]
  message: string
  /** Returns the issues that are unknown names. */
  keys?: string[]
}

function isData(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'data' in body
}

function errorOf(body: unknown): ErrorBody | undefined {
  return (body as { error?: ErrorBody } | null | undefined)?.error
}
