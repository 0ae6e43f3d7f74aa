import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../http/answer.ts'
import { type HttpClient, NoAnswer } from '../http/client.ts'
import { jsonIn } from '../http/json.ts'
import type { RegionResponse } from './judge.ts'

export interface Region {
  name: string
  url: string
}

/** A correct response has two KB, a key set slightly more. */
export const MOST_BYTES = 1 << 20

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 8000

const CHECK_URL = 'check that the URL is the base URL of the region'
/** A server with TLS answers 400 to plain HTTP. */
const CHECK_SCHEME = `${CHECK_URL}, and whether it begins with https://`

/** A temporary failure: the same request may succeed later. */
class Temporary extends Error {}

/**
 * Requests the status of a hash and the keys from one region. A failure is never a negative result:
 * a region that cannot verify now is asked again, and no negative result is recorded for it
 * (VST-025).
 * @param retries further requests after one that may succeed later
 */
export async function ask(
  client: HttpClient,
  { name, url }: Region,
  sha256: string,
  retries: number,
): Promise<RegionResponse> {
  try {
    const [answer, keys] = await Promise.all([
      persistently(retries, (last) => verify(client, url, sha256, last)),
      persistently(retries, () => call(client, 'GET', `${url}/.well-known/esign-keys`)),
    ])
    return { region: name, answer: answer as object, keys }
  } catch (error) {
    return { region: name, failure: reasonOf(error as Error) }
  }
}

/** Returns the message of an error, and what to do about one that a retry does not mend. */
function reasonOf(error: Error): string {
  const advice = error instanceof NoAnswer ? error.advice : undefined
  return advice === undefined ? error.message : `${error.message}: ${advice}`
}

/** @param last whether no retry follows, so that `verification_unavailable` is returned and shown */
async function verify(
  client: HttpClient,
  url: string,
  sha256: string,
  last: boolean,
): Promise<unknown> {
  const answer = await call(client, 'POST', `${url}/v1/esign/verify`, { sha256 })
  if (!last && (answer as { status?: unknown }).status === 'verification_unavailable')
    throw new Temporary('verification_unavailable')
  return answer
}

/** Waits twice as long each time, with jitter, so that many clients do not retry at the same moment. */
async function persistently(
  retries: number,
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

async function call(
  client: HttpClient,
  method: string,
  url: string,
  body?: object,
): Promise<unknown> {
  const { pathname } = new URL(url)
  const { status, body: bytes } = await send(client, method, url, body)
  if (status === 429 || status >= 500) throw new Temporary(`${pathname} returned ${status}`)
  // Redirects are not followed: they could lead to any host.
  if (status !== 200)
    throw new Error(
      `${pathname} returned ${status}: ${status === 400 && url.startsWith('http:') ? CHECK_SCHEME : CHECK_URL}`,
    )
  const value = jsonIn(bytes)
  if (typeof value !== 'object' || value === null)
    throw new Error(`${pathname} did not return a JSON object: ${CHECK_URL}`)
  return value
}

async function send(
  client: HttpClient,
  method: string,
  url: string,
  body: object | undefined,
): Promise<Answer> {
  try {
    return await client.send({
      method,
      url: new URL(url),
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body && Buffer.from(JSON.stringify(body)),
      alone: false,
    })
  } catch (error) {
    // A broken connection is worth a retry. After a timeout the user has waited long enough.
    if (!(error instanceof NoAnswer && error.temporary)) throw error
    throw new Temporary(error.message, { cause: error })
  }
}
