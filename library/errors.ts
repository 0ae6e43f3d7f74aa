/** Thrown when a simulator refuses a request or cannot be reached. */
export class SimulatorError extends Error {
  override name = 'SimulatorError'
  /** HTTP status, where there was an answer. */
  readonly status: number | undefined
  /** Code of the error table, such as `validation_error`. */
  readonly code: string | undefined
  /** Body of the answer, parsed. */
  readonly body: unknown

  constructor(message: string, answer: { status?: number; body?: unknown; cause?: unknown } = {}) {
    super(message, answer.cause === undefined ? undefined : { cause: answer.cause })
    this.status = answer.status
    this.body = answer.body
    this.code = errorOf(answer.body)?.code
  }
}

/** A path that every control API has. */
const TOP_LEVEL = /^\/control\/v1\/[a-z_]+$/

/** Whether something else than a control API has answered, such as a region or the server of an application. */
export function isForeign(url: string, status: number, body: unknown): boolean {
  const { pathname } = new URL(url)
  if (!pathname.startsWith('/control/v1/')) return false
  const isPage = typeof body === 'string' && /^\s*</.test(body)
  return isPage || (status >= 300 && !errorOf(body)) || (status === 404 && TOP_LEVEL.test(pathname))
}

/** @returns an error that tells code, message and every problem of the answer */
export function refusal(
  method: string,
  url: string,
  status: number,
  body: unknown,
): SimulatorError {
  if (isForeign(url, status, body))
    return new SimulatorError(
      `${new URL(url).origin} is not the control API of a simulator: ${method} ${url} was answered ${status}. It listens on port 4000 by default, the regions on others. Name it with --control or in VSKIT_CONTROL_URL.`,
      { status, body },
    )
  const error = errorOf(body)
  const query = URL.parse(url)?.searchParams
  const issues = (error?.details?.issues ?? []).map(({ path, keys = [], message }) => {
    const whole = keys.some((key) => query?.has(key)) ? '(query)' : '(body)'
    return `\n  ${path.join('.') || whole}: ${message}`
  })
  const says = error ? ` ${error.code}: ${error.message}${issues.join('')}` : ''
  return new SimulatorError(`${method} ${url}: ${status}${says}`, { status, body })
}

/** For a call after, or still waiting at, `close()`. */
export function closedError(): SimulatorError {
  return new SimulatorError(
    'The simulator was closed. Make another one with createSimulator() or connectSimulator().',
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
  /** Those that are unknown. */
  keys?: string[]
}

function errorOf(body: unknown): ErrorBody | undefined {
  return (body as { error?: ErrorBody } | null | undefined)?.error
}
