import { once } from 'node:events'
import { createServer } from 'node:net'
import { type AddressInfo, connect } from 'node:net'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import t from 'tap'
import demoWorld from '../fixtures/world/demo.json' with { type: 'json' }
import type { Banner } from './banner.ts'
import type { ApiKey, Organization, WebhookSubscription, WorldFile } from './world/world.ts'
import { runCommand, simulatorProcess, startCommand } from './testing/process.ts'
import { receiverFor } from './testing/receiver.ts'
import { data, steer } from './testing/steer.ts'
import { demoKey, roomyWorld } from './testing/simulator.ts'
import { readWorld } from './world/world-file.ts'

const FREE = ['--admin-port', '0', '--us-port', '0', '--eu-port', '0']
const folder = t.testdir({ 'world.json': JSON.stringify(roomyWorld()) })

interface Session {
  id: string
  status: string
}

t.test('--json is one line that says where it listens and which keys it knows', async (t) => {
  const running = await simulatorProcess(t)
  const { ready } = running
  const url = /^http:\/\/127\.0\.0\.1:\d+$/
  t.match(ready, { console: url, regions: { us: { base_url: url }, eu: { base_url: url } } })
  t.strictSame(ready, {
    control: `${ready.console}/control/v1`,
    console: ready.console,
    regions: ready.regions,
    keys: demoWorld.organizations.flatMap(({ id, region, keys }) =>
      keys.map(({ key, mode, type, scopes }) => ({
        key,
        organization: id,
        region,
        mode,
        type,
        scopes,
      })),
    ),
  })
  for (const { key, region, type, scopes } of ready.keys) {
    const { status } = await running.client(key, region)('GET', '/v1/sessions')
    t.equal(status, type === 'pk' || !scopes.includes('sessions:read') ? 403 : 200, key)
  }
  t.equal((await fetch(`${ready.control}/health`)).status, 200)
  const { stdout, stderr, code } = await running.kill('SIGTERM')
  t.equal(stdout.split('\n').length, 2, 'one line, and its end')
  t.equal(stderr, 'SIGTERM: closing\n')
  t.equal(code, 0)
})

t.test('without it a person reads where to go, and each key', async (t) => {
  for (const [flags, records, webhooks] of [
    [[], 'in memory (--data-dir', 'to public addresses only'],
    [
      ['--data-dir', `${folder}/table`, '--loopback-receivers'],
      `${folder}/table`,
      'also to receivers on this machine',
    ],
  ] as const) {
    const running = await startCommand(t, [...FREE, ...flags], /Ctrl-C ends it\.\n/)
    const { stdout, code } = await running.kill('SIGINT')
    t.equal(code, 0)
    const line = (start: string): string =>
      stdout.split('\n').find((candidate) => candidate.trimStart().startsWith(start)) ?? ''
    t.match(line('region us'), /http:\/\/127\.0\.0\.1:\d+$/)
    t.match(line('region eu'), /http:\/\/127\.0\.0\.1:\d+$/)
    t.match(line('control'), /http:\/\/127\.0\.0\.1:\d+\/control\/v1$/)
    t.ok(line('records').includes(records))
    t.ok(line('webhooks').includes(webhooks))
    for (const { id, keys } of demoWorld.organizations) {
      for (const { key, mode, type } of keys) {
        t.match(
          stdout.split('\n').find((candidate) => candidate.includes(key)),
          new RegExp(`^\\s+${id}\\s+(us|eu)\\s+${mode}\\s+${type}\\s`),
        )
      }
    }
  }
})

t.test('a port that is taken: which one, and what to do', async (t) => {
  const other = createServer()
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve)
  })
  t.teardown(() => other.close())
  const { port } = other.address() as AddressInfo
  for (const flag of ['--admin-port', '--us-port', '--eu-port']) {
    const { code, stdout, stderr } = await runCommand([...FREE, flag, String(port)])
    t.equal(code, 1, flag)
    t.equal(stdout, '')
    t.equal(
      stderr.trim(),
      `vskit simulator: Port ${port} on 127.0.0.1 is taken. Choose another with ${flag} (0 takes a free one).`,
    )
  }
})

t.test('flags that make no sense', async (t) => {
  for (const [args, says] of [
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
  ] as const) {
    const { code, stdout, stderr } = await runCommand([...FREE, ...args])
    t.equal(code, 1, args.join(' '))
    t.match(stderr, says, args.join(' '))
    t.notMatch(stderr, /^\s+at /m, 'a message for people')
    t.equal(stdout, '')
  }
  t.notOk(existsSync(`${folder}/x`), 'nothing was begun')
})

t.test('a world file with a mistake ends the start, and says where it is', async (t) => {
  const file = `${folder}/bad.json`
  const world = roomyWorld((organization) => {
    organization.tier = 'gold' as never
  })
  writeFileSync(file, JSON.stringify({ ...world, colour: 'red' }))
  const { code, stderr } = await runCommand([...FREE, '--world', file])
  t.equal(code, 1)
  t.match(stderr, /^vskit simulator: .*bad\.json is no world file:$/m)
  t.match(stderr, /^ {2}\(whole file\): Unrecognized key 'colour'/m)
  for (const i of [0, 1, 2, 3])
    t.match(stderr, new RegExp(`^ {2}organizations\\.${i}\\.tier: Expected one of`, 'm'))
})

t.test('so does a world that was broken by hand where it is kept', async (t) => {
  mkdirSync(`${folder}/edited`)
  for (const [text, says] of [
    ['{"version": 1,', /world\.json: not JSON: .*\nCorrect the files/s],
    ['', /edited\/world\.json is not JSON: /],
    ['[]', /edited\/world\.json is no world file:\n {2}\(whole file\): /],
    [
      '{"version": 1, "organizations": [{"id": "org_a"}]}',
      /^ {2}organizations\.0\.keys: Required/m,
    ],
  ] as const) {
    writeFileSync(`${folder}/edited/world.json`, text)
    const { code, stderr } = await runCommand([...FREE, '--data-dir', `${folder}/edited`])
    t.equal(code, 1)
    t.match(stderr, says)
  }
})

t.test('each kind of mistake names its place', async (t) => {
  /** Returns the errors of the demo world after this change. */
  const said = (change: (world: WorldFile, acme: Organization, key: ApiKey) => void): string => {
    const world = roomyWorld()
    change(world, world.organizations[0]!, world.organizations[0]!.keys[0]!)
    try {
      readWorld(JSON.stringify(world), 'w.json')
      return 'nothing'
    } catch (error) {
      return (error as Error).message
    }
  }
  t.equal(
    said(() => undefined),
    'nothing',
  )
  t.throws(() => readWorld('{"version": 1,', 'w.json'), { message: /^w\.json is not JSON: / })
  t.throws(() => readWorld('', 'w.json'), { message: /^w\.json is not JSON: / })
  for (const text of ['[]', 'null', '1', '"x"']) {
    t.throws(
      () => readWorld(text, 'w.json'),
      { message: /^w\.json is no world file:\n {2}\(whole file\): / },
      text,
    )
  }
  const mistakes: [says: RegExp, change: Parameters<typeof said>[0]][] = [
    [
      / {2}version: Expected 1/,
      (world) => {
        world.version = 2 as never
      },
    ],
    [
      / {2}organizations: Required/,
      (world) => {
        delete (world as Partial<WorldFile>).organizations
      },
    ],
    [
      / {2}clock\.offset_ms: Required/,
      (world) => {
        world.clock = { frozen_at: 1 } as never
      },
    ],
    [
      / {2}ip_limit: Expected 1 or more/,
      (world) => {
        world.ip_limit = 0
      },
    ],
    [
      / {2}organizations\.0\.wallet: Required/,
      (_, acme) => {
        delete (acme as Partial<Organization>).wallet
      },
    ],
    [
      / {2}organizations\.0\.wallet\.currency: /,
      (_, acme) => {
        acme.wallet.currency = 'dollars'
      },
    ],
    [
      / {2}organizations\.0\.subscription\.past_due_since: Expected a valid date-time/,
      (_, acme) => {
        acme.subscription.past_due_since = 'yesterday'
      },
    ],
    [
      / {2}organizations\.0: Unrecognized key 'plann', did you mean 'plan'\?/,
      (_, acme) => {
        Object.assign(acme, { plann: 'x' })
      },
    ],
    [
      / {2}organizations\.0\.members\.1\.role: Expected one of/,
      (_, acme) => {
        acme.members[1]!.role = 'boss' as never
      },
    ],
    [
      / {2}organizations\.0\.keys\.0\.key: Expected ah_/,
      (_, _acme, key) => {
        key.key = 'ah_sk_us_test_short'
      },
    ],
    [
      / {2}organizations\.0\.keys\.0\.allowed_origins\.0: /,
      (_, _acme, key) => {
        key.allowed_origins = ['not an origin']
      },
    ],
    [
      / {2}organizations\.0\.webhook_subscriptions\.0\.url: Expected an https:\/\/ address/,
      (_, acme) => {
        acme.webhook_subscriptions = [hook({ url: 'http://a.example' })]
      },
    ],
    [
      / {2}organizations\.0\.webhook_subscriptions\.0\.secrets\.0\.secret: Expected whsec_/,
      (_, acme) => {
        acme.webhook_subscriptions = [hook({ secrets: [{ secret: 'x' }] })]
      },
    ],
    [
      / {2}key key_acme_test_main: write key or key_sha256/,
      (_, _acme, key) => {
        delete key.key
      },
    ],
    [
      / {2}key key_acme_test_main: must start with ah_sk_us_live_/,
      (_, _acme, key) => {
        key.mode = 'live'
      },
    ],
    [
      / {2}key key_acme_test_main: must start with ah_pk_us_test_/,
      (_, _acme, key) => {
        key.type = 'pk'
      },
    ],
    [
      / {2}key key_acme_test_main: must start with ah_sk_eu_test_/,
      (_, acme) => {
        acme.region = 'eu'
      },
    ],
    [
      / {2}organization org_acme: budgets has no class 'session:create'/,
      (_, acme) => {
        acme.budgets = { 'session:create': 5 }
      },
    ],
    [
      / {2}organization org_acme: is there more than once/,
      (world, acme) => {
        world.organizations.push({ ...acme, keys: [] })
      },
    ],
    [
      / {2}key key_acme_test_main: is there more than once/,
      (world, _acme, key) => {
        world.organizations[1]!.keys.push({ ...key, key: `${key.key}x` })
      },
    ],
    [
      / {2}keys key_acme_test_main and key_b: are one and the same key/,
      (world, _acme, key) => {
        world.organizations[1]!.keys.push({ ...key, id: 'key_b' })
      },
    ],
    [
      / {2}subscription whs_1: is there more than once/,
      (world) => {
        for (const one of world.organizations) one.webhook_subscriptions = [hook({})]
      },
    ],
  ]
  for (const [says, change] of mistakes) t.match(said(change), says)
})

function hook(change: Partial<WebhookSubscription>): WebhookSubscription {
  return {
    id: 'whs_1',
    mode: 'test',
    url: 'https://192.0.2.7/',
    events: ['kyc.session.completed'],
    status: 'enabled',
    created_at: '2026-11-20T09:00:00.000Z',
    secrets: [{ secret: `whsec_${Buffer.alloc(32).toString('base64')}` }],
    ...change,
  }
}

t.test('a default workflow in a world file, given or kept, has text that fonts have', async (t) => {
  const world = roomyWorld()
  const document = {
    id: 'lease',
    title: 'Lease',
    documentClass: 'rental_or_lease_agreement',
    carveOutsAcknowledged: true,
    body: 'The flat \u{10330} is let.',
  }
  world.organizations[0]!.default_workflow = {
    steps: [{ id: 'lease', type: 'esign', config: { documents: [document] } }],
  }
  const file = `${folder}/undrawable.json`
  writeFileSync(file, JSON.stringify(world))
  mkdirSync(`${folder}/undrawable`)
  writeFileSync(`${folder}/undrawable/world.json`, JSON.stringify(world))
  for (const flags of [
    ['--world', file],
    ['--data-dir', `${folder}/undrawable`],
  ]) {
    const { code, stderr } = await runCommand([...FREE, ...flags])
    t.equal(code, 1)
    t.match(stderr, /has text that cannot be drawn:/)
    t.match(stderr, /default_workflow\.steps\.0\.config\.documents\.0\.body.*U\+10330/)
  }
})

t.test('--seed and a clock that stands: the same bytes at each run', async (t) => {
  const file = `${folder}/frozen.json`
  const world = {
    ...roomyWorld(),
    clock: { frozen_at: Date.parse('2026-11-20T09:00:00.000Z'), offset_ms: 0 },
  }
  writeFileSync(file, JSON.stringify(world))
  /** Records the traffic of a busy integrator; receiver delays differ in each run. */
  const lived = async (seed: string): Promise<string[]> => {
    const answering = (status: number) =>
      receiverFor(t, (_delivery, response) => {
        setTimeout(() => response.writeHead(status).end(), Math.random() * 30)
      })
    const receivers = [await answering(500), await answering(200), await answering(503)]
    const running = await simulatorProcess(t, [
      '--seed',
      seed,
      '--world',
      file,
      '--loopback-receivers',
      '--us-url',
      'https://verify.example',
    ])
    const [acme, control] = [running.client(demoKey('org_acme')), steer(running)]
    const said: string[] = []
    const call = async (method: string, path: string, body?: unknown): Promise<string> => {
      const { status, text, headers } = await acme(method, path, body)
      said.push(`${status} ${headers.get('x-request-id')} ${text}`)
      return status < 300 ? JSON.parse(text).data?.id : ''
    }
    const events = ['kyc.session.cancelled', 'kyc.session.completed', 'kyc.session.expired']
    for (const { url } of receivers) {
      await control.call('POST', '/organizations/org_acme/webhook_subscriptions', {
        mode: 'test',
        url,
        events,
      })
    }
    for (let i = 0; i < 6; i++) {
      const id = await call('POST', '/v1/sessions', {
        applicant: { family_name: 'Ek' },
        metadata: { i },
      })
      if (i % 2) await control.cancel(id)
      else if (i % 4) await control.journey(id, 'submit')
      await call('GET', `/v1/sessions/${id}`)
      await call('GET', '/v1/sessions/vs_unknown')
    }
    said.push(
      JSON.stringify(
        await control.call('POST', '/organizations/org_acme/keys', { type: 'sk', mode: 'test' }),
      ),
    )
    await control.advance(8 * 24 * 3600)
    await call('GET', '/v1/sessions')
    await call('GET', '/v1/applicants')
    for (const row of await control.call<Record<string, unknown>[]>(
      'GET',
      '/deliveries?limit=100',
    )) {
      said.push(JSON.stringify(row))
    }
    said.push(...(await control.events()).map((event) => JSON.stringify(event)))
    await running.kill('SIGTERM')
    for (const { deliveries, close } of receivers) {
      await close()
      said.push(
        ...deliveries.map(
          ({ headers, body }) => JSON.stringify({ ...headers, host: 'its own' }) + body,
        ),
      )
    }
    return said.map((text) =>
      receivers.reduce((plain, { url }, i) => plain.replaceAll(url, `URL ${i}`), text),
    )
  }
  const first = await lived('a')
  t.ok(first.length > 50)
  t.strictSame(await lived('a'), first)
  const other = await lived('b')
  t.equal(other.length, first.length)
  t.not(other[0], first[0])
  t.strictSame(
    other.filter((text) => first.includes(text)),
    [],
    'another seed has nothing in common',
  )
})

t.test(
  '--seed on a folder that was filled before: new ids, and again the same ones on a copy of it',
  async (t) => {
    const lived = async (dataDir: string): Promise<string[]> => {
      const ids: string[] = []
      for (let start = 0; start < 3; start++) {
        const running = await simulatorProcess(t, [
          '--seed',
          'a',
          '--data-dir',
          `${folder}/${dataDir}`,
        ])
        for (let i = 0; i < 2; i++) {
          ids.push(
            data<Session>(await running.client(demoKey('org_acme'))('POST', '/v1/sessions', {})).id,
          )
        }
        await running.kill(start % 2 ? 'SIGTERM' : 'SIGKILL')
      }
      return ids
    }
    const ids = await lived('seeded')
    t.equal(new Set(ids).size, 6)
    t.strictSame(await lived('seeded-again'), ids)
  },
)

/** Sends half of a request: `rest` sends the other half and resolves with the response. */
async function halfSent(base: string, key: string): Promise<{ rest: () => Promise<string> }> {
  const body = JSON.stringify({ metadata: { late: 'é' } })
  const socket = connect(Number(new URL(base).port), '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text
  })
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve())
  })
  await new Promise<void>((resolve) => {
    socket.once('connect', () => resolve())
  })
  socket.write(
    `POST /v1/sessions HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n` +
      'Content-Type: application/json\r\nExpect: 100-continue\r\n' +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 9)}`,
  )
  // Wait for the request's arrival, not for a time: the machine may be busy.
  while (!answer.endsWith('\r\n\r\n')) await once(socket, 'data')
  answer = answer.replace('HTTP/1.1 100 Continue\r\n\r\n', '')
  return {
    rest: async () => {
      socket.write(body.slice(9))
      await closed
      return answer
    },
  }
}

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  t.test(
    `${signal} with requests in flight: they are answered, what they did is kept, the end is in order`,
    async (t) => {
      const args = ['--data-dir', `${folder}/${signal}`, '--world', `${folder}/world.json`]
      const running = await simulatorProcess(t, args)
      const acme = running.client(demoKey('org_acme'))
      const kept = data<Session>(await acme('POST', '/v1/sessions', {})).id
      const requests = await Promise.all(
        Array.from({ length: 5 }, () =>
          halfSent(running.ready.regions.us.base_url, demoKey('org_acme')),
        ),
      )
      const ended = running.kill(signal)
      await running.stderr(/closing\n/)
      await t.rejects(acme('GET', '/v1/sessions'), 'nobody new is let in')
      const answers = await Promise.all(requests.map(({ rest }) => rest()))
      const { code, stderr } = await ended
      t.equal(code, 0)
      t.equal(stderr, `${signal}: closing\n`)
      const ids = answers.map((answer) => {
        t.match(answer, /^HTTP\/1\.1 201 Created\r\n/)
        t.match(answer, '"late":"é"')
        return /"id":"(vs_\w+)"/.exec(answer)![1]!
      })
      const again = await simulatorProcess(t, args)
      const reader = again.client(demoKey('org_acme'))
      for (const id of [kept, ...ids])
        t.equal((await reader('GET', `/v1/sessions/${id}`)).status, 200)
    },
  )
}

t.test('a second signal ends it at once', async (t) => {
  const running = await simulatorProcess(t)
  await halfSent(running.ready.regions.us.base_url, demoKey('org_acme'))
  running.child.kill('SIGTERM')
  await running.stderr(/closing\n/)
  t.match(await running.kill('SIGTERM'), { code: 130, signal: null })
})

t.test(
  'a second start on the same folder finds everything, with the same world file or with none',
  async (t) => {
    for (const world of [[], ['--world', `${folder}/world.json`]]) {
      const args = ['--data-dir', `${folder}/deep/er/${world.length}`, ...world]
      const first = await simulatorProcess(t, args)
      const [acme, control] = [first.client(demoKey('org_acme')), steer(first)]
      await control.freeze('2026-11-20T09:00:00.000Z')
      const subscription = data<{ id: string }>(
        await acme('POST', '/v1/webhook-subscriptions', {
          url: 'https://192.0.2.7/',
          events: ['kyc.session.completed'],
        }),
      )
      const applicant = data<{ id: string }>(
        await acme('POST', '/v1/applicants', { family_name: 'Ek' }),
      )
      const { id } = data<Session>(
        await acme('POST', '/v1/sessions', { applicant_id: applicant.id, metadata: { kept: 1 } }),
      )
      await control.journey(id, 'submit')
      const { key } = await control.call<{ key: string }>('POST', '/organizations/org_acme/keys', {
        type: 'sk',
        mode: 'test',
      })
      await control.call('POST', '/organizations/org_acme/keys/key_acme_test_reader/revoke')
      await control.organization('org_globex', { tier: 'custom', wallet: { status: 'locked' } })
      await control.call('POST', '/organizations', { id: 'org_new', name: 'New', region: 'eu' })
      await acme('GET', `/v1/sessions/${id}/idv-image/front`)
      await control.settle()
      const read = async (running: typeof first): Promise<string[]> => {
        const as = running.client(demoKey('org_acme'))
        const paths = [
          `/v1/sessions/${id}`,
          '/v1/sessions',
          '/v1/applicants',
          `/v1/applicants/${applicant.id}`,
          '/v1/webhook-subscriptions',
          `/v1/webhook-subscriptions/${subscription.id}`,
          `/v1/webhook-events?session_id=${id}`,
          `/v1/sessions/${id}/idv-image/front`,
        ]
        const texts = await Promise.all(paths.map(async (path) => (await as('GET', path)).text))
        const logs = await Promise.all(
          ['/world', '/events', '/deliveries'].map((path) => steer(running).call('GET', path)),
        )
        return [...texts, ...logs.map((log) => JSON.stringify(log))]
      }
      const before = await read(first)
      t.equal((await first.kill('SIGTERM')).code, 0)
      const second = await simulatorProcess(t, args)
      for (const [i, text] of (await read(second)).entries()) t.equal(text, before[i])
      t.equal((await second.client(key)('GET', '/v1/sessions')).status, 200, 'a key that was made')
      const revoked = second.client(demoKey('org_acme', 'test', 'key_acme_test_reader'))
      t.equal((await revoked('GET', '/v1/sessions')).status, 401, 'one that was revoked')
      t.equal(
        second.ready.keys.length,
        first.ready.keys.length - 1,
        'which is not offered any more',
      )
      t.equal(
        (await steer(second).activity()).length,
        3,
        'the image was fetched twice before and once after',
      )
    }
  },
)

t.test('a world file that gains an organization brings it along', async (t) => {
  const file = `${folder}/growing.json`
  const args = ['--data-dir', `${folder}/growing`, '--world', file]
  const [acme, ...others] = roomyWorld().organizations
  writeFileSync(file, JSON.stringify({ version: 1, organizations: [acme] }))
  const first = await simulatorProcess(t, args)
  const { id } = data<Session>(await first.client(demoKey('org_acme'))('POST', '/v1/sessions', {}))
  await first.kill('SIGTERM')
  writeFileSync(file, JSON.stringify({ version: 1, organizations: [acme, ...others] }))
  const second = await simulatorProcess(t, args)
  t.equal(new Set((second.ready as Banner).keys.map(({ organization }) => organization)).size, 4)
  t.equal((await second.client(demoKey('org_acme'))('GET', `/v1/sessions/${id}`)).status, 200)
  t.equal((await second.client(demoKey('org_globex'))('GET', '/v1/sessions')).status, 200)
})
