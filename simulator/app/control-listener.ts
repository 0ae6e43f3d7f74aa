import type { FastifyInstance } from 'fastify'
import { readOperations } from '../../spec/contract.ts'
import type { Handler } from '../call/call.ts'
import { bindConsole } from '../console/bind.ts'
import { controlGuard } from '../control/access/guard.ts'
import { controlDocument } from '../control/spec/document.ts'
import { type Hold, newListener } from '../http/listener.ts'
import { Validators } from '../http/operations.ts'
import type { Region, WorldFile } from '../world/world.ts'
import type { Core } from './core.ts'
import type { SimulatorOptions } from './options.ts'

/** Shared by all simulators of the process, because validators depend only on the contract. */
const validators = new Validators(controlDocument)
/** Every operation of the control API. */
export const controlOperations = readOperations(controlDocument)

interface ControlParts {
  /** Its ids, cursors and certificate are those of the listener. */
  core: Core
  /** Base URLs of the regions. */
  baseUrls: Partial<Record<Region, string>>
  options: SimulatorOptions
  /** @default those of the core */
  handlers?: Record<string, Handler>
  /** @default that of the core */
  hold?: Hold
}

/** Builds the listener of the control API and the console. */
export function newControlListener({
  core: { ports, control },
  baseUrls,
  options: { world, controlHosts, instrument },
  handlers = control.handlers,
  hold = control.hold,
}: ControlParts): FastifyInstance {
  const { requestId, cursors, certificate } = control
  const guard = controlGuard(controlHosts, certificate ? 'https' : 'http')
  const listener = newListener(
    {
      instrument,
      requestId,
      cursors,
      report: ports.report,
      uploads: ports.uploads,
      now: () => ports.clock.now(),
      operations: controlOperations,
      validators,
      handlers,
      admit: (_call, headers) => guard(headers),
      namesStoreProblems: true,
      admitUnknownRoute: (_address, headers) => {
        guard(headers)
        return {}
      },
      servedElsewhere: (path) => {
        if (!/^\/(v1|sdk|s|\.well-known)\//.test(path)) return undefined
        const urls = Object.entries(baseUrls).map(([region, url]) => `${region} ${url}`)
        return `This port serves the control API and the console. The public API is at the URLs of the regions: ${urls.join(', ')}.`
      },
    },
    hold,
    certificate,
  )
  bindConsole(listener, guard, {
    baseUrl: () => baseUrls.us ?? baseUrls.eu ?? '',
    key: () => demoKeyOf(world),
  })
  return listener
}

/**
 * A secret test key of region us that is in clear in the world file, for examples of the API
 * reference.
 */
function demoKeyOf(seed: WorldFile | undefined): string | undefined {
  const organization = seed?.organizations.find(({ region }) => region === 'us')
  return organization?.keys.find(({ type, mode }) => type === 'sk' && mode === 'test')?.key
}
