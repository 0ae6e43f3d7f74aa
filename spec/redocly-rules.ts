// Our own lint rules. Redocly loads this file by its path in redocly.yaml.

interface Context {
  report(problem: { message: string; location?: unknown }): void
  location: { child(path: string[]): unknown }
  resolve<T>(node: T | { $ref: string }): { node: T | undefined }
}
interface Media {
  examples?: object
  example?: unknown
  schema?: { additionalProperties?: unknown }
}
interface Response {
  headers?: object
  content?: Record<string, Media>
}
interface Operation {
  security?: object[]
  requestBody?: { content?: Record<string, Media> }
  responses?: Record<string, Response>
  [extension: `x-${string}`]: unknown
}

const RATE_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-RateLimit-Window',
]

/** These errors occur before authentication, so there is no budget to report. */
const BEFORE_AUTHENTICATION = new Set([
  'authentication_required',
  'invalid_api_key',
  'region_mismatch',
])

export default () => ({
  id: 'vskit',
  rules: {
    oas3: {
      'operation-says-what-it-needs': operationSaysWhatItNeeds,
      'bodies-have-examples': bodiesHaveExamples,
      'requests-are-closed': requestsAreClosed,
      'answers-bear-their-headers': answersBearTheirHeaders,
    },
  },
})

/**
 * Servers read these members and do not repeat them in code. Webhooks are sent, not served, and
 * need none.
 */
function operationSaysWhatItNeeds() {
  return onServedOperations((operation, context) => {
    for (const key of [
      'x-route-class',
      'x-required-scopes',
      'x-error-codes',
      'security',
    ] as const) {
      if (key in operation) continue
      context.report({ message: `The operation has no \`${key}\`.` })
    }
    const keyed = needsSecretKey(operation)
    const hasClass = operation['x-route-class'] !== 'none'
    if (keyed !== hasClass)
      context.report({
        message: 'Operations with `secretKey` need a route class, others need `none`.',
      })
  })
}

/** Readers, mocks and checks need one real body of each type. */
function bodiesHaveExamples() {
  return {
    MediaType(media: Media, context: Context) {
      if (!media.examples || Object.keys(media.examples).length === 0) {
        context.report({ message: 'The body has no entry under `examples`.' })
      }
    },
  }
}

/** A misspelt field must not be ignored silently: a date of birth could be lost. */
function requestsAreClosed() {
  return onServedOperations((operation, context) => {
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      // A file has no fields.
      if (type === 'application/octet-stream') continue
      const schema = context.resolve(media.schema ?? {}).node
      if (schema?.additionalProperties !== false) {
        context.report({
          message: 'The request object is open; set `additionalProperties: false`.',
          location: context.location.child(['requestBody', 'content', type]),
        })
      }
    }
  })
}

/**
 * Every response to an authenticated key has rate-limit headers; every response has a request id.
 */
function answersBearTheirHeaders() {
  return onServedOperations((operation, context) => {
    const keyed = needsSecretKey(operation)
    for (const [status, reference] of Object.entries(operation.responses ?? {})) {
      const response = context.resolve(reference).node
      const counted = keyed && !answersOnlyBeforeAuthentication(response)
      const location = context.location.child(['responses', status])
      for (const header of ['X-Request-Id', ...(counted ? RATE_HEADERS : [])]) {
        if (header in (response?.headers ?? {})) continue
        context.report({ message: `The response has no \`${header}\`.`, location })
      }
    }
  })
}

function answersOnlyBeforeAuthentication(response: Response | undefined): boolean {
  const examples = Object.keys(response?.content?.['application/json']?.examples ?? {})
  return examples.length > 0 && examples.every((code) => BEFORE_AUTHENTICATION.has(code))
}

function needsSecretKey(operation: Operation): boolean {
  return operation.security?.some((alternative) => 'secretKey' in alternative) ?? false
}

function onServedOperations(visit: (operation: Operation, context: Context) => void) {
  return { Paths: { PathItem: { Operation: visit } } }
}
