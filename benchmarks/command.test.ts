import { join } from 'node:path'
import { CommanderError } from 'commander'
import t from 'tap'
import { benchCommand } from './command.ts'

/** Runs the command in this process, and resolves with its failure. */
async function failure(...args: string[]): Promise<{ exitCode: number; output: string }> {
  let output = ''
  const command = benchCommand()
    .exitOverride()
    .configureOutput({
      writeErr: (text) => {
        output += text
      },
    })
  try {
    await command.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) return { exitCode: error.exitCode, output }
    throw error
  }
  throw new Error('expected a failure')
}

t.test('an invalid command line is rejected before anything starts', async (t) => {
  const table: [args: string[], output: RegExp][] = [
    [
      ['rate'],
      /Allowed choices are image, retrieve, rate-limit, create, verify, screening, start, webhooks, replicas, growth, all/,
    ],
    [['image', '--rounds', '0'], /whole number from 1 to 1000/],
    [['image', '--rounds', '2.5'], /whole number from 1 to 1000/],
    [['image', '--duration', '0.1'], /seconds from 0\.2/],
    [['image', '--duration', '3s'], /seconds from 0\.2/],
    [['image', '--warmup', '-1'], /seconds from 0/],
    [['image', '--connections', '1e3'], /whole number from 1 to 10000/],
    [['image', '--store', 'tape'], /Allowed choices are disk, memory/],
    [['image', 'retrieve'], /too many arguments/],
    [
      ['image', '--against', '.', '--target', 'target.json'],
      /--against <folder>' cannot be used with option '--target/,
    ],
    [['image', '--against', '.', '--pairs', '101'], /whole number from 1 to 100/],
  ]
  for (const [args, output] of table)
    t.match(await failure(...args), { exitCode: 1, output }, args.join(' '))
})

t.test('a flag of another benchmark is rejected before anything starts', async (t) => {
  const table: [args: string[], output: RegExp][] = [
    [['start', '--soak', '1'], /--soak belongs to another benchmark: vskit bench growth --soak/],
    [['--million'], /--million belongs to another benchmark: vskit bench growth/],
    [['image', '--database', 'postgres://x/y'], /--database .*: vskit bench replicas --database/],
  ]
  for (const [args, output] of table)
    t.match(await failure(...args), { exitCode: 1, output }, args.join(' '))
})

t.test('a folder for results that cannot be used is reported before the run', async (t) => {
  const file = join(t.testdir({ taken: '' }), 'taken')
  const wrong = await failure('start', '--out', file)
  t.match(wrong, { exitCode: 2, output: /taken cannot be written: a part of its path is not a/ })
  if (process.platform === 'linux')
    // The parent exists, but the system creates no folder in it.
    t.match(await failure('start', '--out', '/proc/vskit/out'), {
      exitCode: 2,
      output: /out cannot be written: its folder does not exist/,
    })
})

t.test('a database that cannot be used is named without its password', async (t) => {
  const at = (url: string) => failure('replicas', '--database', url)
  const wrong = await at('mysql://x:secret@127.0.0.1/y')
  t.match(wrong, { exitCode: 2, output: /Expected --database postgres:.*, got something else/ })
  const closed = await at('postgres://x:secret@127.0.0.1:1/y')
  t.match(closed, { exitCode: 2, output: /database cannot be reached: .*ECONNREFUSED.*Check host/ })
  t.notMatch(wrong.output + closed.output, 'secret')
})

t.test('an unsuitable target is rejected before anything starts', async (t) => {
  process.env.BENCH_TEST_KEY = 'ah_sk_us_test_0123456789abcdef'
  const target = { base_url: 'http://127.0.0.1:9', key_env: 'BENCH_TEST_KEY' }
  const elsewhere = { ...target, base_url: 'http://192.0.2.1' }
  const folder = t.testdir({
    'target.json': JSON.stringify(target),
    'elsewhere.json': JSON.stringify(elsewhere),
  })
  const table: [args: string[], output: RegExp][] = [
    [['image', '--target', `${folder}/none.json`], /cannot be read: there is no such file/],
    [['image', '--target', `${folder}/elsewhere.json`], /192\.0\.2\.1 is another machine/],
    [['image', '--target', `${folder}/target.json`], /image: add session_id to the target file/],
    [
      ['all', '--target', `${folder}/target.json`],
      /image and retrieve and rate-limit: add session_id to the target file/,
    ],
    [['start', '--target', `${folder}/target.json`], /Remove --target/],
    [['create', '--target', `${folder}/target.json`, '--cpu-prof', folder], /Remove --target/],
    [['create', '--target', `${folder}/target.json`], /ECONNREFUSED/],
    [['image', '--against', folder], /there is no vskit; name a checkout/],
    [
      ['start', '--against', '.'],
      /start cannot be measured with --against\. Use one of: image, retrieve, rate-limit, create, all/,
    ],
  ]
  for (const [args, output] of table)
    t.match(await failure(...args), { exitCode: 2, output }, args.join(' '))
})
