import t from 'tap'
import { createSimulator } from '../../library/vskit.ts'
import { runVskit } from '../testing.ts'

const node = (script: string): string[] => ['--', process.execPath, '--eval', script]

t.test('the command reaches its simulator, and exec returns its exit code', async (t) => {
  const script = `
    const { VSKIT_US_URL, VSKIT_EU_URL, VSKIT_KEY, VSKIT_EU_TEST_KEY, VSKIT_CONTROL_URL, VSKIT_WEBHOOK_SECRET } = process.env
    const ask = (url, key) => fetch(url + '/v1/sessions', { headers: { authorization: 'Bearer ' + key } })
    const statuses = [(await ask(VSKIT_US_URL, VSKIT_KEY)).status, (await ask(VSKIT_EU_URL, VSKIT_EU_TEST_KEY)).status]
    const { status } = (await (await fetch(VSKIT_CONTROL_URL + '/health')).json()).data
    console.log(JSON.stringify([...statuses, status, VSKIT_WEBHOOK_SECRET.slice(0, 6)]))
    process.exitCode = 7`
  const { code, stdout, stderr } = await runVskit(t, ['exec', ...node(script)])
  t.equal(stdout, '[200,200,"ok","whsec_"]\n')
  t.match(stderr, /^vskit exec: region us http:\/\/127\.0\.0\.1:\d+/)
  t.equal(code, 7)
})

t.test('a proxy of the environment does not hide the simulator from the command', async (t) => {
  const script = `
    fetch(process.env.VSKIT_US_URL + '/openapi.json').then(({ status }) => console.log(status))`
  const env = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:9', NO_PROXY: 'db.internal' }
  t.match(await runVskit(t, ['exec', ...node(script)], { env }), { code: 0, stdout: '200\n' })
})

t.test('--snapshot starts with the state of a snapshot file', async (t) => {
  const simulator = await createSimulator()
  const { id } = await simulator.trigger('kyc.session.completed')
  const file = `${t.testdir()}/state.vskit`
  await simulator.exportSnapshot(file)
  const key = simulator.key()
  await simulator.close()
  const script = `
    fetch(process.env.VSKIT_US_URL + '/v1/sessions/${id}', { headers: { authorization: 'Bearer ${key}' } })
      .then(async (answer) => console.log(answer.status, (await answer.json()).data.status))`
  t.match(await runVskit(t, ['exec', '--quiet', '--snapshot', file, ...node(script)]), {
    code: 0,
    stdout: '200 completed\n',
  })
  t.match(await runVskit(t, ['exec', '--snapshot', import.meta.filename, ...node('')]), {
    code: 2,
    stderr: /exec.test.ts cannot be imported\. .*it is not a snapshot file/,
  })
})
