import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import t, { type Test } from 'tap'
import { clientSignedBy, newAuthority, signedBy } from '../../../../fixtures/tls/certificate.ts'
import { BUSY_LIMITS } from '../../testing/busy-limits.ts'
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts'
import { storeAddress } from '../address.ts'
import { openPostgres } from '../postgres.ts'
import { tlsOfAddress } from './tls.ts'

const HOST = '127.0.0.1'
const authority = newAuthority('Authority of the database')
const folder = t.testdir()
function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const CA = file('ca.crt', authority.cert)
const OTHER = file('other.crt', newAuthority('Another authority').cert)
/** The user of a server that root starts. */
const NOBODY = 65_534

async function startTls(t: Test, name: string, hosts: string[], validMs?: number) {
  const { key, cert } = signedBy(authority, name, hosts, validMs)
  const server = await startPostgres((home) => {
    const files = { key, cert, ca: authority.cert }
    const settings = Object.entries(files).map(([kind, text]) => {
      const path = join(home, `${kind}.pem`)
      writeFileSync(path, text, { mode: 0o600 })
      if (process.getuid?.() === 0) chownSync(path, NOBODY, NOBODY)
      return `ssl_${kind}_file=${path}`
    })
    return ['ssl=on', ...settings]
  })
  t.teardown(() => server.stop())
  return server
}

async function connected(url: string): Promise<boolean> {
  const { database } = await openPostgres(storeAddress(url), t.error, BUSY_LIMITS)
  const text = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()'
  const pooled = await database.read<[boolean]>({ text })
  const alone = await database.alone(async (client) => (await client.query(text)).rows)
  await database.close()
  t.same(alone, [{ ssl: pooled[0]![0] }], 'separate connections have the same protection')
  return pooled[0]![0]
}

async function urlOf(server: PostgresServer, parameters: string): Promise<string> {
  const url = (await server.database('tls')).replace('vskit@', 'vskit:hunter2@')
  return parameters === '' ? url : `${url}?${parameters}`
}

async function refusal(t: Test, url: string): Promise<string> {
  const error = await openPostgres(storeAddress(url), t.error, BUSY_LIMITS).then(
    async ({ database }) => {
      await database.close()
      return new Error('it was accepted')
    },
    (error: unknown) => error as Error,
  )
  t.notMatch(error.message, /hunter/, 'no credentials')
  t.match(error.message, new RegExp(`^postgres://${HOST}:\\d+/tls`))
  return error.message
}

t.test('the modes of libpq check what they document', async (t) => {
  const right = await startTls(t, 'right', [HOST])
  const wrong = await startTls(t, 'wrong', ['db.internal'])
  const accepted: [server: PostgresServer, parameters: string, tls: boolean][] = [
    [right, '', false],
    [right, 'sslmode=disable', false],
    [right, 'sslmode=require', true],
    [right, `sslmode=require&sslrootcert=${CA}`, true],
    [right, `sslmode=verify-ca&sslrootcert=${CA}`, true],
    [right, `sslmode=verify-full&sslrootcert=${CA}`, true],
    [right, `sslrootcert=${CA}`, true],
    [right, 'sslmode=no-verify', true],
    [right, 'sslmode=require&sslnegotiation=direct', true],
    [wrong, 'sslmode=require', true],
    [wrong, `sslmode=verify-ca&sslrootcert=${CA}`, true],
  ]
  for (const [server, parameters, tls] of accepted)
    t.equal(await connected(await urlOf(server, parameters)), tls, parameters)
  const refused: [server: PostgresServer, parameters: string, message: RegExp][] = [
    [right, 'sslmode=verify-full', /sslrootcert=FILE/],
    [right, 'sslmode=verify-full&sslrootcert=system', /sslrootcert=FILE/],
    [right, `sslmode=require&sslrootcert=${OTHER}`, /sslrootcert=FILE/],
    [right, `sslmode=verify-ca&sslrootcert=${OTHER}`, /sslrootcert=FILE/],
    [right, `sslmode=verify-full&sslrootcert=${OTHER}`, /sslrootcert=FILE/],
    [wrong, `sslmode=verify-full&sslrootcert=${CA}`, /Use a host name of the certificate/],
  ]
  for (const [server, parameters, message] of refused)
    t.match(await refusal(t, await urlOf(server, parameters)), message, parameters)
})

t.test('an expired certificate, and a server without TLS', async (t) => {
  const expired = await startTls(t, 'expired', [HOST], -1000)
  const url = await urlOf(expired, `sslmode=verify-full&sslrootcert=${CA}`)
  t.match(await refusal(t, url), /expired\. Renew the certificate of the server/)
  t.ok(await connected(await urlOf(expired, 'sslmode=require')))
  const plain = await startPostgres()
  t.teardown(() => plain.stop())
  t.match(await refusal(t, await urlOf(plain, 'sslmode=require')), /Set ssl = on/)
})

t.test('a client certificate is the credential of a user', async (t) => {
  const server = await startTls(t, 'server', [HOST])
  const admin = new pg.Client({ connectionString: await urlOf(server, '') })
  await admin.connect()
  t.teardown(() => admin.end())
  await admin.query('CREATE ROLE guest SUPERUSER LOGIN')
  const { rows } = await admin.query<{ hba_file: string }>('SHOW hba_file')
  writeFileSync(rows[0]!.hba_file, 'hostssl all guest all cert\nhost all vskit all trust\n')
  await admin.query('SELECT pg_reload_conf()')
  const as = async (more: string): Promise<string> =>
    (await urlOf(server, `sslmode=verify-full&sslrootcert=${CA}${more}`)).replace(
      'vskit:hunter2@',
      'guest@',
    )
  const paths = (name: string, { key, cert }: { key: string; cert: string }): string =>
    `&sslcert=${file(`${name}.crt`, cert)}&sslkey=${file(`${name}.key`, key)}`
  const guest = clientSignedBy(authority, 'guest')
  const stranger = clientSignedBy(newAuthority('Another authority'), 'guest')
  t.ok(await connected(await as(paths('guest', guest))))
  const remedy = /Name a certificate that the server accepts/
  t.match(await refusal(t, await as('')), remedy)
  t.match(await refusal(t, await as(paths('other', clientSignedBy(authority, 'other')))), remedy)
  t.match(await refusal(t, await as(paths('stranger', stranger))), remedy)
  const plain = (await urlOf(server, '')).replace('vskit:hunter2@', 'guest@')
  t.match(await refusal(t, plain), /add sslmode=verify-full to the URL/)
})

t.test('unusable parameters are refused before a connection', async (t) => {
  const { key, cert } = clientSignedBy(authority, 'guest')
  const [certFile, keyFile] = [file('own.crt', cert), file('own.key', key)]
  const mixed = file('mixed.key', clientSignedBy(authority, 'mixed').key)
  for (const [parameters, message] of [
    ['sslmode=prefer', /sslmode=prefer may send everything without encryption\. Expected sslmode=/],
    ['sslmode=allow', /sslmode=allow may send/],
    ['sslmode=verify', /Expected sslmode=disable, .*, got "verify"/],
    ['sslmod=verify-full', /sslmod is not supported\. Expected sslmode, /],
    ['sslmode=verify-full&sslcrl=x', /sslcrl is not supported/],
    ['sslmode=verify-ca', /needs sslrootcert=FILE/],
    ['sslmode=verify-ca&sslrootcert=system', /sslrootcert=system needs sslmode=verify-full/],
    ['sslrootcert=missing.crt', /sslrootcert: ENOENT.*missing\.crt/],
    [`sslrootcert=${keyFile}`, /own\.key has no certificate in PEM/],
    [`sslmode=require&sslcert=${certFile}`, /sslcert and sslkey are needed together/],
    [`sslcert=${certFile}&sslkey=${mixed}`, /sslcert and sslkey cannot be used: .*mismatch/],
  ] as const) {
    const address = storeAddress(`postgres://vskit:hunter2@${HOST}:1/tls?${parameters}`)
    t.throws(() => tlsOfAddress(address, {}), { message }, parameters)
    t.match(await refusal(t, address.url), message)
  }
})

t.test('variables of libpq are defaults of the parameters', async (t) => {
  const plain = storeAddress(`postgres://vskit@${HOST}/tls`)
  t.equal(tlsOfAddress(plain, {}), false)
  const variables = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: CA }
  t.strictSame(tlsOfAddress(plain, variables), { ca: authority.cert })
  const withoutMode = tlsOfAddress(plain, { PGSSLROOTCERT: CA })
  t.strictSame(withoutMode, { ca: authority.cert }, 'an authority expects TLS, as in the URL')
  t.throws(() => tlsOfAddress(plain, { PGSSLMODE: 'prefer' }), /without encryption/)
  const disabled = storeAddress(`${plain.url}?sslmode=disable`)
  t.equal(tlsOfAddress(disabled, variables), false)
})
