import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import t from 'tap'
import { conformanceCommand } from '../command.ts'
import { startSimulator } from '../self-test/simulator.ts'

t.test('--simulator tests the public URLs of the regions', async (t) => {
  let region = ''
  const paths: string[] = []
  // Stands for a load balancer in front of the region.
  const balancer = http.createServer(({ url, headers }, response) => {
    paths.push(url!)
    http.get(region + url, { headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
  })
  await once(balancer.listen(0, '127.0.0.1'), 'listening')
  t.after(() => balancer.close())
  const us = `http://127.0.0.1:${(balancer.address() as AddressInfo).port}`
  const run = async (euUrl: string) => {
    const simulator = await startSimulator(t.testdir(), ['--us-url', us, '--eu-url', euUrl])
    region = simulator.regions.us.base_url
    const result = { out: '', code: undefined as number | undefined }
    await conformanceCommand({
      out: (text) => (result.out += text),
      err: () => undefined,
      terminal: false,
      color: false,
      env: {},
      exit: (code) => (result.code = code),
    }).parseAsync(['--simulator', simulator.control, '--only', 'envelope.no-credential'], {
      from: 'user',
    })
    await simulator.stop()
    return result
  }
  t.match(await run(us), { code: 0, out: `(us ${us}, eu ${us})` })
  t.ok(paths.includes('/v1/sessions'))
  t.match(await run('http://127.0.0.1:1'), {
    code: 2,
    out: /preflight .*regions\.eu: nothing listens at http:\/\/127\.0\.0\.1:1/,
  })
})
