import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { runVskit } from './testing.ts'
import {
  CUT,
  ENCODING,
  NONE,
  NOWHERE,
  type Refusal,
  UNWRITABLE,
  testRefusals,
  userFiles,
} from './testing/user-files.ts'

const REFUSALS: Refusal[] = [
  { command: 'conformance --target dir', says: /dir: 1 problem\n {2}- it is a folder/ },
  {
    command: 'conformance --target empty.json',
    says: /empty\.json: 1 problem\n {2}- it is not JSON: Unexpected end/,
  },
  { command: 'conformance --target cut.json --ca-file none', says: NONE },
  { command: 'conformance diff none none', says: NONE },
  { command: 'conformance init no/x', says: UNWRITABLE },
  { command: 'verify cut.json --offline cut.json none', says: CUT },
  { command: 'check-integration --config cut.json', says: /cut\.json:\n {2}- it is not JSON: / },
  {
    command: `check-integration --webhook ${NOWHERE}/ --report-json no/x`,
    says: UNWRITABLE,
  },
  { command: 'bench image --target none', says: NONE },
  {
    command: 'bench image --target cut.json --out cut.json/out',
    says: /cut\.json\/out cannot be written: a part of its path is not a folder/,
  },
  {
    command: 'conformance --target cut.json',
    says: /cut\.json: 1 problem\n {2}- it is not JSON: Expected ','/,
  },
  { command: 'conformance diff cut.json none', says: CUT },
  { command: 'conformance --target utf16.json', says: ENCODING },
  { command: 'conformance --target bom.json', says: /bom\.json: 1 problem\n.*regions/ },
  { command: 'check-integration --config utf16.json', says: ENCODING },
  { command: `verify none --region us=${NOWHERE} --retries 0`, says: NONE },
  { command: 'spec diff --base one.json --head one.json --json no/x', says: UNWRITABLE },
  { command: 'check-integration --config none', says: NONE },
  { command: 'bench image --target cut.json', says: CUT },
]
const folder = userFiles(t)

testRefusals(t, REFUSALS, (args) => runVskit(t, args, { cwd: folder }))

const COMMAND = join(import.meta.dirname, '../bin/vskit.cjs')

/** Runs a command of the shell; `"$0" "$1"` is `vskit` in it. */
const shell = (text: string, cwd: string) =>
  spawnSync('sh', ['-c', text, process.execPath, COMMAND], { cwd, encoding: 'utf8' })

t.test('init leaves no file that it could not complete', async (t) => {
  const folder = t.testdir()
  // No file may grow, as on a full disk.
  const { status, stderr } = shell(
    `trap '' XFSZ; ulimit -f 0; "$0" "$1" conformance init new.yaml`,
    folder,
  )
  t.match(stderr, /^vskit conformance: new\.yaml cannot be written: .*\n$/)
  t.equal(status, 2)
  t.notOk(existsSync(join(folder, 'new.yaml')))
})

t.test('commands of the gate refuse a deleted current folder with one line', async (t) => {
  for (const [command, code] of [
    ['spec check', 2],
    ['spec diff --base main', 2],
    ['spec --help', 0],
  ] as const) {
    const folder = t.testdir({ gone: {} })
    const { status, stdout, stderr } = shell(
      `cd gone && rmdir ../gone && exec "$0" "$1" ${command}`,
      folder,
    )
    t.equal(status, code, command)
    if (code === 0) t.match(stdout, /^Usage: vskit spec/)
    else t.match(stderr, /^vskit spec \w+: The current folder was deleted\. [^\n]*\n$/)
  }
})
