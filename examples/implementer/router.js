import { ApiError, invalid } from './errors.js'
import { authenticate } from './keys.js'
import { admit } from './limits.js'
import { ROUTES } from './routes.js'

const JSON_LIMIT = 1024 * 1024

/** Passes a request to the route that handles it. */
export async function handle(region, request) {
  const url = new URL(request.url, 'http://localhost')
  const route = ROUTES.find((one) => one.method === request.method && one.form.test(url.pathname))
  const call = {
    region,
    headers: request.headers,
    params: route?.form.exec(url.pathname).groups ?? {},
    bytes: (limit) => bytesOf(request, limit),
    json: (limit = JSON_LIMIT) => jsonOf(request, limit),
  }
  if (route?.public) return route.answer(call)
  call.key = authenticate(region, request.headers.authorization)
  const headers = admit(call.key, route?.routeClass ?? 'global')
  try {
    if (!route) throw new ApiError('resource_not_found', 'There is no such route.')
    if (route.scope && !call.key.scopes.includes(route.scope))
      throw new ApiError('insufficient_scope', `The key lacks the scope ${route.scope}.`)
    const answer = await route.answer(call)
    return { ...answer, headers: { ...headers, ...answer.headers } }
  } catch (error) {
    if (error instanceof ApiError) Object.assign(error.headers, headers)
    throw error
  }
}

async function bytesOf(request, limit) {
  const chunks = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.byteLength
    if (size > limit) throw new ApiError('payload_too_large', `The body is over ${limit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

async function jsonOf(request, limit) {
  const bytes = await bytesOf(request, limit)
  if (!/^application\/json *(;|$)/i.test(request.headers['content-type'] ?? ''))
    throw new ApiError('unsupported_media_type', 'Send application/json.')
  let value
  try {
    value = JSON.parse(bytes.toString())
  } catch {
    throw invalid([{ code: 'invalid_json', path: [], message: 'Expected JSON.' }])
  }
  return value
}
