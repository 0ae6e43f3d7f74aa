import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { type Key, keyOf, signed } from '../../fixtures/esign/make.ts'
import { type Certificate, newAuthority, signedBy } from '../../fixtures/tls/certificate.ts'
import { signatureVectors } from '../../fixtures/seal-vectors.ts'
import { verifyCommand } from './command.ts'

const KEY: Key = keyOf(signatureVectors[0]!.private_key, 'active')
const FILE = '%PDF-1.7 a signed file'
const HASH = createHash('sha256').update(FILE).digest('hex')
const GOOD = {
  protocol_version: '1',
  match: true,
  status: 'verified',
  agreement_id: 'agr_1',
  document_id: 'doc_1',
  final_hash: HASH,
  mode: 'live',
  seal: signed(
    JSON.stringify({
      kid: KEY.kid,
      agreement_id: 'agr_1',
      document_id: 'doc_1',
      final_hash: HASH,
      mode: 'live',
      region: 'us',
      sealed_at: '2026-11-02T09:14:02.777Z',
    }),
    KEY,
  ),
}
const MISSING = { protocol_version: '1', match: false, status: 'not_found' }

/** A region with the same response for every hash, after those of `first`; records its requests. */
async function region(
  t: Test,
  answer: unknown,
  status = 200,
  first: unknown[] = [],
  certificate?: Certificate,
) {
  const bodies: string[] = []
  const take: http.RequestListener = (request, response) => {
    const chunks: Buffer[] = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        const keys = request.url === '/.well-known/esign-keys'
        if (!keys) bodies.push(Buffer.concat(chunks).toString())
        const early = keys ? undefined : first.shift()
        if (early === 'reset') return request.socket.destroy()
        response.writeHead(keys ? 200 : typeof early === 'number' ? early : status, {
          'Content-Type': 'application/json',
          Connection: 'close',
        })
        response.end(JSON.stringify(keys ? { keys: [KEY] } : (early ?? answer)))
      })
  }
  const server = certificate ? https.createServer(certificate, take) : http.createServer(take)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const scheme = certificate ? 'https' : 'http'
  return { url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`, bodies }
}

function fileOf(t: Test, content: string | object, name = 'lease.pdf'): string {
  const file = join(t.testdir({}), name)
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

async function run(...args: string[]) {
  let [out, err, code] = ['', '', -1]
  const command = verifyCommand({
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
    exit: (n) => {
      code = n
    },
  })
  await command.parseAsync(args, { from: 'user' })
  return { out, err, code }
}

t.test('VFY-017 a genuine file: exit 0, every region asked, and only the hash sent', async (t) => {
  const [us, eu] = [await region(t, GOOD), await region(t, MISSING)]
  const { out, code } = await run(
    fileOf(t, FILE),
    '--region',
    `us=${us.url}`,
    '--region',
    `eu=${eu.url}/`,
  )
  t.equal(code, 0)
  t.match(out, /GENUINE: a signed document[^]*us +verified[^]*eu +not_found/)
  t.strictSame(
    [us.bodies, eu.bodies],
    [[JSON.stringify({ sha256: HASH })], [JSON.stringify({ sha256: HASH })]],
  )
})

t.test('a file that cannot be read: the others are judged, exit 2', async (t) => {
  const us = await region(t, GOOD)
  const { out, err, code } = await run(
    fileOf(t, FILE),
    join(t.testdirName, 'missing.pdf'),
    '--region',
    `us=${us.url}`,
  )
  t.equal(code, 2)
  t.match(out, /GENUINE/)
  t.match(err, /^vskit verify: .*missing\.pdf cannot be read: there is no such file/)
})

t.test('VFY-018 never reports not found while a region has not responded', async (t) => {
  const [us, eu, down] = [
    await region(t, MISSING),
    await region(t, MISSING),
    await region(t, {}, 503),
  ]
  const file = fileOf(t, FILE)
  const half = await run(
    file,
    '--region',
    `us=${us.url}`,
    '--region',
    `eu=${down.url}`,
    '--json',
    '--retries',
    '0',
  )
  t.equal(half.code, 2)
  const args = [file, '--retries', '0', '--region', `us=${us.url}`]
  t.match(await run(...args), { code: 2, out: /another region .*--region NAME=URL/i })
  t.match(await run(...args, '--region', `eu=${down.url}`), { out: /Ask again when every region/ })
  t.match(JSON.parse(half.out), {
    files: [{ verdict: 'undecided', regions: [{ finding: 'not_found' }, { status: null }] }],
  })
  const whole = await run(file, '--region', `us=${us.url}`, '--region', `eu=${eu.url}`)
  t.equal(whole.code, 1)
  t.match(whole.out, /NOT FOUND/)
})

const UNAVAILABLE = { protocol_version: '1', match: false, status: 'verification_unavailable' }

t.test('VST-025 a region that cannot verify now is asked again', async (t) => {
  const us = await region(t, GOOD, 200, [UNAVAILABLE, 503, 'reset'])
  const { out, code } = await run(fileOf(t, FILE), '--region', `us=${us.url}`)
  t.equal(us.bodies.length, 4)
  t.match(out, /GENUINE/)
  t.equal(code, 0)
})

t.test(
  'VST-025 if the region stays unavailable, the retries end and no negative result is recorded',
  async (t) => {
    const [us, eu] = [await region(t, UNAVAILABLE), await region(t, MISSING)]
    const args = [
      '--region',
      `us=${us.url}`,
      '--region',
      `eu=${eu.url}`,
      '--retries',
      '1',
      '--json',
    ]
    const { out, code } = await run(fileOf(t, FILE), ...args)
    t.equal(us.bodies.length, 2)
    t.match(JSON.parse(out), {
      files: [
        {
          verdict: 'undecided',
          regions: [{ finding: 'undecided', status: 'verification_unavailable' }, {}],
        },
      ],
    })
    t.equal(code, 2)
  },
)

t.test('an error that is not temporary is not retried', async (t) => {
  const us = await region(t, {}, 403)
  t.match(await run(fileOf(t, FILE), '--region', `us=${us.url}`), {
    code: 2,
    out: /returned 403: check that the URL/,
  })
  t.equal(us.bodies.length, 1)
})

t.test('--ca-file: regions with certificates of a private authority', async (t) => {
  const authority = newAuthority('Authority of a test')
  const us = await region(t, GOOD, 200, [], signedBy(authority, 'us', ['127.0.0.1']))
  const file = fileOf(t, FILE)
  const asked = [file, '--region', `us=${us.url}`]
  const ca = join(file, '..', 'ca.pem')
  writeFileSync(ca, authority.cert)
  t.match(await run(...asked, '--ca-file', ca), { code: 0, out: /GENUINE/ })
  t.match(await run(...asked), {
    code: 2,
    out: /no usable response: the certificate of https:.* is not trusted .* --ca-file, or in VSKIT_CA_FILE/,
  })
  t.match(await run(...asked, '--ca-file', file), { code: 2, err: /holds no certificate in PEM/ })
  t.equal(us.bodies.length, 1)
})

t.test(
  'regions with one URL are refused, since the second would contradict the seal',
  async (t) => {
    let code = ''
    const command = verifyCommand({ out() {}, err() {}, exit() {} }).exitOverride((error) => {
      code = `${error.code}: ${error.message}`
      throw error
    })
    command.configureOutput({ writeErr: () => undefined })
    const args = ['lease.pdf', '--region', 'us=http://a', '--region', 'eu=http://a/']
    await t.rejects(command.parseAsync(args, { from: 'user' }))
    t.match(code, /invalidArgument: .*The regions us and eu have the same URL/)
  },
)

t.test('a redirect is not followed', async (t) => {
  const us = await region(t, {}, 302)
  t.match(await run(fileOf(t, FILE), '--region', `us=${us.url}`), { code: 2, out: /returned 302/ })
})

t.test('a file that was altered, although a server confirms it', async (t) => {
  const us = await region(t, GOOD)
  const { out, code } = await run(fileOf(t, `${FILE} and more`), '--region', `us=${us.url}`)
  t.equal(code, 1)
  t.match(out, /NOT GENUINE/)
})

t.test(
  'each of several files is judged, and one that is not genuine decides the exit code',
  async (t) => {
    const us = await region(t, GOOD)
    const [good, other] = [fileOf(t, FILE), fileOf(t, 'x', 'other.pdf')]
    writeFileSync(good, FILE)
    const { out, code } = await run(good, other, '--region', `us=${us.url}`, '--json')
    t.strictSame(
      (JSON.parse(out) as { files: { verdict: string }[] }).files.map(({ verdict }) => verdict),
      ['genuine', 'rejected'],
    )
    t.equal(code, 1)
  },
)

t.test('a server cannot control the terminal', async (t) => {
  const us = await region(t, { ...MISSING, status: 'x\u001b[2Jgenuine' })
  const { out } = await run(fileOf(t, FILE), '--region', `us=${us.url}`)
  t.notOk(out.includes('\u001b'))
})

t.test('OFF-001 offline, with a saved answer and a saved key set', async (t) => {
  const folder = t.testdir({
    'lease.pdf': FILE,
    'answer.json': JSON.stringify(GOOD),
    'keys.json': JSON.stringify({ keys: [KEY] }),
    'none.json': JSON.stringify({ keys: [] }),
    'no-set.json': '{}',
    'test.json': JSON.stringify({ ...GOOD, mode: 'test' }),
    'text.json': 'x',
  })
  const at = (name: string): string => join(folder, name)
  t.equal((await run(at('lease.pdf'), '--offline', at('answer.json'), at('keys.json'))).code, 0)
  t.equal((await run(at('lease.pdf'), '--offline', at('answer.json'), at('none.json'))).code, 1)
  t.match(await run(at('lease.pdf'), '--offline', at('answer.json'), at('no-set.json')), {
    code: 2,
    out: /UNDECIDED.*[^]*cannot be checked: the key set is no JWK Set: it has no list "keys"/,
  })
  t.match(await run(at('lease.pdf'), '--offline', at('test.json'), at('keys.json')), {
    code: 1,
    out: /test mode/,
  })
  t.match(await run(at('lease.pdf'), '--offline', at('text.json'), at('keys.json')), {
    code: 2,
    err: /JSON/,
  })
  t.match(await run(at('lease.pdf'), '--offline', at('answer.json')), { code: 2, err: /two files/ })
  t.match(await run(at('lease.pdf')), { code: 2, err: /name the regions/ })
  t.match(await run(at('missing.pdf'), '--region', 'us=http://127.0.0.1:9'), {
    code: 2,
    err: /missing\.pdf/,
  })
  t.match(await run(at('lease.pdf'), '--region', 'us=http://127.0.0.1:9', '--retries', '0'), {
    code: 2,
    out: /no usable response: nothing listens at http:\/\/127\.0\.0\.1:9: check the URL/,
  })
})

t.test('plain HTTP to a server with TLS: the report names the scheme', async (t) => {
  const server = http.createServer((_, response) => response.writeHead(400).end('{}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  t.match(await run(fileOf(t, FILE), '--region', `us=http://127.0.0.1:${port}`), {
    code: 2,
    out: /returned 400: check that .* base URL of the region, and whether it begins with https:/,
  })
})

t.test('a URL that is not the one of a region: the report says what to check', async (t) => {
  const server = http.createServer((_, response) => response.end('<!doctype html>'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  t.match(await run(fileOf(t, FILE), '--region', `us=http://127.0.0.1:${port}`), {
    code: 2,
    out: /did not return a JSON object: check that the URL is the base URL of the region/,
  })
  t.match(await run(fileOf(t, FILE), '--region', `us=https://127.0.0.1:${port}`), {
    code: 2,
    out: /does not speak TLS: write http:\/\/ in the URL/,
  })
})
