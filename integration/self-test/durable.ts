import type { Mutant, Variant } from './mutant.ts'

/** Starts the backend as a process of its own, which the driver can kill. */
const IN_A_PROCESS: Variant['edits'] = [
  [
    'drive.js',
    "import { newBackend } from './server.js'",
    "import { spawn } from 'node:child_process'\nimport { createServer } from 'node:net'",
  ],
  ['drive.js', ', VSKIT_WEBHOOK_SECRET } = process.env', ' } = process.env'],
  [
    'drive.js',
    `const backend = newBackend({
  url: VSKIT_URL,
  key: VSKIT_KEY,
  webhookSecret: VSKIT_WEBHOOK_SECRET,
  regions: [VSKIT_US_URL, VSKIT_EU_URL],
})
backend.listen(0, '127.0.0.1')
await once(backend, 'listening')
const url = \`http://127.0.0.1:\${backend.address().port}\``,
    `const probe = createServer().listen(0, '127.0.0.1')
await once(probe, 'listening')
const { port } = probe.address()
probe.close()
await once(probe, 'close')
const url = \`http://127.0.0.1:\${port}\`
let backend
async function start() {
  const env = { ...process.env, PORT: String(port) }
  backend = spawn(process.execPath, ['server.js'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await once(backend.stdout, 'data')
}
await start()
process.on('exit', () => backend.kill('SIGKILL'))`,
  ],
  [
    'drive.js',
    '  async result({ reference }) {',
    `  async restart() {
    const ended = once(backend, 'exit')
    backend.kill('SIGKILL')
    await ended
    await start()
    return {}
  },
  async result({ reference }) {`,
  ],
]

/** States how long the backend takes to resume its work. */
const RECOVERS: Variant['edits'][number] = [
  'drive.js',
  'can: Object.keys(operations) })',
  'can: Object.keys(operations), recovery_seconds: 18 })',
]

/** Keeps verifications and the digests of processed webhooks in a file. */
const IN_A_FILE: Variant['edits'] = [
  [
    'verifications.js',
    "import { createHash } from 'node:crypto'",
    "import { createHash } from 'node:crypto'\n" +
      "import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'\n" +
      "import { deserialize, serialize } from 'node:v8'",
  ],
  ['verifications.js', '  #handled = new Set()', '  #handled = new Set()\n  #processed = []'],
  [
    'verifications.js',
    '    this.#service = service\n',
    `    this.#service = service
    if (!existsSync('store.bin')) return
    const { orders, processed } = deserialize(readFileSync('store.bin'))
    for (const order of orders) {
      this.#byOrder.set(order.orderId, order)
      this.#bySession.set(order.sessionId, order.orderId)
    }
    this.#processed = processed
    this.#handled = new Set(processed)
  }

  #save() {
    const orders = [...this.#byOrder.values()]
    writeFileSync('store.new', serialize({ orders, processed: this.#processed }))
    renameSync('store.new', 'store.bin')
`,
  ],
  [
    'verifications.js',
    'await this.#handle(JSON.parse(body))',
    'await this.#handle(JSON.parse(body))\n      this.#processed.push(digest)\n      this.#save()',
  ],
  [
    'verifications.js',
    '    this.#bySession.set(id, orderId)\n    return verification',
    '    this.#bySession.set(id, orderId)\n    this.#save()\n    return verification',
  ],
]

/** Refuses an event that it is processing; the sender repeats that delivery. */
const ONE_AT_A_TIME: Variant['edits'] = [
  [
    'verifications.js',
    'if (this.#handled.has(digest)) return',
    "if (this.#processed.includes(digest)) return\n    if (this.#handled.has(digest)) throw new Error('it is being processed')",
  ],
]

/** A backend with stored data, whose driver can kill it. It must pass every check. */
export const DURABLE: Variant = {
  name: 'a correct backend that survives a crash',
  edits: [...IN_A_PROCESS, ...IN_A_FILE, ...ONE_AT_A_TIME],
}

const ACCEPTS_FIRST: Variant['edits'][number] = [
  'server.js',
  'await verifications.take(body.toString())\n      return [200, {}]',
  'verifications.take(body.toString()).catch(() => {})\n      return [202, {}]',
]

/**
 * A backend that stores an event before it accepts it, and resumes it when the lock of the crashed task has expired.
 * @param lockMs time until then
 * @param stated whether its driver states that time
 */
export const slowlyRecovering = (lockMs: number, stated: boolean): Variant => ({
  name: 'a correct backend whose locks expire late',
  edits: [
    ...DURABLE.edits,
    ACCEPTS_FIRST,
    ...(stated ? [RECOVERS] : []),
    ['verifications.js', '{ existsSync, readFile', '{ existsSync, readdirSync, rmSync, readFile'],
    [
      'verifications.js',
      "    if (!existsSync('store.bin')) return",
      `    for (const file of readdirSync('.').filter((name) => name.startsWith('pending-')))
      setTimeout(() => void this.take(readFileSync(file, 'utf8')), ${lockMs})
    if (!existsSync('store.bin')) return`,
    ],
    [
      'verifications.js',
      '    this.#handled.add(digest)\n',
      "    this.#handled.add(digest)\n    writeFileSync('pending-' + digest, body)\n",
    ],
    [
      'verifications.js',
      'this.#processed.push(digest)',
      "this.#processed.push(digest)\n      rmSync('pending-' + digest)",
    ],
  ],
})

const LATER =
  'const later = () => verifications.take(body.toString()).catch(() => {})\n      setTimeout(later, 300)\n      //'

/** Faults that only a crash shows. */
export const CRASH_MUTANTS: readonly Mutant[] = [
  {
    name: 'ends because idv is absent, after it has accepted the event',
    killedBy: 'backend.no-identity-check',
    breaks: 'IDV-027',
    edits: [
      ...DURABLE.edits,
      ACCEPTS_FIRST,
      [
        'verifications.js',
        'const session = await this.#service.session(sessionId)',
        'const session = await this.#service.session(sessionId)\n    if (!session.idv) process.exit(1)',
      ],
    ],
  },
  {
    name: 'accepts an event before it is stored, and crashes before its session is read',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-022',
    edits: [...DURABLE.edits, ACCEPTS_FIRST],
  },
  {
    name: 'stores an event a moment after it has accepted it',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-022',
    edits: slowlyRecovering(100, false).edits.map((edit) =>
      edit === ACCEPTS_FIRST
        ? [edit[0], edit[1], edit[2].replace('verifications.take', LATER)]
        : edit,
    ),
  },
  {
    name: 'stores an event as processed, and crashes before its images are read',
    killedBy: 'receiver.failed-delivery',
    breaks: 'CLI-017',
    edits: [
      ...DURABLE.edits,
      [
        'verifications.js',
        '    this.#handled.add(digest)\n',
        '    this.#handled.add(digest)\n    this.#processed.push(digest)\n    this.#save()\n',
      ],
      [
        'verifications.js',
        '      this.#handled.delete(digest)\n',
        '      this.#handled.delete(digest)\n      this.#processed = this.#processed.filter((one) => one !== digest)\n',
      ],
    ],
  },
  {
    name: 'forgets in a restart which events it has processed',
    killedBy: 'receiver.duplicates',
    breaks: 'CLI-001',
    edits: [
      ...IN_A_PROCESS,
      ...IN_A_FILE,
      ['verifications.js', '    this.#handled = new Set(processed)\n', ''],
      ['verifications.js', ' && verification.shipments === 0', ''],
    ],
  },
]
