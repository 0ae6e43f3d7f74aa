import { type RequestListener, createServer } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { BUNDLES, type BundleName, bundle } from '../../tools/sdk-bundles.ts'

/** The minimum of tap's test that the helpers need. */
export interface Teardown {
  teardown(end: () => Promise<void>): unknown
}

/** The page loads the SDK and records its events; its policy forbids everything else. */
const PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A shop</title><meta name="viewport" content="width=device-width, initial-scale=1">
<script type="module" src="/page.js"></script></head>
<body><main><h1>A shop</h1><div id="here"></div></main></body>
</html>`
const SCRIPT = `import * as sdk from '/web.js'
window.sdk = sdk
window.events = []
window.heard = (event) => { events.push(event) }
`

/**
 * Serves the page of an integrator with the bundles of the SDK, under a strict content security
 * policy. The page at `/isolated` is cross-origin isolated.
 *
 * @param service origins of the service that the page may call; frames come from the first
 * @param certificate serves over HTTPS
 * @returns port of the server on 127.0.0.1
 */
export async function startShop(
  t: Teardown,
  service: readonly [string, ...string[]],
  certificate?: { cert: string; key: string },
): Promise<number> {
  const policy =
    `default-src 'none'; script-src 'self'; connect-src ${service.join(' ')}; ` +
    `frame-src ${service[0]}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
  const answer: RequestListener = ({ url = '/' }, response) => {
    const file = url.slice(1)
    response.setHeader('Content-Security-Policy', policy)
    if (url === '/isolated') {
      response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp')
      response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
    }
    if (url === '/' || url === '/isolated')
      return void response.setHeader('Content-Type', 'text/html').end(PAGE)
    response.setHeader('Content-Type', 'text/javascript')
    if (url === '/page.js') return void response.end(SCRIPT)
    if (Object.hasOwn(BUNDLES, file)) return void response.end(bundle(file as BundleName))
    response.writeHead(404).end()
  }
  const server = certificate ? createHttpsServer(certificate, answer) : createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(async () => void server.close())
  return (server.address() as AddressInfo).port
}
