import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { weekly } from '../tools/testing/rounds.ts'
import type { RunPair } from './against/paired-run.ts'
import { chooseCores } from './measure/cores.ts'
import { measurePath } from './measure/measure.ts'
import { ProcessGroup } from './process/process-group.ts'
import type { Report } from './report/report.ts'
import { KEY, QUICK, SURE, answerAll, bench, targetFile } from './self-test/bench.ts'
import { isAlive, tinyTarget } from './self-test/tiny-target.ts'

t.test('the servers take turns, and no process remains', async (t) => {
  const group = new ProcessGroup()
  t.teardown(() => group.end())
  const baseUrl = await tinyTarget(t, answerAll)
  const steps: string[] = []
  const result = await measurePath('image', group, {
    rounds: 1,
    duration: 0.2,
    warmup: 0.1,
    connections: 4,
    cores: chooseCores(),
    store: 'memory',
    target: { baseUrl, key: KEY, sessionId: 'vs_1', artifact: 'front' },
    peers: true,
    progress: (path, { server, round }) => {
      steps.push(`${path} ${server} ${round}`)
    },
  })
  const turns = ['target', 'bare node:http again', 'Fastify', 'Fastify with plugins']
  t.strictSame(
    steps.slice(0, 14),
    [
      ...['bare node:http', ...turns].map((server) => `${server} 0`),
      'bare node:http 1',
      ...turns.flatMap((server) => [`${server} 1`, 'bare node:http 1']),
    ].map((step) => `image ${step}`),
    'the target has no /openapi.json',
  )
  t.match(result.peers, [
    { missing: null },
    { missing: null },
    { name: 'Prism', missing: /serves no \/openapi\.json/ },
  ])
  t.match(result, { path: 'image', answer: { status: 200, body_bytes: 5000 } })
  t.equal(group.pids.length, 5, 'load, bare, twin, two of Fastify')
  t.strictSame(group.pids.filter(isAlive), [])
})

t.test(
  'two builds are under load at once, and too few pairs give no verdict',
  weekly,
  async (t) => {
    const root = fileURLToPath(new URL('..', import.meta.url))
    const out = t.testdir({})
    const { code, output } = await bench([
      'create',
      '--against',
      root,
      '--pairs',
      '1',
      '--store',
      'memory',
      '--out',
      out,
      ...SURE,
    ]).ended
    t.equal(code, 2, output)
    t.match(output, /^! create: \d of 1 pairs are valid: too few for a verdict\.$/m)
    const { comparison, paths } = JSON.parse(readFileSync(`${out}/bench.json`, 'utf8')) as Report
    t.strictSame(paths, [])
    t.match(comparison, { with: `vskit 0.1.0 in ${root}`, comparisons: [] })
    const [{ before, now }] = comparison!.pairedRuns[0]!.pairs as [RunPair]
    t.strictSame(
      [before, now].map(({ name, slices }) => [name, slices.length]),
      [
        ['the other build', 2],
        ['this build', 2],
      ],
    )
    t.ok(
      [before, now].every(({ slices }) =>
        slices.some(({ requests, problem }) => problem === null && requests > 0),
      ),
      output,
    )
    t.match(readFileSync(`${out}/bench.html`, 'utf8'), 'too few for a verdict')
  },
)

t.test('a target that rejects requests under load gives no figure, and exit code 2', async (t) => {
  let calls = 0
  const baseUrl = await tinyTarget(t, (request, response) => {
    if (calls++ === 0 || request.url === '/openapi.json') answerAll(request, response)
    else response.writeHead(429).end(Buffer.alloc(5000))
  })
  const { code, output } = await bench(['image', '--target', targetFile(t, baseUrl), ...QUICK])
    .ended
  t.equal(code, 2)
  t.match(output, /^image +not measured/m)
  t.match(output, /image: target, slice 1: \d+ responses other than 2xx/)
})

for (const [signal, expected] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  const skip = process.platform === 'win32' && 'no signals on Windows'
  t.test(
    `${signal} during a run ends all processes and leaves no empty folder`,
    { skip },
    async (t) => {
      let underLoad = (): void => {}
      const loaded = new Promise<void>((resolve) => {
        underLoad = resolve
      })
      let calls = 0
      const baseUrl = await tinyTarget(t, (request, response) => {
        if (++calls > 1) underLoad()
        answerAll(request, response)
      })
      const target = targetFile(t, baseUrl)
      const out = join(dirname(target), 'new/results')
      const { child, ended } = bench([
        'image',
        '--target',
        target,
        '--out',
        out,
        '--duration',
        '600',
        '--warmup',
        '0.2',
        '--no-peers',
      ])
      await loaded
      const children = childrenOf(child.pid!)
      t.equal(children.length, 3, 'load, bare and its twin')
      child.kill(signal)
      const { code, output } = await ended
      t.equal(code, expected)
      t.equal(output, '')
      t.strictSame(children.filter(isAlive), [])
      t.notOk(existsSync(dirname(out)))
    },
  )
}

t.test('results before a failure are printed, then the error', async (t) => {
  const baseUrl = await tinyTarget(t, (request, response) => {
    if (request.url!.endsWith('/vs_1')) response.writeHead(500).end('broken')
    else answerAll(request, response)
  })
  const { code, output } = await bench(['all', '--target', targetFile(t, baseUrl), ...QUICK]).ended
  t.equal(code, 2)
  t.match(output, /^image +(\d|not measured)/m)
  t.match(
    output,
    /vskit bench: GET \/v1\/sessions\/vs_1: expected a 2xx response to record, got 500 broken/,
  )
})

function childrenOf(parent: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid, ppid]) => (ppid === parent ? [pid!] : []))
}
