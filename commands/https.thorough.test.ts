import t from 'tap'
import { runVskit, startVskit } from './testing.ts'

t.test('a simulator with --https is trusted by its folder or by a given authority', async (t) => {
  const folder = t.testdir()
  const here = { cwd: folder, env: { VSKIT_CONTROL_URL: '' } }
  const ports = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
  const args = ['simulator', '--https', '--ca-file', 'ca.pem', ...ports]
  const output = await startVskit(t, args, here).says(/Ctrl-C/)
  const control = /control +(https:\/\/127\.0\.0\.1:\d+)/.exec(output)![1]!
  const named = (...more: string[]) =>
    runVskit(t, ['health', '--control', control, ...more], { env: { VSKIT_CONTROL_URL: '' } })
  const suite = (...address: string[]) =>
    runVskit(
      t,
      ['conformance', '--only', 'openapi.references-resolve', '--simulator', ...address],
      here,
    )
  const [found, stranger, byFlag, wrong, judged, plain] = await Promise.all([
    runVskit(t, ['trigger', 'kyc.session.cancelled'], here),
    named(),
    named('--ca-file', `${folder}/ca.pem`),
    named('--ca-file', `${folder}/.vskit/simulator.json`),
    suite(control),
    suite(control.replace('https:', 'http:')),
  ])
  t.match(await suite(), { code: 0, stdout: /conforming/ }, 'the simulator of this folder')
  t.match(found, { code: 0, stderr: '' })
  t.match(stranger, { code: 1, stderr: /is not trusted: .* with --ca-file or in VSKIT_CA_FILE/ })
  t.match(byFlag, { code: 0, stdout: /us  https:/ })
  t.match(judged, { code: 0, stdout: /conforming/ })
  t.match(plain, { code: 2, stderr: /This port speaks HTTPS: use an https:\/\/ address/ })
  t.match(wrong, { code: 2, stderr: /holds no certificate in PEM/ })
  t.match(await runVskit(t, ['simulator', '--ca-file', 'ca.pem', ...ports]), {
    code: 2,
    stderr: /--ca-file needs --https/,
  })
})
