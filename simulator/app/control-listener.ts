import type { FastifyInstance } from 'fastify'
import type { Certificate } from '../../fixtures/tls/certificate.ts'
import { readOperations } from '../../spec/contract.ts'
import type { Handler } from '../call/call.ts'
import { bindConsole } from '../console/bind.ts'
import { controlGuard } from '../control/access/guard.ts'
import { controlDocument } from '../control/spec/document.ts'
import type { Binding } from '../http/binding.ts'
import { type Hold, newListener } from '../http/listener.ts'
import { Validators } from '../http/operations.ts'
import type { Region, WorldFile } from '../world/world.ts'

/** Shared by all simulators of the process, because validators depend only on the contract. */
const validators = new Validators(controlDocument)
/** Every operation of the control API. */
export const controlOperations = readOperations(controlDocument)

interface ControlBinding extends Pick<
  Binding,
  'report' | 'requestId' | 'cursors' | 'instrument' | 'uploads' | 'now'
> {
  /** Base URLs of the regions. */
  baseUrls: Partial<Record<Region, string>>
  /** The initial world. */
  seed: WorldFile | undefined
  controlHosts: string[] | undefined
  hold: Hold
  /** Undefined for plain HTTP. */
  certificate: Certificate | undefined
}

/** Builds the listener of the control API and the console. */
export function newControlListener(
  handlers: Record<string, Handler>,
  { baseUrls, seed, controlHosts, hold, certificate, ...common }: ControlBinding,
): FastifyInstance {
  const guard = controlGuard(controlHosts, certificate ? 'https' : 'http')
  const listener = newListener(
    {
      ...common,
      operations: controlOperations,
      validators,
      handlers,
      admit: (_call, headers) => guard(headers),
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
    key: () => demoKeyOf(seed),
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
