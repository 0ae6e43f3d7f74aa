import t from 'tap'
import { runVskit, startVskit } from '../../commands/testing.ts'
import type { Banner } from '../banner.ts'

const FREE = ['--json', '--admin-port', '0', '--us-port', '0', '--eu-port', '0']
/** A simulator writes its address into its working folder. */
const cwd = t.testdir()

t.test('a missing collector is reported once, and delays a close only briefly', async (t) => {
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
  const running = startVskit(t, ['simulator', ...FREE], { cwd, env })
  const ready = JSON.parse(await running.says(/\n/)) as Banner
  await fetch(`${ready.regions.us.base_url}/v1/sessions`)
  const { code, stderr } = await running.kill('SIGTERM')
  t.equal(code, 0)
  t.match(stderr, /^SIGTERM: closing\nTraces are not sent: the collector does not respond\n$/)
})

t.test('missing packages are named with the command that installs them', async (t) => {
  const without = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module'
    registerHooks({ resolve(name, context, next) {
      if (!name.startsWith('@opentelemetry/')) return next(name, context)
      throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
    } })`)}`
  const env = {
    NODE_OPTIONS: `--import=${without}`,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
  }
  t.match(await runVskit(t, ['simulator', ...FREE], { env }), {
    code: 1,
    stdout: '',
    stderr:
      /Install them: npm install @opentelemetry\/api@1 .*-otlp-proto@.* OTEL_SDK_DISABLED=true/,
  })
  const off = startVskit(t, ['simulator', ...FREE], {
    cwd,
    env: { ...env, OTEL_SDK_DISABLED: 'true' },
  })
  await off.says(/\n/)
  t.equal((await off.kill('SIGTERM')).code, 0)
})
