import { refusalOf } from '../http/testing.ts'
import type { Mode } from '../world/world.ts'
import { type Reply, demoKey, roomyWorld, simulatorFor } from './simulator.ts'

/** Parts by name, or as a list if a name repeats: text is a field, bytes are a file. */
export type Form = Record<string, string | Buffer> | [name: string, value: string | Buffer][]

/** Starts a simulator and returns clients of its standalone scan. */
export async function scannerFor(t: Parameters<typeof simulatorFor>[0]) {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const url = `${simulator.base_urls.us}/v1/id-verification`
  return {
    simulator,
    url,
    scan: (form: Form, mode: Mode = 'test') => post(url, mode, formData(form)),
    /** Sends a body unchanged. */
    post: (mode: Mode, body: RequestInit['body'], type?: string) => post(url, mode, body, type),
  }
}

export function formData(form: Form): FormData {
  const data = new FormData()
  for (const [name, value] of Array.isArray(form) ? form : Object.entries(form)) {
    data.append(name, typeof value === 'string' ? value : new Blob([new Uint8Array(value)]))
  }
  return data
}

/**
 * Returns `code path: message` for each issue of a 422, after asserting that it conforms to the
 * contract.
 */
export function issuesOf(reply: Reply): string[] {
  const { issues = [] } = refusalOf(reply).details
  return issues.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)
}

async function post(
  url: string,
  mode: Mode,
  body: RequestInit['body'],
  type?: string,
): Promise<Reply> {
  const authorization = `Bearer ${demoKey('org_acme', mode)}`
  const headers = { authorization, ...(type !== undefined && { 'content-type': type }) }
  // fetch requires `duplex` for a stream body.
  return read(await fetch(url, { method: 'POST', body, headers, duplex: 'half' } as RequestInit))
}

async function read(answer: Response): Promise<Reply> {
  const bytes = Buffer.from(await answer.arrayBuffer())
  const text = bytes.toString()
  return {
    status: answer.status,
    headers: answer.headers,
    bytes,
    text,
    json: <T>() => JSON.parse(text) as T,
  }
}
