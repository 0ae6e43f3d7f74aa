import { setTimeout as sleep } from 'node:timers/promises'
import type { Heard } from './judge.ts'

export interface Region {
  name: string
  url: string
}

export interface Patience {
  /** For one answer. */
  timeoutMs: number
  /** Further requests after one that may succeed later. */
  retries: number
}

/** An honest answer has two KB, a key set some more. */
const MOST_BYTES = 1 << 20

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8000

/** Failed for now: the same request may succeed later. */
class Temporary extends Error {}

/**
 * Asks one region about a hash, and for its keys. Whatever goes wrong is silence, never a "no": a region that can verify
 * nothing at the moment is asked again, and no negative result is recorded for it (VST-025).
 */
export async function ask(
  { name, url }: Region,
  sha256: string,
  patience: Patience,
): Promise<Heard> {
  try {
    const [answer, keys] = await Promise.all([
      persistently(patience, (last) => verify(url, sha256, patience.timeoutMs, last)),
      persistently(patience, () => call(`${url}/.well-known/esign-keys`, patience.timeoutMs, {})),
    ])
    return { region: name, answer: answer as object, keys }
  } catch (error) {
    return { region: name, silent: `did not answer: ${reasonOf(error)}` }
  }
}

/** @param last whether nothing follows, so that `verification_unavailable` is passed on and shown */
async function verify(
  url: string,
  sha256: string,
  timeoutMs: number,
  last: boolean,
): Promise<unknown> {
  const answer = await call(`${url}/v1/esign/verify`, timeoutMs, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sha256 }),
  })
  if (!last && (answer as { status?: unknown }).status === 'verification_unavailable')
    throw new Temporary('verification_unavailable')
  return answer
}

/** Waits twice as long each time, with jitter, so that many checkers don't come back at the same moment. */
async function persistently(
  { retries }: Patience,
  request: (last: boolean) => Promise<unknown>,
): Promise<unknown> {
  for (let attempt = 0; ; attempt++)
    try {
      return await request(attempt >= retries)
    } catch (error) {
      if (!(error instanceof Temporary) || attempt >= retries) throw error
      const wait = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS)
      await sleep(wait / 2 + (Math.random() * wait) / 2)
    }
}

async function call(url: string, timeoutMs: number, options: RequestInit): Promise<unknown> {
  const { pathname } = new URL(url)
  const answer = await send(url, timeoutMs, options)
  if (answer.status === 429 || answer.status >= 500) {
    await answer.body?.cancel()
    throw new Temporary(`${pathname} answered ${answer.status}`)
  }
  if (answer.status !== 200) throw new Error(`${pathname} answered ${answer.status}`)
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > MOST_BYTES) throw new Error(`${pathname} answered more than ${MOST_BYTES} bytes`)
    chunks.push(chunk)
  }
  const value: unknown = JSON.parse(Buffer.concat(chunks).toString())
  if (typeof value !== 'object' || value === null) throw new Error(`${pathname} answered no object`)
  return value
}

async function send(url: string, timeoutMs: number, options: RequestInit): Promise<Response> {
  try {
    // A redirect could lead to anybody.
    return await fetch(url, {
      ...options,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    // A connection that broke is worth another try. After a timeout the user has waited long enough.
    if ((error as Error).name === 'TimeoutError') throw error
    throw new Temporary((error as Error).message, { cause: (error as Error).cause })
  }
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const code = (cause as { code?: string } | undefined)?.code
  return code === undefined ? message : `${message} (${code})`
}
