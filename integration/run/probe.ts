import { setTimeout as sleep } from 'node:timers/promises'
import { type HttpClient, NoAnswer } from '../../conformance/http/client.ts'
import { holds32Bytes, type SignatureScheme } from '../../conformance/receiver/signature.ts'
import { eventOf } from '../checks/idioms.ts'
import { signedHeaders, testPing, type WebhookParts } from '../service/sign.ts'

const PAUSE_MS = 250

/** TLS errors that no retry can repair. */
const OF_TLS = /CERT|SELF_SIGNED|SIGNATURE|^ERR_(SSL|TLS)|^EPROTO$/

/**
 * Waits until the receiver accepts a correctly signed webhook. Tries three kinds: a receiver that
 * fails on one of them is reachable, and its faults are for the checks to find. So is one that has
 * no response in time to any of them.
 * @throws {Error} with a message that says what to do
 */
export async function probeReceiver(
  client: HttpClient,
  url: URL,
  scheme: SignatureScheme,
  secret: string,
  waitMs: number,
): Promise<void> {
  const deadline = Date.now() + waitMs
  const webhooks: WebhookParts[] = [
    testPing(),
    eventOf('vs_probe', { type: 'kyc.session.form_flagged' }),
    eventOf('vs_probe', { type: 'kyc.session.completed' }),
  ]
  for (;;) {
    const seen: string[] = []
    let late = 0
    for (const webhook of webhooks) {
      const headers = {
        'content-type': 'application/json',
        ...signedHeaders(scheme, webhook, secret),
      }
      const body = Buffer.from(webhook.body)
      const answer = await client
        .send({ method: 'POST', url, headers, body, alone: false }, true)
        .catch((error: Error) => error)
      const { code = '' } = ((answer as Error).cause ?? {}) as NodeJS.ErrnoException
      if (OF_TLS.test(code)) throw new Error(tlsFault(url, code))
      if (!(answer instanceof Error) && answer.status >= 200 && answer.status < 300) return
      if (answer instanceof NoAnswer && answer.late) late++
      seen.push(answer instanceof Error ? answer.message : String(answer.status))
    }
    if (late === webhooks.length && Date.now() >= deadline) return
    if (Date.now() >= deadline) throw new Error(explain(url, scheme, secret, [...new Set(seen)]))
    await sleep(PAUSE_MS)
  }
}

function tlsFault(url: URL, code: string): string {
  return (
    `no TLS connection to the receiver ${url.href} (${code}): set NODE_EXTRA_CA_CERTS to the file of the certificate authority ` +
    'that signed its certificate, or use an http:// URL if it serves no HTTPS'
  )
}

function explain(
  url: URL,
  scheme: SignatureScheme,
  secret: string,
  seen: readonly string[],
): string {
  const isAll = (digit: string): boolean => seen.every((one) => one.startsWith(digit))
  const advice = isAll('4')
    ? `is its secret the one of this run, and does it expect ${scheme.header}: ${scheme.prefix}<${scheme.encoding}> over ${scheme.signed}? ` +
      'Pass the secret with --secret; name another scheme under "signature" in the configuration file. ' +
      'Compute the signature from the bytes of the body as received, not from JSON that was parsed and serialized again' +
      (scheme.secret === 'base64' ? '. The key is the part after whsec_, decoded as base64' : '') +
      (seen.includes('404')
        ? '. After a 404: is this its path? It has to accept an event of a session that it does not know'
        : '') +
      (holds32Bytes(secret)
        ? ''
        : '. The given secret does not have 32 bytes, unlike those of the service: was it copied completely?')
    : isAll('5')
      ? 'it failed; its log has the reason'
      : 'is it running there?'
  return `the receiver ${url.href} accepted no signed webhook (${seen.join(', ')}): ${advice}`
}
