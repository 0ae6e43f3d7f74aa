import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpClient } from '../../conformance/http/client.ts'
import type { SignatureScheme } from '../../conformance/receiver/signature.ts'
import { eventOf } from '../checks/idioms.ts'
import { signedHeaders, type WebhookParts } from '../service/sign.ts'

const PAUSE_MS = 250

/**
 * Waits until the receiver accepts a webhook that is signed as it should be. Three kinds are tried: a receiver that fails on one
 * of them is to be judged, and not to be called unreachable.
 * @throws {Error} that says what to do
 */
export async function probeReceiver(
  client: HttpClient,
  url: URL,
  scheme: SignatureScheme,
  secret: string,
  waitMs: number,
): Promise<void> {
  const deadline = Date.now() + waitMs
  const ping = { type: 'webhook.test_ping', test: true, mode: 'test' }
  const webhooks: WebhookParts[] = [
    { body: JSON.stringify(ping), headers: { 'X-Webhook-Origin': 'test_ping' } },
    eventOf('vs_probe', { type: 'kyc.session.form_flagged' }),
    eventOf('vs_probe', { type: 'kyc.session.completed' }),
  ]
  for (;;) {
    const seen: string[] = []
    for (const webhook of webhooks) {
      const headers = {
        'content-type': 'application/json',
        ...signedHeaders(scheme, webhook, secret),
      }
      const body = Buffer.from(webhook.body)
      const answer = await client
        .send({ method: 'POST', url, headers, body, alone: false })
        .catch((error: Error) => error)
      if (!(answer instanceof Error) && answer.status >= 200 && answer.status < 300) return
      seen.push(answer instanceof Error ? answer.message : String(answer.status))
    }
    if (Date.now() >= deadline) throw new Error(explain(url, scheme, [...new Set(seen)]))
    await sleep(PAUSE_MS)
  }
}

function explain(url: URL, scheme: SignatureScheme, seen: readonly string[]): string {
  const refused = seen.every((one) => one.startsWith('4'))
  const advice = refused
    ? `is its secret the one of this run, and does it expect ${scheme.header}: ${scheme.prefix}<${scheme.encoding}> over ${scheme.signed}? ` +
      'Give the secret by --secret; name another scheme under "signature" in the configuration file'
    : 'does it listen there? For a certificate that the system does not trust, set NODE_EXTRA_CA_CERTS'
  return `the receiver ${url.href} accepted no signed webhook (${seen.join(', ')}): ${advice}`
}
