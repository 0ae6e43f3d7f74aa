import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const ATTEMPTS = 3
const FIRST_WAIT_MS = 200

/** Statuses that are evidence against the file. All others, including future ones, are not. */
const AGAINST = new Set(['bad_signature', 'claim_mismatch', 'unknown_key', 'revoked_key'])

/**
 * Checks a signed file with the public endpoint of every region; only its hash is sent.
 * @param {Buffer} file
 * @param {string[]} regions base URLs of all regions
 * @returns {Promise<'accepted' | 'rejected' | 'not_found' | 'undecided'>} `undecided` is no result: ask again later
 */
export async function checkDocument(file, regions) {
  const sha256 = createHash('sha256').update(file).digest('hex')
  const answers = await Promise.all(regions.map((url) => ask(url, sha256)))
  if (answers.some((answer) => AGAINST.has(answer?.status))) return 'rejected'
  // Only `match` means yes or no; a record of test mode has no legal effect.
  if (answers.some((answer) => answer?.match === true && answer.mode === 'live')) return 'accepted'
  if (answers.every((answer) => answer?.status === 'not_found')) return 'not_found'
  return 'undecided'
}

/**
 * Returns the response of a region; undefined without one. Retries a region that cannot verify at
 * the moment.
 */
async function ask(url, sha256) {
  for (let attempt = 1; ; attempt++) {
    const answer = await request(url, sha256).catch(() => undefined)
    const isFinal = answer !== undefined && answer.status !== 'verification_unavailable'
    if (isFinal || attempt === ATTEMPTS) return answer
    await sleep(FIRST_WAIT_MS * 2 ** (attempt - 1))
  }
}

async function request(url, sha256) {
  const response = await fetch(`${url}/v1/esign/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sha256 }),
    redirect: 'error',
    signal: AbortSignal.timeout(15_000),
  })
  if (!response.ok) throw new Error(`the region returned ${response.status}`)
  return response.json()
}
