import t from 'tap'
import { uploadedDocument } from '../testing/hosted-screens.ts'
import { LEASE } from '../testing/signing.ts'
import { backendFor } from '../testing/page.ts'
import { data, refusal, controlClient } from '../testing/control-client.ts'
import { heading, visitor, visitorAt } from '../testing/visitor.ts'
import { type Reply, clientAt, demoKey, roomyWorld, simulatorFor } from '../testing/simulator.ts'

const faults: unknown[] = []
const simulator = await simulatorFor(t, {
  world: roomyWorld(),
  report: (error) => faults.push(error),
})
const acme = backendFor(simulator, demoKey('org_acme'))
const us = clientAt(simulator.base_urls.us, undefined)
const NOBODY = `vs_${'0'.repeat(24)}`

const hosted = async (backend: typeof acme): Promise<{ id: string; hosted_url: string }> =>
  data(await backend.call('POST', '/v1/sessions', {}))
const begin = async () => visitor(simulator, (await hosted(acme)).id)

/** A page without the parts that differ between requests. */
function essence({ status, headers, text }: Reply): string {
  const fields = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name))
  return JSON.stringify([status, fields, text])
}

t.test('a hosted_url opens in its own region; elsewhere it is like an unknown link', async (t) => {
  for (const [region, backend, other] of [
    ['us', acme, 'eu'],
    ['eu', backendFor(simulator, demoKey('org_umbra'), 'eu'), 'us'],
    ['us', backendFor(simulator, demoKey('org_acme', 'live')), 'eu'],
  ] as const) {
    const { id, hosted_url } = await hosted(backend)
    t.equal(hosted_url, `${simulator.base_urls[region]}/s/${id}`)
    const page = await fetch(hosted_url)
    t.equal(page.status, 200)
    t.match(await page.text(), id)
    const nowhere = essence(await visitor(simulator, NOBODY, other).get())
    t.match(nowhere, '404')
    const at = (wrong: string) => visitor(simulator, wrong, other).get()
    const ids = [
      id,
      id.toUpperCase(),
      id.slice(0, -1),
      `${id}0`,
      'x',
      '%00',
      '..%2f',
      `${id}%20`,
      'é',
      '__proto__',
    ]
    for (const wrong of ids) t.equal(essence(await at(wrong)), nowhere, wrong)
    t.equal(essence(await visitor(simulator, id, other).post('/end')), nowhere)
    t.match(data(await backend.call('GET', `/v1/sessions/${id}`)), { status: 'created' })
  }
})

t.test('the mode is on every page', async (t) => {
  const marks = async (url: string): Promise<string | undefined> =>
    /<p class="banner">\s*<strong>(.*?)<\/strong>/.exec(await (await fetch(url)).text())?.[1]
  const test = (await hosted(acme)).hosted_url
  const live = (await hosted(backendFor(simulator, demoKey('org_acme', 'live')))).hosted_url
  for (const path of ['', '/end']) {
    t.equal(await marks(test + path), 'Test mode')
    t.equal(await marks(live + path), 'Live mode')
  }
})

const CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'"

t.test(
  'pages forbid frames, caching, indexing, referrers, foreign scripts and the camera',
  async (t) => {
    const documents = [LEASE]
    const template = data<{ id: string }>(
      await acme.call('POST', '/v1/workflow-templates', {
        name: 'All',
        steps: [
          {
            id: 'identity',
            type: 'id_verification',
            config: { faceCheck: 'selfie', allowPhotoUpload: true },
          },
          { id: 'lease', type: 'esign', config: { documents } },
        ],
      }),
    )
    const page = visitor(simulator, await acme.create({ workflow_template_id: template.id }))
    for (const [status, ask] of [
      [200, () => page.get()],
      [200, () => page.get('/end')],
      [422, () => page.submit('identity', { acquisition: 'upload' })],
      [303, () => page.submit('identity', { acquisition: 'camera' })],
      [200, () => page.get()],
      [303, () => page.post('/steps/lease/open')],
      [200, () => page.get()],
      [409, () => page.post('/steps/lease/sign', { typedName: 'x' })],
      [404, () => page.post('/nothing')],
      [200, () => page.get('/steps/lease')],
      [404, () => visitor(simulator, NOBODY).get()],
      [403, () => page.post('/end', {}, { origin: 'https://evil.example' })],
      [404, () => us('GET', '/s/assets/nothing.css')],
      [405, () => us('DELETE', `/s/${page.id}`)],
    ] as [number, () => Promise<Reply>][]) {
      const { headers, text, ...reply } = await ask()
      t.equal(reply.status, status, String(ask))
      t.match(Object.fromEntries(headers), {
        'content-security-policy': CSP,
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-robots-tag': /noindex/,
        'permissions-policy': /camera=\(\), microphone=\(\)/,
        'cache-control': 'no-store, private',
        'content-type': 'text/html; charset=utf-8',
        'x-request-id': /^req_/,
      })
      t.notOk(headers.has('access-control-allow-origin') || headers.has('set-cookie'))
      t.notMatch(
        text.replace('<script type="module" src="/s/assets/hosted.js"></script>', ''),
        /<script|javascript:| style=| on[a-z]+=|capture=|getUserMedia|bt_|ah_/,
      )
    }
    const [path] = /\/steps\/lease\/documents\/doc_\w+/.exec((await page.get()).text)!
    const pdf = await page.get(path)
    t.match(Object.fromEntries(pdf.headers), {
      'content-type': 'application/pdf',
      'repr-digest': /^sha-256=:/,
      'cache-control': 'no-store, private',
      'content-security-policy': "frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    t.match(pdf.text, /^%PDF-/)
  },
)

t.test('an uploaded PDF is shown in the page and has a separate link', async (t) => {
  const documentTemplateId = await uploadedDocument(simulator)
  const documents = [LEASE, { id: 'rules', documentTemplateId }]
  const template = data<{ id: string }>(
    await acme.call('POST', '/v1/workflow-templates', {
      name: 'Both',
      steps: [{ id: 'lease', type: 'esign', config: { documents } }],
    }),
  )
  const page = visitor(simulator, await acme.create({ workflow_template_id: template.id }))
  await page.post('/start')
  await page.post('/steps/lease/open')
  const consent = await page.get()
  t.match(consent.headers.get('content-security-policy'), CSP)
  const field = (name: string) => new RegExp(`name="${name}" value="(.*?)"`).exec(consent.text)![1]!
  await page.post('/steps/lease/consent', { version: field('version'), hash: field('hash') })

  const reading = await page.get()
  t.equal(heading(reading), '200 Read the documents')
  t.equal(
    reading.headers.get('content-security-policy'),
    `${CSP}; object-src 'self'; frame-src 'self'`,
  )
  const files = [...reading.text.matchAll(/<object [^>]*>/g)].map(([file]) => file)
  t.equal(files.length, 1, 'the lease is shown as text')
  t.match(files[0], /type="application\/pdf" .*aria-label="House rules"/)
  const [path] = /\/steps\/lease\/documents\/doc_\w+/.exec(files[0]!)!
  t.match(reading.text, `<a href="/s/${page.id}${path}" target="_blank"`)
  const pdf = await page.get(path)
  t.match(pdf.headers.get('content-disposition') ?? 'inline', /^inline/)
  t.match(pdf.text, /^%PDF-/)

  await page.post('/steps/lease/read')
  t.equal((await page.get()).headers.get('content-security-policy'), CSP)
})

t.test('a form of another site has no effect', async (t) => {
  const page = await begin()
  const own = simulator.base_urls.us
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: own },
    ...['https://evil.example', 'null', own.replace('127.0.0.1', 'localhost'), `${own}0`].map(
      (origin) => ({ origin }),
    ),
  ]) {
    const reply = await page.post('/end', {}, headers)
    t.equal(heading(reply), '403 This was sent from another site', JSON.stringify(headers))
  }
  t.match(data(await acme.call('GET', `/v1/sessions/${page.id}`)), { status: 'created' })
  for (const headers of [{ 'sec-fetch-site': 'same-origin', origin: own }, { origin: own }, {}]) {
    t.equal((await (await begin()).post('/end', {}, headers as Record<string, string>)).status, 303)
  }
})

t.test('other methods and paths', async (t) => {
  const page = await begin()
  const head = await us('HEAD', `/s/${page.id}`)
  const { headers } = await page.get()
  t.strictSame(
    [head.status, head.text, head.headers.get('content-length')],
    [200, '', headers.get('content-length')],
  )
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const reply = await us(method, `/s/${page.id}/end`)
    t.equal(heading(reply), '405 That is not possible here', method)
    t.equal(reply.headers.get('allow'), 'GET, HEAD, POST')
  }
  for (const path of ['/s', '/S/x', '/session', '/sx/y']) {
    t.equal(refusal(await us('GET', path)), '404 resource_not_found', path)
  }
  for (const path of ['/', '/steps', '/nothing/at/all']) {
    t.equal(heading(await page.get(path)), '404 There is nothing here', path)
  }
  t.equal(heading(await us('GET', '/s/')), '404 There is nothing here')
  for (const path of ['/steps/step_1', '/steps/nowhere', '/steps/step_1/sign']) {
    const { status, headers } = await page.get(path)
    t.match(
      [status, headers.get('location')],
      [303, new RegExp(`^/s/${page.id}`)],
      `${path} has no separate page`,
    )
  }
  t.equal(heading(await page.get('/steps/step_1/documents/doc_1')), '404 There is nothing here')
  const style = await us('GET', '/s/assets/journey.css')
  t.equal(style.status, 200)
  t.match(Object.fromEntries(style.headers), {
    'content-type': /^text\/css/,
    'cache-control': /^public/,
  })
  t.equal(
    (await us('GET', '/s/assets/specimens/odette.jpg')).headers.get('content-type'),
    'image/jpeg',
  )
  t.equal((await us('GET', '/s/assets/specimens/..%2f..%2fmanifest.json')).status, 404)
})

t.test(
  'guessed links are rate-limited, valid links are not, and the response has Retry-After',
  async (t) => {
    const own = await simulatorFor(t, { world: { ...roomyWorld(), ip_limit: 3 } })
    const now = '2026-11-20T09:00:20.000Z'
    await controlClient(own).freeze(now)
    const page = visitor(own, await backendFor(own, demoKey('org_acme')).create())
    for (let i = 0; i < 5; i++) t.equal((await page.get()).status, 200)
    for (let i = 0; i < 3; i++) t.equal((await visitor(own, NOBODY).get()).status, 404)
    for (const stopped of [page, visitor(own, NOBODY)]) {
      const reply = await stopped.get()
      t.strictSame(
        [heading(reply), reply.headers.get('retry-after')],
        ['429 Too many requests', '40'],
      )
    }
    const style = await clientAt(own.base_urls.us, undefined)('GET', '/s/assets/journey.css')
    t.equal(style.status, 200, 'the style sheet of the page')
  },
)

t.test('an internal error is answered with a page and reported', async (t) => {
  const page = await begin()
  const { records } = simulator.ports
  const find = records.find.bind(records)
  records.find = async () => {
    throw new Error('out of paper')
  }
  t.teardown(() => {
    records.find = find
  })
  t.equal(heading(await page.get()), '500 Something went wrong')
  t.match(faults.splice(0), [{ message: 'out of paper' }])
  records.find = find
  const read = records.read.bind(records)
  records.read = async () => {
    throw new Error('torn')
  }
  t.teardown(() => {
    records.read = read
  })
  const reply = await page.submit('step_1', { acquisition: 'camera' })
  t.equal(heading(reply), '500 Something went wrong')
  t.match(reply.text, `<a href="/s/${page.id}">Back to the verification</a>`)
  t.notMatch(reply.text, 'torn')
  t.match(faults.splice(0), [{ message: 'torn' }])
  records.read = read
  t.equal((await visitorAt(simulator.base_urls.us, page.id).get()).status, 200)
})
