import { type AddressInfo, connect, createServer } from 'node:net'
import t from 'tap'
import { BUSY_LIMITS } from '../testing/busy-limits.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { storeAddress } from './address.ts'
import { openPostgres } from './postgres.ts'

const server = await startPostgres()
t.teardown(() => server.stop())

/** Without the options, as PgBouncer passes it on with `ignore_startup_parameters = options`. */
function withoutOptions(startup: Buffer): Buffer {
  const parts = startup.subarray(8, -1).toString('latin1').split('\0').slice(0, -1)
  const kept = parts.filter((_, i) => parts[i - (i % 2)] !== 'options')
  const body = Buffer.from(`${kept.map((part) => `${part}\0`).join('')}\0`, 'latin1')
  const head = Buffer.from(startup.subarray(0, 8))
  head.writeInt32BE(head.length + body.length)
  return Buffer.concat([head, body])
}

t.test('a pooler that drops the settings of a connection is refused', async (t) => {
  const url = new URL(await server.database('pooled'))
  const pooler = createServer((client) => {
    const upstream = connect(Number(url.port), url.hostname)
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
    client.once('data', (startup: Buffer) => {
      upstream.write(withoutOptions(startup))
      client.pipe(upstream).pipe(client)
    })
  })
  await new Promise<void>((resolve) => {
    pooler.listen(0, '127.0.0.1', resolve)
  })
  t.teardown(() => pooler.close())
  const pooled = new URL(url)
  pooled.port = String((pooler.address() as AddressInfo).port)
  await t.rejects(
    openPostgres(storeAddress(pooled.href), t.error, BUSY_LIMITS),
    /settings of the connection were dropped\. Use the URL of the database server/,
  )
  const { database } = await openPostgres(storeAddress(url.href), t.error, BUSY_LIMITS)
  t.same(await database.read({ text: 'SELECT 1' }), [[1]], 'the server itself is accepted')
  await database.close()
})
