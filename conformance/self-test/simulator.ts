import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import demoWorld from '../../fixtures/world/demo.json' with { type: 'json' }
import type { TargetFile } from '../target/load.ts'
import { SIMULATOR_ROUTES, simulatorTarget } from '../target/simulator.ts'

interface Key {
  key: string
  organization: string
  region: 'us' | 'eu'
  mode: 'test' | 'live'
  type: 'sk' | 'pk'
  scopes: string[]
}
interface Announcement {
  control: string
  regions: Record<'us' | 'eu', { base_url: string }>
  keys: Key[]
}

/** A simulator in a separate process, as a user would start it. */
export interface StartedSimulator {
  /** Address of its control API. */
  control: string
  regions: Announcement['regions']
  /** The keys, by variable name. */
  env: Record<string, string>
  /** The same with an unused main key that has its whole budget. */
  freshEnv(): Record<string, string>
  /** A target file for it, or for a proxy in front of it, with keys and without provider states. */
  targetFile(baseUrls?: Record<'us' | 'eu', string>): TargetFile
  /** The same with provider states and webhooks, and therefore without keys. */
  fullTargetFile(baseUrls?: Record<'us' | 'eu', string>, statesUrl?: string): TargetFile
  /** Whether its process has ended. */
  hasEnded(): boolean
  stop(): Promise<void>
}

interface Teardown {
  teardown(end: () => Promise<void>): unknown
  /** The root test, if several test files share the process. */
  parent?: object | undefined
}

let shared: Promise<StartedSimulator> | undefined

/**
 * Returns a simulator that the test files of a process share, because each start takes a second of CPU time
 * and the first requests take several times as long as later ones. A test that needs other flags, an unused
 * simulator or its end starts its own. Another one starts if this one has ended.
 */
export async function sharedSimulator(t: Teardown): Promise<StartedSimulator> {
  const running = await shared?.catch(() => undefined)
  if (!running || running.hasEnded()) shared = startShared(outermost(t))
  return shared!
}

async function startShared(t: Teardown): Promise<StartedSimulator> {
  // The folder of a test ends with its file.
  const folder = mkdtempSync(join(tmpdir(), 'vskit-self-test-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const simulator = await startSimulator(folder)
    t.teardown(async () => {
      if (!simulator.hasEnded()) await simulator.stop()
      remove()
    })
    return simulator
  } catch (error) {
    remove()
    throw error
  }
}

function outermost(t: Teardown): Teardown {
  return t.parent ? outermost(t.parent as Teardown) : t
}

/** Keys with the plane and scopes of the main one, for runs that would spend its budget. */
const SPARE_KEYS = Array.from(
  { length: 24 },
  (_, i) => `ah_sk_us_test_self-test-spare-${String(i).padStart(8, '0')}`,
)

/** The demo world with budgets for many runs of the suite in a minute. */
function roomyWorld(): object {
  const organizations = demoWorld.organizations.map((organization) => {
    const main = organization.keys[0]!
    const spare = SPARE_KEYS.map((key, i) => ({ ...main, id: `key_spare_${i}`, key }))
    return {
      ...organization,
      tier: 'enterprise',
      keys: [...organization.keys, ...(organization.id === 'org_acme' ? spare : [])],
    }
  })
  // Hundreds of faults are judged from one address, and each tries bad keys.
  return { ...demoWorld, ip_limit: 1_000_000, organizations }
}

/**
 * @param folder for the world file
 * @param flags of the simulator, besides its ports and its world
 * @param more members of the world file
 */
export async function startSimulator(
  folder: string,
  flags: readonly string[] = ['--loopback-receivers'],
  more: object = {},
): Promise<StartedSimulator> {
  const worldFile = join(folder, 'world.json')
  writeFileSync(worldFile, JSON.stringify({ ...roomyWorld(), ...more }))
  const cli = fileURLToPath(new URL('../../bin/vskit.cjs', import.meta.url))
  const child = spawn(
    process.execPath,
    [
      cli,
      'simulator',
      '--json',
      '--admin-port',
      '0',
      '--us-port',
      '0',
      '--eu-port',
      '0',
      ...flags,
      '--world',
      worldFile,
    ],
    // It writes its address into its working folder (`.vskit`).
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder },
  )
  let complaints = ''
  child.stderr.on('data', (data: Buffer) => {
    complaints += data.toString()
  })
  const lines = createInterface({ input: child.stdout })
  const [line] = await Promise.race([
    once(lines, 'line') as Promise<[string]>,
    once(child, 'exit').then(([code]) => {
      throw new Error(`the simulator ended with ${code}: ${complaints}`)
    }),
  ])
  const { control, regions, keys } = JSON.parse(line) as Announcement
  const own = { us: regions.us.base_url, eu: regions.eu.base_url }
  const secret = (
    organization: string,
    mode: string,
    fits: (scopes: string[]) => boolean,
  ): string =>
    keys.find(
      (key) =>
        key.organization === organization &&
        key.mode === mode &&
        key.type === 'sk' &&
        fits(key.scopes),
    )!.key
  const full = (scopes: string[]) => scopes.length > 5
  const env = {
    US_TEST: secret('org_acme', 'test', full),
    US_LIVE: secret('org_acme', 'live', full),
    US_READ_ONLY: secret('org_acme', 'test', (scopes) => scopes.join() === 'sessions:read'),
    US_OTHER: secret('org_globex', 'test', full),
    EU_TEST: secret('org_umbra', 'test', full),
  }
  const spare = [...SPARE_KEYS]
  return {
    control,
    regions,
    env,
    freshEnv: () => {
      const unused = spare.pop()
      if (unused === undefined) throw new Error('every spare key is used: add some to SPARE_KEYS')
      return { ...env, US_TEST: unused }
    },
    fullTargetFile: (baseUrls = own, statesUrl = control) => simulatorTarget(statesUrl, baseUrls),
    targetFile: (baseUrls = own) => ({
      name: 'simulator',
      open_choices: { routes: SIMULATOR_ROUTES },
      regions: {
        us: {
          base_url: baseUrls.us,
          credentials: {
            test: { env: 'US_TEST' },
            live: { env: 'US_LIVE' },
            test_read_only: { env: 'US_READ_ONLY' },
            test_other_organization: { env: 'US_OTHER' },
          },
        },
        eu: { base_url: baseUrls.eu, credentials: { test: { env: 'EU_TEST' } } },
      },
    }),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async stop() {
      const closed = once(child, 'exit')
      child.kill('SIGTERM')
      await closed
    },
  }
}
