import type { FastifyInstance } from 'fastify'
import type { Certificate } from '../../fixtures/tls/certificate.ts'
import { newControlListener } from '../app/control-listener.ts'
import { type Core, type Surroundings, newCore } from '../app/core.ts'
import type { Listeners } from '../app/listeners.ts'
import type { SimulatorOptions } from '../app/options.ts'
import { warmUp } from '../app/public-listener.ts'
import { LineStreams } from '../control/line-streams.ts'
import { errorLog } from '../error-log.ts'
import { tokenSecret } from '../features/tokens/client-tokens.ts'
import { PdfRenderer } from '../pdf/pdf-renderer.ts'
import { Metrics } from '../request-log/metrics.ts'
import { type StoreAddress, databasesOf } from '../store/postgres/address.ts'
import { REGIONS, type Region, type WorldFile } from '../world/world.ts'
import { AllOrganizations, Arrivals, type Cores, joinedFeed } from './cores.ts'
import { regionalHandlers } from './handlers.ts'
import { worldOf } from './snapshots.ts'

const EMPTY: WorldFile = { version: 1, organizations: [] }

/**
 * Builds a simulator with a database for each region.
 * @throws {Error} if one of them cannot be used; it is named without credentials
 */
export async function newRegionalSimulator(options: SimulatorOptions): Promise<Listeners> {
  const base_urls: Listeners['base_urls'] = {}
  const origins: Listeners['origins'] = {}
  const pdf = options.pdf ?? new PdfRenderer()
  const started: Core[] = []
  try {
    const around: Around = {
      baseUrls: base_urls,
      origins,
      report: options.report ?? errorLog(),
      control: () => control,
    }
    const cores = await newCores({ ...options, pdf }, around, started)
    const feed = joinedFeed(REGIONS.map((region) => cores[region].observers.feed))
    const streams = new LineStreams(around.report)
    const arrivals = new Arrivals(cores)
    const control: FastifyInstance = newControlListener({
      core: cores.us,
      baseUrls: base_urls,
      options,
      handlers: regionalHandlers(cores, arrivals, { metrics: new Metrics(feed), streams }),
      hold: arrivals.hold,
    })
    const close = async (): Promise<void> => {
      streams.close()
      cores.eu.endStreams()
      try {
        // Calls of the control API may still need the other region.
        await cores.us.close([control])
      } finally {
        await cores.eu.close()
        if (!options.pdf) await pdf.close()
      }
    }
    return {
      control,
      regions: { us: cores.us.regions.us!, eu: cores.eu.regions.eu! },
      base_urls,
      origins,
      world: new AllOrganizations(cores),
      feed,
      ca: cores.us.control.host.ca,
      warmUp,
      close,
      // A database has no folder to remove.
      abandon: close,
    }
  } catch (error) {
    await Promise.all(started.map((core) => core.close()))
    if (!options.pdf) await pdf.close()
    throw error
  }
}

type Around = Omit<Surroundings, 'regions' | 'authority'>

/** @param started the cores so far, for the caller to close if one fails */
async function newCores(
  { store, world, seed, ...options }: SimulatorOptions,
  around: Around,
  started: Core[],
): Promise<Cores> {
  const databases = databasesOf(store!) as Record<Region, StoreAddress>
  const start = async (
    region: Region,
    more: Partial<WorldFile> = {},
    authority?: Certificate,
  ): Promise<Core> => {
    const given: SimulatorOptions = {
      ...options,
      store: databases[region].url,
      world: { ...worldOf(world ?? EMPTY, region), ...more },
      // Ids must differ between the regions.
      ...(seed !== undefined && { seed: region === 'us' ? seed : `${seed} ${region}` }),
    }
    const core = await newCore(given, { ...around, regions: [region], authority })
    started.push(core)
    return core
  }
  const us = await start('us')
  const token_secret = await tokenSecret(us.ports)
  const { cursor_secret } = us.ports.world.file
  // A snapshot file has one of each secret.
  const secrets = { token_secret, ...(cursor_secret !== undefined && { cursor_secret }) }
  return { us, eu: await start('eu', secrets, us.control.authority) }
}
