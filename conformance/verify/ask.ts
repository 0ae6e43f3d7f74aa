import type { Heard } from './judge.ts'

export interface Region {
  name: string
  url: string
}

/** An honest answer has two KB, a key set some more. */
const MOST_BYTES = 1 << 20

/** Asks one region about a hash, and for its keys. Whatever goes wrong is silence, never a "no". */
export async function ask(
  { name, url }: Region,
  sha256: string,
  timeoutMs: number,
): Promise<Heard> {
  try {
    const body = JSON.stringify({ sha256 })
    const [answer, keys] = await Promise.all([
      call(`${url}/v1/esign/verify`, timeoutMs, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }),
      call(`${url}/.well-known/esign-keys`, timeoutMs, {}),
    ])
    return { region: name, answer: answer as object, keys }
  } catch (error) {
    return { region: name, silent: `did not answer: ${reasonOf(error)}` }
  }
}

async function call(url: string, timeoutMs: number, options: RequestInit): Promise<unknown> {
  // A redirect could lead to anybody.
  const answer = await fetch(url, {
    ...options,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (answer.status !== 200) throw new Error(`${new URL(url).pathname} answered ${answer.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES)
      throw new Error(`${new URL(url).pathname} answered more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString())
  if (typeof value !== 'object' || value === null)
    throw new Error(`${new URL(url).pathname} answered no object`)
  return value
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const code = (cause as { code?: string } | undefined)?.code
  return code === undefined ? message : `${message} (${code})`
}
