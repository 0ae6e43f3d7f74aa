import { refusalOf } from '../http/testing.ts'
import type { Mode } from '../store/world.ts'
import { type Reply, demoKey, roomyWorld, simulatorFor } from '../testing.ts'

/** Parts by name, or in a list where a name comes twice: text is a field, bytes are a file. */
export type Form = Record<string, string | Buffer> | [name: string, value: string | Buffer][]

/** A simulator of its own for a test, and callers of its standalone scan. */
export async function scannerFor(t: Parameters<typeof simulatorFor>[0]) {
  const simulator = await simulatorFor(t, { world: roomyWorld() })
  const url = `${simulator.base_urls.us}/v1/id-verification`
  return {
    simulator,
    url,
    scan: (form: Form, mode: Mode = 'test') => post(url, mode, formData(form)),
    /** Sends a body as it is. */
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

/** `code path: message` of each issue of a refusal, which is held against all that a refusal owes. */
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
  // Without `duplex` the platform's client sends no stream.
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
