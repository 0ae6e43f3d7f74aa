import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { createSimulator } from '../library/vskit.ts'
import { runVskit } from './testing.ts'

const simulator = await createSimulator()
t.teardown(() => simulator.close())
const env = { VSKIT_CONTROL_URL: new URL(simulator.control.url).origin }

t.test('errors say what to do', async (t) => {
  const folder = t.testdir({})
  const utf16 = Buffer.from('\ufeffPORT=3000\r\n', 'utf16le')
  writeFileSync(`${folder}/utf16`, utf16)
  writeFileSync(`${folder}/lines`, 'A="a\nb"\n')
  for (const [args, says] of [
    [
      ['--organization', 'org_none'],
      /no organization 'org_none'\. Did you mean 'org_nord'\? Expected one of: org_acme, /,
    ],
    [
      ['--events', 'kyc.session.complete'],
      /no event type 'kyc\.session\.complete'\. Did you mean 'kyc\.session\.completed'\? Expected one of: kyc\.session\.completed, /,
    ],
    [['--route', 'completed=http://localhost:3000/'], /no event type 'completed'\. Expected one/],
    [['--forward-to', 'localhost:3000'], /Expected a URL such as http:\/\/localhost:3000/],
    [['--mode', 'prod'], /Allowed choices are test, live\./],
    ...['BAD NAME', 'F=O', '$(x)', '1A', ''].map(
      (name) =>
        [
          ['--secret-file', `${folder}/lines`, '--secret-name', name],
          /Expected the name of a variable: letters, digits and _/,
        ] as const,
    ),
    [
      ['--secret-file', `${folder}/lines`, '--secret-name', 'A'],
      /lines has a value of A on several lines\. Remove it/,
    ],
    [['--secret-file', folder], /cannot be read: it is a folder\. Name a file\./],
    [['--secret-file', `${folder}/none/x`], /none\/x cannot be written: its folder does not exist/],
    [['--secret-file', `${folder}/utf16`], /utf16 is not text in UTF-8/],
    [['--route', 'x'], /Expected an event type, = and a URL/],
    [
      ['--control', 'http://127.0.0.1:9'],
      /No simulator answers at .*Start one with 'vskit simulator'/,
    ],
  ] as const) {
    const { code, stderr } = await runVskit(t, ['listen', ...args], { env })
    const isWrong = stderr.startsWith('error: ') || /cannot be read|is not text/.test(stderr)
    t.equal(code, isWrong ? 2 : 1, args.join(' '))
    t.match(stderr, says)
    t.notMatch(stderr, /^\s+at /m, 'no stack')
  }
  t.ok(readFileSync(`${folder}/utf16`).equals(utf16), 'a refused file stays as it was')
  t.equal(readFileSync(`${folder}/lines`, 'utf8'), 'A="a\nb"\n')
})
