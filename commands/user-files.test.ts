import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'

const COMMAND = join(import.meta.dirname, '../bin/vskit.cjs')

interface Refusal {
  command: string
  says: RegExp
}

const NONE = /none cannot be read: there is no such file\. Check the path\./
const FOLDER = /dir cannot be read: it is a folder\. Name a file\./
const CUT = /cut\.json is not JSON: Expected ',' or '}' .*line 1 column 7\)/
const UNWRITABLE =
  /no\/x cannot be written: its folder does not exist\. Create the folder, or name another file\./

const NOWHERE = 'http://127.0.0.1:9'
const REFUSALS: Refusal[] = [
  { command: 'simulator --config none', says: NONE },
  { command: 'simulator --config dir', says: FOLDER },
  { command: 'simulator --config empty.json', says: /empty\.json is not JSON: .*usPort/ },
  { command: 'simulator --world none', says: /none cannot be read: there is no such file/ },
  {
    command: 'simulator --https --ca-file no/x --admin-port 0 --us-port 0 --eu-port 0',
    says: UNWRITABLE,
  },
  { command: `snapshot import none --control ${NOWHERE}`, says: NONE },
  { command: `snapshot import dir --control ${NOWHERE}`, says: FOLDER },
  { command: `events list --control https://127.0.0.1:9 --ca-file none`, says: NONE },
  { command: 'conformance --target dir', says: /dir: one thing is wrong\n {2}- it is a folder/ },
  {
    command: 'conformance --target cut.json',
    says: /cut\.json: one thing is wrong\n {2}- it is not JSON: Expected ','/,
  },
  {
    command: 'conformance --target empty.json',
    says: /empty\.json: one thing is wrong\n {2}- it is not JSON: Unexpected end/,
  },
  { command: 'conformance --target cut.json --ca-file none', says: NONE },
  { command: 'conformance diff none none', says: NONE },
  { command: 'conformance diff cut.json none', says: CUT },
  { command: 'conformance init no/x', says: UNWRITABLE },
  { command: `verify none --region us=${NOWHERE} --retries 0`, says: NONE },
  { command: 'verify cut.json --offline cut.json none', says: CUT },
  { command: 'spec diff --base one.json --head one.json --json no/x', says: UNWRITABLE },
  { command: 'check-integration --config none', says: NONE },
  { command: 'check-integration --config cut.json', says: /cut\.json:\n {2}- it is not JSON: / },
  {
    command: `check-integration --webhook ${NOWHERE}/ --report-json no/x`,
    says: UNWRITABLE,
  },
  { command: 'bench image --target none', says: NONE },
  { command: 'bench image --target cut.json', says: CUT },
  {
    command: 'bench image --target cut.json --out cut.json/out',
    says: /cut\.json\/out cannot be written: a part of its path is not a folder/,
  },
]

const folder = t.testdir({})
mkdirSync(join(folder, 'dir'))
writeFileSync(join(folder, 'empty.json'), '')
writeFileSync(join(folder, 'cut.json'), '{"a":1')
const document = { openapi: '3.1.0', info: { title: 'One', version: '1' }, paths: {} }
writeFileSync(join(folder, 'one.json'), JSON.stringify(document))

for (const { command, says } of REFUSALS) {
  t.test(`vskit ${command} says what is wrong with the file, and what to do`, async (t) => {
    const { code, stderr } = await run(folder, command.split(' '))
    t.match(stderr, says)
    t.notMatch(stderr, /ENOENT|EISDIR|ENOTDIR| {4}at /)
    t.ok(code === 1 || code === 2, `exit code ${code}`)
  })
}

t.test('the clock cannot be advanced by a negative duration', async (t) => {
  for (const duration of ['-5s', '-5', '-0.5h']) {
    const { code, stderr } = await run(t.testdir({}), ['clock', 'advance', duration])
    t.match(
      stderr,
      /^vskit clock advance: The clock cannot be advanced by a negative duration, got '-.*set TIME/,
    )
    t.equal(code, 1)
  }
})

t.test('clock advance names an unknown option like the other commands', async (t) => {
  for (const args of [
    ['--jsno', '5s'],
    ['5s', '--jsno'],
  ]) {
    const { code, stderr } = await run(t.testdir({}), ['clock', 'advance', ...args])
    t.match(stderr, /^error: unknown option '--jsno'\n\(Did you mean --json\?\)/)
    t.equal(code, 1)
  }
})

function run(cwd: string, args: string[]): Promise<{ code: unknown; stderr: string }> {
  return new Promise((resolve) => {
    const options = { cwd, timeout: 20_000 }
    execFile(process.execPath, [COMMAND, ...args], options, (error, _stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    )
  })
}
