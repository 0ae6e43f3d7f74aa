import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import t from 'tap'
import { RecordingProxy } from './recording-proxy.ts'
import { Rules } from './rules.ts'
import { Service } from './service.ts'

t.test('a service that resets within a response ends one request, not the run', async (t) => {
  const service = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\npart', () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      )
    })
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  t.teardown(() => service.close())
  const { port } = service.address() as AddressInfo
  const proxy = await RecordingProxy.start('us', `http://127.0.0.1:${port}`, new Rules())
  t.teardown(() => proxy.close())
  for (let request = 0; request < 2; request++) await t.rejects(fetch(`${proxy.url}/v1/sessions`))
  t.match(proxy.exchanges, [{ status: null }, { status: null }])
})

t.test('idle connections are kept as long as those of the simulator', async (t) => {
  const service = await Service.start()
  t.teardown(() => service.close())
  const [simulator, proxy] = await Promise.all(
    [service.simulator.regions.us.url, service.environment.VSKIT_URL!].map((url) =>
      fetch(`${url}/openapi.json`),
    ),
  )
  t.equal(proxy!.headers.get('keep-alive'), simulator!.headers.get('keep-alive'))
  t.equal(proxy!.headers.get('keep-alive'), 'timeout=72')
})
