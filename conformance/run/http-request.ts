import type { StepRequest } from '../check/check.ts'
import { withUniqueTexts } from '../check/resources/templates.ts'
import type { HttpRequest } from '../http/request.ts'
import type { JsonObject } from '../http/json.ts'
import type { Target } from '../target/target.ts'
import { unique } from '../random.ts'

export function providerRequest(
  { providerStates }: Target,
  path: string,
  body: JsonObject | undefined,
): HttpRequest {
  const { url, token } = providerStates!
  return httpRequest({ method: body ? 'POST' : 'GET', path, json: body }, url, token)
}

/** Returns the HTTP request of a check. */
export function httpRequest(
  request: StepRequest,
  baseUrl: string,
  key: string | undefined,
): HttpRequest {
  const { json } = withUniqueTexts(request, unique)
  const body = json === undefined ? request.body : Buffer.from(JSON.stringify(json))
  return {
    method: request.method,
    url: new URL(baseUrl + request.path),
    headers: {
      Accept: '*/*',
      // Bytes are compared, so responses must not be compressed.
      'Accept-Encoding': 'identity',
      'User-Agent': 'vskit-conformance',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(json !== undefined && { 'Content-Type': 'application/json' }),
      ...request.headers,
    },
    body,
    alone: request.alone ?? false,
    isCounted: request.keeps429 !== undefined,
  }
}
