import type { Answer } from '../../conformance/http/answer.ts'
import type { Context } from '../check.ts'
import type { WebhookParts } from '../service/sign.ts'
import { unsigned } from './forged.ts'
import { isAccepted } from './idioms.ts'
import { holdsKey, holdsSigningSecret } from './leaks.ts'
import { keyOf } from './requests.ts'

/** An HMAC-SHA256 in hex or in base64. */
const MAC = /\b[0-9a-f]{64}\b|[A-Za-z0-9+/]{43}=/gi
const MOST_TRIED = 3

/** Expects that refusals do not tell a forger how to sign: error pages of a development mode do. */
export async function expectNoHelp(ctx: Context, webhook: WebhookParts): Promise<void> {
  for (const [how, forged] of Object.entries(unsigned(webhook))) {
    const answer = await ctx.deliver(`deliver an event ${how}, and read the refusal`, forged)
    const text = textOf(answer)
    const keys = ctx.exchanges().map(keyOf)
    const isLeaked = holdsKey(text, keys)
    const without = `a refusal of an event ${how} without`
    ctx.expect('KEY-006', `${without} a secret key`, !isLeaked, 'one with a part of the key')
    const hasSecret = holdsSigningSecret(text, ctx.signingSecret)
    // A receiver that verifies after its response accepts every signature.
    const mayHelp = !isAccepted(answer)
    const mac = mayHelp ? await signatureIn(ctx, text, webhook) : undefined
    const given = hasSecret ? 'the signing secret' : mac
    ctx.expect('HDR-015', `${without} the means to sign it`, given === undefined, given ?? 'none')
  }
}

/** Signs the event as the refusal says. @returns undefined unless the receiver accepts that */
async function signatureIn(
  ctx: Context,
  text: string,
  webhook: WebhookParts,
): Promise<string | undefined> {
  for (const mac of [...new Set(text.match(MAC))].slice(0, MOST_TRIED)) {
    const bytes = Buffer.from(mac, mac.length === 64 ? 'hex' : 'base64')
    const signed: WebhookParts = { ...webhook, signature: { alter: () => bytes } }
    const answer = await ctx.deliver('deliver it with a signature from the refusal', signed)
    if (isAccepted(answer)) return 'the correct signature'
  }
  return undefined
}

function textOf({ rawHeaders, body }: Answer): string {
  return [...rawHeaders.map(([, value]) => value), body.toString()].join('\n')
}
