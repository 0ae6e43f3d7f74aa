import t from 'tap'
import { Driver } from './driver.ts'

t.test('a proxy of the environment does not hide the service from the backend', async (t) => {
  t.intercept(process, 'env', { value: { ...process.env, HTTP_PROXY: 'http://127.0.0.1:9' } })
  const printed =
    '{"ready": true, "can": [], "webhook": "http://" + process.env.NO_PROXY.split(",")[0]}'
  const driver = await Driver.start(
    `"${process.execPath}" --eval 'console.log(JSON.stringify(${printed})); process.stdin.resume()'`,
    { env: {}, timeoutMs: 60_000 },
  )
  t.teardown(() => driver.close())
  t.equal(driver.ready.webhook, 'http://127.0.0.1')
})
