/** The API's own routes about a session, which need a secret key. A query could contain another credential. */
const OWN_ROUTE = /\/v1\/sessions\/[^/?#]+(\/idv-image\/\w+|\/report\.pdf)?$/

/** Signs of an image or of a signed URL. */
const IMAGE = /idv-image|\.jpe?g|portrait|selfie|signature=|[?&]sig=|x-amz-/i

/** Returns the URLs in a text that lead outside the routes of the API. */
export function outsideUrls(text: string): string[] {
  return (text.match(/https?:\/\/[^\s"\\<>;,]+/g) ?? []).filter((url) => !OWN_ROUTE.test(url))
}

/** Returns a URL in a text with which a caller without a key could get an image. */
export function imageAddressIn(text: string): string | undefined {
  return outsideUrls(text).find((url) => IMAGE.test(url))
}
