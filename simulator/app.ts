import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { newControlListener } from './app/control-listener.ts'
import { newCore } from './app/core.ts'
import type { Listeners } from './app/listeners.ts'
import type { SimulatorOptions } from './app/options.ts'
import { warmUp } from './app/public-listener.ts'
import { errorLog, isDiskFull } from './error-log.ts'
import type { Forwarders } from './features/webhooks/forwarders.ts'
import type { Ports } from './ports.ts'
import { checkDataFolder } from './store/data-folder.ts'
import { type DirectoryLock, lockDirectory } from './store/lock.ts'
import type { Scheduler } from './time/scheduler.ts'
import { REGIONS } from './world/world.ts'

/** A constructed simulator that does not listen yet. */
export interface Simulator extends Listeners {
  ports: Ports
  scheduler: Scheduler
  forwarders: Forwarders
}

/** Builds a simulator and locks its data directory. @throws {Error} if another process uses it */
export async function newSimulator(given: SimulatorOptions = {}): Promise<Simulator> {
  const options = withAbsoluteFolder(given)
  let lock: DirectoryLock | undefined
  try {
    if (options.dataDir !== undefined) {
      lock = lockDirectory(options.dataDir)
      for (const line of checkDataFolder(options.dataDir, { repair: options.repair ?? false }))
        console.error(`Repaired ${line}`)
    }
    const simulator = await build(options)
    return {
      ...simulator,
      close: () => simulator.close().finally(() => lock?.release()),
      abandon: () => simulator.close().finally(() => lock?.abandon()),
    }
  } catch (error) {
    lock?.abandon()
    if (!isDiskFull(error)) throw error
    throw new Error(
      `No space left on the disk of ${options.dataDir}. Free some, then start again, or choose another folder with --data-dir.`,
      { cause: error },
    )
  }
}

/** The program may change its working folder, and SQLite takes a path that begins with `file:` for a URI. */
function withAbsoluteFolder(options: SimulatorOptions): SimulatorOptions {
  const { dataDir } = options
  return dataDir === undefined ? options : { ...options, dataDir: resolve(dataDir) }
}

async function build(options: SimulatorOptions): Promise<Omit<Simulator, 'abandon'>> {
  const base_urls: Listeners['base_urls'] = {}
  const origins: Listeners['origins'] = {}
  const core = await newCore(options, {
    regions: REGIONS,
    baseUrls: base_urls,
    origins,
    report: options.report ?? errorLog(),
    control: () => control,
  })
  const { ports, scheduler, forwarders, observers } = core
  const control: FastifyInstance = newControlListener({ core, baseUrls: base_urls, options })
  return {
    control,
    regions: core.regions as Listeners['regions'],
    base_urls,
    origins,
    world: ports.world,
    feed: observers.feed,
    ca: core.control.host.ca,
    warmUp,
    close: () => core.close([control]),
    ports,
    scheduler,
    forwarders,
  }
}
