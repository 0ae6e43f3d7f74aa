import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import t from 'tap'
import { simulatorFor } from '../testing/simulator.ts'
import { servedFiles } from './pages.ts'

const simulator = await simulatorFor(t)
const FOLLOWED = {
  'sec-fetch-site': 'cross-site',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
}
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

/** Sends the path unchanged: `fetch` would normalize it and refuse some headers. */
function ask(
  path: string,
  headers: Record<string, string> = BROWSER,
  method = 'GET',
  body?: string,
): Promise<{
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(simulator.control_url)
    const sent = request({ hostname, port, path, method, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode!, headers: answer.headers, text }))
    })
    sent.on('error', reject).end(body)
  })
}

const codeOf = (text: string): string =>
  (JSON.parse(text) as { error: { code: string } }).error.code

t.test('a browser gets a page, and a request for JSON gets 404', async (t) => {
  for (const accept of [BROWSER.accept, '*/*', 'text/html, application/json']) {
    const { status, headers, text } = await ask('/', { accept })
    t.strictSame(
      [status, headers['content-type'], headers.vary],
      [200, 'text/html; charset=utf-8', 'Accept'],
      accept,
    )
    t.match(text, /^<!doctype html>/)
  }
  const { status, text } = await ask('/', { accept: 'application/json' })
  t.strictSame([status, codeOf(text)], [404, 'resource_not_found'])
  const head = await ask('/', BROWSER, 'HEAD')
  t.strictSame([head.status, head.text], [200, ''])
  t.strictSame((await ask('/', BROWSER, 'POST')).status, 404)
})

t.test('the policy of the page allows only its own origin', async (t) => {
  for (const path of servedFiles().keys()) {
    const { status, headers } = await ask(path)
    t.equal(status, 200, path)
    const policy = String(headers['content-security-policy']).split('; ')
    for (const directive of [
      "default-src 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "object-src 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]) {
      t.ok(policy.includes(directive), `${path} ${directive}`)
    }
    t.notMatch(policy.join(), /unsafe|http|\*/)
    t.match(headers, {
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cache-control': 'no-cache',
    })
  }
})

t.test('a cached file is revalidated with 304', async (t) => {
  for (const path of ['/', '/console/style.css', '/console/lib/htm.js']) {
    const { etag } = (await ask(path)).headers
    const known = { ...BROWSER, 'if-none-match': String(etag) }
    const { status, headers, text } = await ask(path, known)
    t.strictSame([status, text, headers.etag], [304, '', etag], path)
    t.match(headers['content-security-policy'], /default-src 'self'/)
    const other = await ask(path, { ...known, 'if-none-match': '"other"' })
    t.equal(other.status, 200, path)
    const stranger = { ...known, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' }
    t.equal((await ask(path, stranger)).status, 403, path)
  }
})

t.test('the page has no inline scripts, styles or handlers', async (t) => {
  const { text } = await ask('/')
  t.strictSame(
    [...text.matchAll(/<script[^>]*>([^<]*)</g)].map(([, inside]) => inside),
    [''],
  )
  t.notMatch(text, /<style|\sstyle=|\son\w+=|javascript:/i)
})

t.test('every module that the page imports is served, including packages', async (t) => {
  const files = servedFiles()
  const seen = new Set<string>()
  const follow = (path: string): void => {
    if (seen.has(path)) return
    seen.add(path)
    const file = files.get(path)
    if (!file) return void t.fail(`${path} is imported but not served`)
    t.equal(file.contentType, 'text/javascript; charset=utf-8', path)
    for (const [, imported] of file.text.matchAll(/\bfrom ?['"]([./a-z][^'"]*)['"]/g)) {
      follow(new URL(imported!, `http://console${path}`).pathname)
    }
  }
  follow('/console/app.js')
  const unused = [...files.keys()].filter((path) => path.endsWith('.js') && !seen.has(path))
  t.strictSame(unused, [], 'only imported modules are served')
  t.ok(seen.has('/console/lib/preact.js'))
})

t.test('no path reaches files outside the folder', async (t) => {
  for (const path of [
    '/console/',
    '/console/pages.ts',
    '/console/../package.json',
    '/console/..%2fpages.ts',
    '/console/%2e%2e/bind.ts',
    '/console/tsconfig.json',
    '/console/__proto__',
    '/console/lib/../../app.ts',
    '/console/style.css%00.js',
    '/index.html',
  ]) {
    const { status, text } = await ask(path)
    t.strictSame([status, codeOf(text)], [404, 'resource_not_found'], path)
  }
})

t.test('the guard of the control API protects the page and all of its files', async (t) => {
  for (const path of ['/', '/console/app.js', '/console/style.css', '/console/nothing.js']) {
    for (const headers of [
      { host: 'evil.example:4000' },
      { origin: 'http://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
      { ...FOLLOWED, host: 'evil.example' },
    ]) {
      const { status, text } = await ask(path, { ...BROWSER, ...headers })
      t.strictSame(
        [status, codeOf(text)],
        [403, 'origin_not_allowed'],
        `${path} ${JSON.stringify(headers)}`,
      )
    }
  }
})

t.test(
  'a link on another site may open the console only, and nothing else on this listener',
  async (t) => {
    const followed = { ...BROWSER, ...FOLLOWED }
    t.equal((await ask('/', followed)).status, 200)
    t.equal((await ask('/console/app.js', followed)).status, 403)
    t.equal((await ask('/control/v1/world', followed)).status, 403)
  },
)

t.test(
  'a body that an HTML form can send is refused, even without headers about its origin',
  async (t) => {
    const { organizations } = simulator.ports.world.file
    const before = organizations.length
    const body = '{"name":"Planted","region":"us"}'
    const forms = [
      'text/plain',
      'text/plain; application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]
    for (const type of forms) {
      for (const path of [
        '/control/v1/organizations',
        '/control/v1/reset',
        '/control/v1/clock/freeze',
      ]) {
        const { status, text } = await ask(path, { 'content-type': type }, 'POST', body)
        t.strictSame([status, codeOf(text)], [415, 'unsupported_media_type'], `${type} ${path}`)
        const foreign = await ask(
          path,
          { 'content-type': type, origin: 'http://evil.example' },
          'POST',
          body,
        )
        t.strictSame([foreign.status, codeOf(foreign.text)], [403, 'origin_not_allowed'])
      }
    }
    t.equal(organizations.length, before)
    t.notOk(simulator.ports.clock.frozen)
  },
)

t.test('the scripts of the console have at most 80 KB after compression', async (t) => {
  const own = [...servedFiles()].filter(
    ([path]) => path.endsWith('.js') && !path.startsWith('/console/lib/'),
  )
  const bytes = own.reduce((sum, [, { text }]) => sum + gzipSync(text).length, 0)
  t.ok(own.length > 40, 'all scripts are counted')
  t.ok(bytes <= 80 * 1024, `${bytes} bytes`)
})
