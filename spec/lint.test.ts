import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { lint } from './lint.ts'

const SPEC = import.meta.dirname

t.test('the contract passes our ruleset', async (t) => {
  t.strictSame(await lint(SPEC), [])
})

t.test('each of our own rules catches its fault', async (t) => {
  const spec = join(t.testdir(), 'spec')
  for (const [rule, file, from, to] of [
    [
      'vskit/operation-says-what-it-needs',
      'resources/wallet.yaml',
      '      x-required-scopes: [wallet:read]\n',
      '',
    ],
    [
      'vskit/operation-says-what-it-needs',
      'resources/wallet.yaml',
      'x-route-class: reads',
      'x-route-class: none',
    ],
    ['vskit/bodies-have-examples', 'resources/tokens.yaml', /\n +examples:\n +minted: .*bt_.*/, ''],
    [
      'vskit/requests-are-closed',
      'resources/data-subject-requests.yaml',
      '    additionalProperties: false\n',
      '',
    ],
    ['vskit/answers-bear-their-headers', 'resources/wallet.yaml', / +X-RateLimit-Window: .*\n/, ''],
    [
      'vskit/answers-bear-their-headers',
      'resources/openapi-document.yaml',
      / +headers:\n +X-Request-Id: .*\n/,
      '',
    ],
    ['operation-operationId', 'resources/wallet.yaml', '      operationId: retrieveWallet\n', ''],
    ['operation-operationId-unique', 'resources/wallet.yaml', 'retrieveWallet', 'listSessions'],
    [
      'no-invalid-media-type-examples',
      'resources/wallet.yaml',
      'balance_minor: 125000',
      'balance_minor: much',
    ],
    ['no-unresolved-refs', 'resources/wallet.yaml', 'responses/InternalError', 'responses/Gone'],
  ] as const) {
    cpSync(SPEC, spec, {
      recursive: true,
      filter: (path) => !path.includes('generated') && !path.endsWith('.test.ts'),
    })
    const path = join(spec, file)
    const source = readFileSync(path, 'utf8')
    const broken = source.replace(from, to)
    t.not(broken, source, `${rule}: the fault is in`)
    writeFileSync(path, broken)
    t.ok(
      (await lint(spec)).some(({ ruleId }) => ruleId === rule),
      `${rule} in ${file}`,
    )
  }
})
