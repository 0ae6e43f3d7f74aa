import t from 'tap'
import { type LoadOrder, startLoad } from './load.ts'
import { tinyTarget } from '../self-test/tiny-target.ts'
import { ProcessGroup } from '../process/process-group.ts'

const order = (url: string, more: Partial<LoadOrder> = {}): LoadOrder => ({
  url,
  method: 'GET',
  headers: { authorization: 'Bearer key' },
  connections: 3,
  seconds: 0.2,
  ...more,
})

t.test('the counts are those of the server', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const load = startLoad(group, undefined)
  const seen: string[] = []
  const baseUrl = await tinyTarget(t, (request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`)
      response.end('fine')
    })
  })
  const result = await load.run(
    order(`${baseUrl}/v1/sessions`, { method: 'POST', body: '{"a":1}' }),
  )
  t.strictSame([...new Set(seen)], ['POST /v1/sessions Bearer key {"a":1}'])
  t.ok(result.requests > 0)
  t.ok(
    result.requests <= seen.length && result.requests >= seen.length - 3,
    'except for those in flight at the end',
  )
  t.match(result, { errors: 0, timeouts: 0, non2xx: 0 })
  t.ok(result.p50_ms <= result.p99_ms && result.p99_ms <= result.max_ms && result.p50_ms > 0)

  const again = await load.run(order(`${baseUrl}/v1/sessions`))
  t.ok(again.requests > 0, 'one process handles several orders')
  t.equal(group.pids.length, 1)
})

t.test('failures are counted', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const load = startLoad(group, undefined)
  const refusing = await tinyTarget(t, (_request, response) => {
    response.writeHead(429).end('slow down')
  })
  const refused = await load.run(order(refusing))
  t.ok(refused.non2xx > 0)
  t.equal(refused.non2xx, refused.requests)

  const silent = await tinyTarget(t, () => {})
  const unanswered = await load.run(order(silent, { seconds: 1.5 }))
  t.equal(unanswered.requests, 0)
  t.ok(unanswered.timeouts > 0)
})

t.test('concurrent orders overlap', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const load = startLoad(group, undefined)
  // Neither responds before the other one receives a request.
  const asked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const answering = (status: number, own: number) =>
    tinyTarget(t, (_request, response) => {
      asked[own]!.resolve()
      void asked[1 - own]!.promise.then(() => response.writeHead(status).end('fine'))
    })
  const urls = [await answering(200, 0), await answering(429, 1)]
  const [good, refused] = await load.runTogether(urls.map((url) => order(url, { seconds: 1 })))
  t.ok(good!.requests > 0 && good!.non2xx === 0)
  t.ok(
    refused!.requests > 0 && refused!.refused === refused!.requests,
    'in the order of the orders',
  )
})

t.test('building the requests of many paths is not counted as load', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const load = startLoad(group, undefined)
  const target = await tinyTarget(t, (_request, response) => {
    response.end('fine')
  })
  // Blocks for seconds, during which no open connection is read.
  const paths = Array.from({ length: 150_000 }, (_, i) => `/v1/sessions/${i}`)
  const result = await load.run(order(target, { paths, seconds: 0.5 }))
  t.ok(result.requests > 0)
  t.match(result, { errors: 0, timeouts: 0 })
})
