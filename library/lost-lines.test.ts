import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import t, { type Test } from 'tap'
import { SimulatorError } from './errors.ts'
import { HttpConnection } from './http-connection.ts'
import { readLines } from './lines.ts'

/** A server that sends a head and some text, and then ends the connection. */
async function serve(t: Test, status: number, contentType: string, text: string): Promise<string> {
  const server = createServer((_, response) => {
    response.writeHead(status, { 'content-type': contentType, 'content-length': 1000 })
    response.write(text, () => setTimeout(() => response.destroy(), 50))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/control/v1`
}

for (const text of ['{"kind":"ping"}\n', '<html>\n', '{"kind":"rea']) {
  t.test(`a forwarder whose connection is lost after ${JSON.stringify(text)}`, async (t) => {
    const url = await serve(t, 200, 'application/x-ndjson', text)
    const connection = new HttpConnection({ url, ca: undefined })
    const opened = connection.forward('org_acme', 'test', undefined, async () => ({
      error: 'connection_failed',
    }))
    await t.rejects(opened, { name: 'SimulatorError', message: /ended before it was ready/ })
    await connection.close()
  })
}

t.test('a refusal that is cut off', async (t) => {
  const url = await serve(t, 404, 'application/json', '{"error":{"code":"resource_no')
  await t.rejects(
    readLines(`${url}/feed`, undefined, undefined, () => undefined),
    SimulatorError,
  )
})
