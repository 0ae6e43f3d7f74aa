import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { lint } from './lint.ts'

const SPEC = import.meta.dirname

interface Fault {
  rule: string
  file: string
  from: string | RegExp
  to: string
}

const FAULTS: Fault[] = [
  {
    rule: 'vskit/operation-says-what-it-needs',
    file: 'resources/wallet.yaml',
    from: '      x-required-scopes: [wallet:read]\n',
    to: '',
  },
  {
    rule: 'vskit/operation-says-what-it-needs',
    file: 'resources/wallet.yaml',
    from: 'x-route-class: reads',
    to: 'x-route-class: none',
  },
  {
    rule: 'vskit/bodies-have-examples',
    file: 'resources/tokens.yaml',
    from: /\n +examples:\n +minted: .*bt_.*/,
    to: '',
  },
  {
    rule: 'vskit/requests-are-closed',
    file: 'resources/data-subject-requests.yaml',
    from: '    additionalProperties: false\n',
    to: '',
  },
  {
    rule: 'vskit/answers-bear-their-headers',
    file: 'resources/wallet.yaml',
    from: / +X-RateLimit-Window: .*\n/,
    to: '',
  },
  {
    rule: 'vskit/answers-bear-their-headers',
    file: 'resources/openapi-document.yaml',
    from: / +headers:\n +X-Request-Id: .*\n/,
    to: '',
  },
  {
    rule: 'operation-operationId-unique',
    file: 'resources/tokens.yaml',
    from: /operationId: \w+/,
    to: 'operationId: listSessions',
  },
  {
    rule: 'operation-operationId',
    file: 'resources/wallet.yaml',
    from: '      operationId: retrieveWallet\n',
    to: '',
  },
  {
    rule: 'no-invalid-media-type-examples',
    file: 'resources/wallet.yaml',
    from: 'balance_minor: 125000',
    to: 'balance_minor: much',
  },
  {
    rule: 'no-unresolved-refs',
    file: 'resources/wallet.yaml',
    from: 'responses/InternalError',
    to: 'responses/Gone',
  },
]

t.test('each of our own rules finds its fault', async (t) => {
  const spec = join(t.testdir(), 'spec')
  // Linting takes a second, so each copy has a fault of several rules.
  let waiting: Fault[] = [...FAULTS]
  while (waiting.length > 0) {
    const faults = waiting.filter(({ rule }, i) => i === waiting.findIndex((f) => f.rule === rule))
    waiting = waiting.filter((fault) => !faults.includes(fault))
    cpSync(SPEC, spec, {
      recursive: true,
      filter: (path) => !path.includes('generated') && !path.endsWith('.test.ts'),
    })
    for (const { rule, file, from, to } of faults) {
      const path = join(spec, file)
      const source = readFileSync(path, 'utf8')
      const broken = source.replace(from, to)
      t.not(broken, source, `${rule}: the fault is in`)
      writeFileSync(path, broken)
    }
    const found = new Set((await lint(spec)).map(({ ruleId }) => ruleId))
    for (const { rule, file } of faults) t.ok(found.has(rule), `${rule} in ${file}`)
  }
})
