import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { refused } from './testing/refused.ts'
import { roomyWorld } from './testing/simulator.ts'

const FREE = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
const folder = t.testdir({ 'world.json': JSON.stringify(roomyWorld()) })

t.test('invalid flags are rejected', async (t) => {
  for (const [args, says] of [
    [['--durable'], /--durable needs a folder to write to: --data-dir FOLDER/],
    [['--memory', '--data-dir', `${folder}/x`], /--memory and --data-dir exclude each other/],
    [['--us-port', 'abc'], /--us-port.*Expected a port from 0 to 65535/],
    [['--us-url', 'verify.example'], /--us-url.*Expected an origin such as https/],
    [['--eu-url', 'https://verify.example/path'], /--eu-url.*Expected an origin/],
    [['--eu-url', 'javascript:alert(1)'], /--eu-url.*Expected an origin/],
    [['--us-port', '-1'], /--us-port.*Expected a port/],
    [['--us-port', '65536'], /--us-port.*Expected a port/],
    [['--us-port', '80.5'], /--us-port.*Expected a port/],
    [['--port', '4000'], /unknown option '--port'/],
    [['--world', `${folder}/nothing.json`], /nothing\.json/],
    [['--data-dir', `${folder}/world.json`], /world\.json/],
    [['extra'], /too many arguments/],
    // As of an unset variable of the shell.
    [['--data-dir', ''], /--data-dir.*Expected a path, got an empty text/],
    [['--world', ''], /--world.*Expected a path, got an empty text/],
    [['--config', ''], /--config.*Expected a path, got an empty text/],
    [['--https', '--ca-file', ''], /--ca-file.*Expected a path, got an empty text/],
    [['--allow-receivers', ''], /--allow-receivers.*Expected at least one, got an empty text/],
    [['--control-host', ''], /--control-host.*Expected at least one, got an empty text/],
    [['--control-host', ' , '], /--control-host.*Expected at least one, got ' , '/],
  ] as const) {
    const { code, stdout, stderr } = await refused([...FREE, ...args])
    // Commander's code of a wrong argument is 1 here; the command changes it to 2.
    t.equal(code, says.source.includes('nothing') ? 2 : 1, args.join(' '))
    t.match(stderr, says, args.join(' '))
    t.notMatch(stderr, /^\s+at /m, 'a message for people')
    t.equal(stdout, '')
  }
  t.notOk(existsSync(`${folder}/x`), 'nothing was started')
})

t.test('a world file with a mistake is rejected with the place of the mistake', async (t) => {
  const file = `${folder}/bad.json`
  const world = roomyWorld((organization) => {
    organization.tier = 'gold' as never
  })
  writeFileSync(file, JSON.stringify({ ...world, colour: 'red' }))
  const { code, stderr } = await refused([...FREE, '--world', file])
  t.equal(code, 2)
  t.match(stderr, /^vskit simulator: .*bad\.json is not a valid world file:$/m)
  t.match(stderr, /^ {2}\(whole file\): Unrecognized key 'colour'/m)
  for (const i of [0, 1, 2, 3])
    t.match(stderr, new RegExp(`^ {2}organizations\\.${i}\\.tier: Expected one of`, 'm'))
})

t.test('a stored world with a mistake is rejected in the same way', async (t) => {
  mkdirSync(`${folder}/edited`)
  for (const [text, says] of [
    ['{"version": 1,', /world\.json: not JSON: .*\nCorrect the files/s],
    ['', /edited\/world\.json is not JSON: /],
    ['[]', /edited\/world\.json is not a valid world file:\n {2}\(whole file\): /],
    [
      '{"version": 1, "organizations": [{"id": "org_a"}]}',
      /^ {2}organizations\.0\.keys: Required.*\nCorrect the file, .*--repair/ms,
    ],
  ] as const) {
    writeFileSync(`${folder}/edited/world.json`, text)
    const { code, stderr } = await refused([...FREE, '--data-dir', `${folder}/edited`])
    t.equal(code, 1)
    t.match(stderr, says)
  }
})

t.test('a folder in place of a world file is reported as one', async (t) => {
  mkdirSync(`${folder}/a-folder/world.json`, { recursive: true })
  const file = `${folder}/a-folder/world.json`
  const given = await refused([...FREE, '--world', file])
  t.match(given, { code: 2, stderr: `${file} cannot be read: it is a folder. Name a file.` })
  const stored = await refused([...FREE, '--data-dir', `${folder}/a-folder`])
  t.match(stored, { code: 1, stderr: /world\.json: it is a folder, expected a file\n.*--repair/ })
})
