import { readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { startVskit } from '../commands/testing.ts'
import configSchema from './config.schema.json' with { type: 'json' }
import { simulatorCommand } from './command.ts'
import { variableOf } from './settings.ts'
import { refused } from './testing/refused.ts'
import { simulatorFor } from './testing/simulator.ts'

interface Property {
  $ref?: string
  type?: string
  enum?: string[]
}

const folder = t.testdir()
const FREE_PORTS = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
const FREE = { VSKIT_ADMIN_PORT: '0', VSKIT_US_PORT: '0', VSKIT_EU_PORT: '0' }

const TYPES: Record<string, Property> = Object.fromEntries(
  Object.entries(configSchema.$defs).map(([name, type]) => [`#/$defs/${name}`, type]),
)
/** Flags that apply to one start only. */
const ALONE = ['config', 'repair']

t.test(
  'each flag has a variable, a typed property of the file, and a line in the guide',
  async (t) => {
    // A switch has its variable only while that turns it on.
    const names = simulatorCommand().options.map(variableOf)
    for (const name of names) process.env[name] = '1'
    const { options } = simulatorCommand()
    for (const name of names) delete process.env[name]
    const { $schema: _, ...properties } = configSchema.properties as Record<string, Property>
    const settings = options.filter((option) => !ALONE.includes(option.attributeName()))
    t.strictSame(
      Object.keys(properties).sort(),
      settings.map((option) => option.attributeName()).sort(),
    )
    for (const option of settings) {
      const property = properties[option.attributeName()]!
      const { type, enum: values } = { ...property, ...TYPES[property.$ref ?? ''] }
      const { argChoices: choices, variadic, defaultValue } = option
      const expected = option.isBoolean()
        ? 'boolean'
        : variadic
          ? 'array'
          : typeof defaultValue === 'number'
            ? 'integer'
            : 'string'
      if (choices) t.strictSame(values, choices, option.name())
      else t.equal(type, expected, option.name())
      t.equal(option.envVar, variableOf(option))
      t.match(option.envVar, /^VSKIT_[A-Z_]+$/)
    }
    t.equal(new Set(settings.map(variableOf)).size, settings.length)
    const rows = readFileSync(new URL('../docs/simulator.md', import.meta.url), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| `--'))
      .join()
    for (const option of options)
      t.match(rows, new RegExp(`\`--${option.name()}[\` ]`), option.name())
    for (const [long] of rows.matchAll(/(?<=`)--[a-z-]+/g))
      t.ok(
        options.some((option) => option.long === long),
        `${long} exists`,
      )
  },
)

t.test('a flag wins over a variable, a variable over the file', async (t) => {
  const file = `${folder}/vskit.json`
  writeFileSync(file, JSON.stringify({ seed: 'file', json: true, budgets: 'roomy', usPort: 1 }))
  const env = { ...FREE, VSKIT_SEED: 'variable', VSKIT_LOOPBACK_RECEIVERS: 'false' }
  /** With a seed, an organization's id is the same at each start. */
  const newId = async (control: string): Promise<string> => {
    const answer = await fetch(`${control}/organizations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"A","region":"us"}',
    })
    return ((await answer.json()) as { data: { id: string } }).data.id
  }
  const idWith = async (args: string[], variables: Record<string, string>): Promise<string> => {
    const started = startVskit(t, ['simulator', ...args], { cwd: folder, env: variables })
    const { control } = JSON.parse(await started.says(/\n/)) as { control: string }
    const id = await newId(control)
    await started.kill('SIGTERM')
    return id
  }
  const idOf = async (seed: string): Promise<string> =>
    newId(`${(await simulatorFor(t, { seed })).control_url}/control/v1`)
  const [byFlag, byVariable, byFile] = [
    await idWith(['--config', file, '--seed', 'flag'], env),
    await idWith(['--config', file], env),
    await idWith(['--config', file], FREE),
  ]
  t.equal(byFlag, await idOf('flag'))
  t.equal(byVariable, await idOf('variable'))
  t.equal(byFile, await idOf('file'))
})

t.test('a switch accepts words for on and off, and an empty variable is ignored', async (t) => {
  t.teardown(() => delete process.env.VSKIT_HTTPS)
  for (const value of ['maybe', '2']) {
    process.env.VSKIT_HTTPS = value
    t.match(await refused(FREE_PORTS), {
      code: 1,
      stderr: `error: VSKIT_HTTPS: expected 1 or 0, got '${value}'.`,
    })
  }
  delete process.env.VSKIT_HTTPS
  const env = {
    ...FREE,
    VSKIT_DATA_DIR: '',
    VSKIT_BUDGETS: '',
    VSKIT_LOG: '',
    VSKIT_JOURNAL: 'Off',
  }
  const started = startVskit(t, ['simulator', '--json'], { cwd: folder, env })
  t.match(JSON.parse(await started.says(/\n/)), { control: /^http:/ })
  await started.kill('SIGTERM')
})

t.test('each mistake in a configuration is reported with its place', async (t) => {
  for (const [content, says] of [
    ['{', /wrong\.json is not JSON: /],
    ['name\n', /is not JSON: .*"name\\n".* Expected an object of flags/],
    ['{"usPort": "x", "colour": 1}', /is not a valid configuration:\n[^]*usPort: [^]*colour/],
    ['{"log": "loud"}', /log: Expected one of/],
  ] as const) {
    writeFileSync(`${folder}/wrong.json`, content)
    const { code, stderr } = await refused(['--config', `${folder}/wrong.json`])
    t.equal(code, 2)
    t.match(stderr, says)
  }
})

t.test('receivers other than public ones can be allowed by network or name', async (t) => {
  for (const wrong of ['10.0.0.0/33', 'http://app', '10.0.0.0/x'])
    t.match(await refused([...FREE_PORTS, '--allow-receivers', wrong]), {
      code: 1,
      stderr: /Expected a network such as 172\.16\.0\.0\/12/,
    })
})

t.test(
  'invalid listen addresses, invalid host names and a missing world file are reported',
  async (t) => {
    for (const [args, says] of [
      [
        ['--control-host', 'http://app:4000'],
        /--control-host: expected a host name .*'http:\/\/app:4000'/,
      ],
      [['--control-host', 'a b'], /--control-host: expected a host name .*'a b'/],
      [['--host', '[::1]'], /'--host <address>' argument '\[::1\]' is invalid.* without brackets/],
      [
        ['--us-port', '4100', '--eu-port', '4100'],
        /--us-port and --eu-port are both 4100\. Choose another port/,
      ],
      [['--host', ''], /'--host <address>' argument '' is invalid.* such as 127\.0\.0\.1/],
      [['--seed', ''], /'--seed <text>' argument '' is invalid.* not empty/],
      [['--host', '192.0.2.1'], /'192\.0\.2\.1' is not an address of this machine .* with --host/],
      [['--host', 'no.invalid'], /'no\.invalid' is not an address of this machine .* with --host/],
    ] as const)
      t.match(await refused([...FREE_PORTS, ...args]), { code: 1, stderr: says })
    t.match(await refused([...FREE_PORTS, '--world', `${folder}/none.json`]), {
      code: 2,
      stderr: /The world file .*none\.json cannot be read: there is no such file/,
    })
  },
)

t.test('the log has a line for each request and delivery, without keys', async (t) => {
  const started = startVskit(t, ['simulator', '--log', 'pretty', '--json'], {
    cwd: folder,
    env: FREE,
  })
  const { control, regions, keys } = JSON.parse(await started.says(/\n/)) as {
    control: string
    regions: { us: { base_url: string } }
    keys: { key: string }[]
  }
  const post = (url: string, body: object) =>
    fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${keys[0]!.key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  await post(`${regions.us.base_url}/v1/sessions`, { aplicant: {} })
  await started.says(
    /^POST \/v1\/sessions 422 \d+ms req_\w+ validation_error: .*did you mean 'applicant'/m,
  )
  await post(`${control}/organizations/org_acme/webhook_subscriptions`, {
    mode: 'test',
    url: 'https://127.0.0.1:9/',
  })
  await post(`${regions.us.base_url}/v1/webhook-subscriptions`, {
    url: 'https://10.1.2.3/',
    events: ['kyc.session.completed'],
  })
  await started.says(
    /^POST \/v1\/webhook-subscriptions 201 .* warning: Deliveries to 10\.1\.2\.3 will fail.* --allow-receivers 10\.1\.2\.3/m,
  )
  const made = await post(`${regions.us.base_url}/v1/sessions`, {})
  const { data } = (await made.json()) as { data: { id: string } }
  await post(`${control}/sessions/${data.id}/cancel`, {})
  const said = await started.says(/^webhook .*blocked_address.*$/m)
  t.match(
    said,
    'blocked_address: start with --loopback-receivers or --allow-receivers HOST, or use vskit listen',
  )
  t.equal(said.split(keys[0]!.key).length, 2, 'the key is in the line of JSON alone')
})
