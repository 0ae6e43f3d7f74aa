import { walk } from '../../http/json.ts'
import type { Context } from '../check.ts'

/** The API's own routes about a session, which need a secret key. A query could contain another credential. */
const OWN_ROUTE = /\/v1\/sessions\/[^/?#]+(\/idv-image\/\w+|\/report\.pdf)?$/

/** Signs of an image in a URL. */
const OF_IMAGE = /idv-image|\.jpe?g|portrait|selfie|x-(amz|goog)-/i

/** Signs of a URL with a signature, which also other pages than images have. */
const SIGNED = /signature=|[?&]sig=/i

/** Members whose signed URL is one of an image. */
const IMAGE_MEMBERS = /portrait|selfie|front(?!end)|image|photo|evidence/i

/** Members with URLs of hosted pages and of the customer's design, and with the customer's data. */
const OTHER_MEMBERS =
  /^hosted_url$|^metadata$|logo|brand|theme|design|appearance|styl|icon$|banner|background(?!.?check)/i

/** First bytes of JPEG, PNG and WebP, in hexadecimal. */
const IMAGE_BEGINNINGS = ['ffd8ff', '89504e47', '52494646']

/** Returns the URLs in a text that have signs of an image and lead outside the API's own routes. */
export function imageUrlsIn(text: string): string[] {
  return (text.match(/https?:\/\/[^\s"\\<>;,]+/g) ?? []).filter(isSuspect)
}

/** A URL that may lead to an image, absolute or with a path only. */
interface SuspectUrl {
  url: string
  /** Whether its signs leave no other meaning, so that it need not be requested. */
  isOfImage: boolean
}

/** Returns the URLs in a session record that may lead to an image. */
export function imageUrlsOfRecord(record: unknown): SuspectUrl[] {
  const found: SuspectUrl[] = []
  for (const { value, path } of walk(record, (key) => !OTHER_MEMBERS.test(String(key)))) {
    if (typeof value !== 'string') continue
    const urls = /^\/\S+$/.test(value) ? [value].filter(isSuspect) : imageUrlsIn(value)
    const isImageMember = IMAGE_MEMBERS.test(path.join('.'))
    found.push(...urls.map((url) => ({ url, isOfImage: isImageMember || OF_IMAGE.test(url) })))
  }
  return found
}

/**
 * Returns a URL in a session record by which a caller without a key gets an image. URLs of the
 * target are requested. Others are judged by their signs, because the suite only talks to the
 * target.
 */
export async function openImageUrl(ctx: Context, record: unknown): Promise<string | undefined> {
  const { origin } = new URL(ctx.baseUrl)
  for (const { url: found, isOfImage } of imageUrlsOfRecord(record)) {
    const url = URL.parse(found, ctx.baseUrl)
    if (!url) continue
    if (url.origin !== origin) {
      if (isOfImage) return found
      continue
    }
    const answer = await ctx.step('request a URL of the record without a credential', {
      method: 'GET',
      path: url.pathname + url.search,
      baseUrl: origin,
    })
    const begins = answer.body.toString('hex', 0, 4)
    if (answer.status === 200 && IMAGE_BEGINNINGS.some((one) => begins.startsWith(one)))
      return found
  }
  return undefined
}

function isSuspect(url: string): boolean {
  return !OWN_ROUTE.test(url) && (OF_IMAGE.test(url) || SIGNED.test(url))
}
