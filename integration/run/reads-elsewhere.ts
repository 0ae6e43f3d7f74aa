import type { Answer } from '../../conformance/http/answer.ts'
import type { Context } from '../check.ts'
import { completed, isAccepted } from '../checks/idioms.ts'
import type { Service } from '../service/service.ts'
import { testPing, type WebhookParts } from '../service/sign.ts'

/** Whether a receiver may have answered this because it could not read the session of the event. */
export function mayLackSession({ signature, headers }: WebhookParts, answer: Answer): boolean {
  const isGenuine = signature === undefined && !Object.hasOwn(headers, 'X-Webhook-Origin')
  return isGenuine && couldNotRead(answer)
}

function couldNotRead({ status }: Answer): boolean {
  return status === 404 || status >= 500
}

/** Whether the receiver accepts pings but no events, and has made no request to this service. */
export async function readsElsewhere(
  ctx: Context,
  service: Service,
  send: (label: string, webhook: WebhookParts) => Promise<Answer>,
): Promise<boolean> {
  if (service.exchanges(0).length > 0) return false
  if (!isAccepted(await send('deliver a test ping', testPing()))) return false
  const { webhook } = await completed(ctx)
  return couldNotRead(await send('deliver a completion', webhook))
}

export function whyNotJudged({ status }: Answer): string {
  return `the receiver answered ${status} to a correct event, but accepts test pings, and made no request to VSKIT_URL. It probably reads sessions from another service: start it with the printed VSKIT_URL and VSKIT_KEY, or add a driver (--drive)`
}
