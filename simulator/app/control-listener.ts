import type { FastifyInstance } from 'fastify'
import type { Certificate } from '../../fixtures/tls/certificate.ts'
import { readOperations } from '../../spec/contract.ts'
import { bindConsole } from '../console/bind.ts'
import { controlGuard } from '../control/access/guard.ts'
import { controlHandlers } from '../control/handlers.ts'
import type { ControlHost } from '../control/host.ts'
import { controlDocument } from '../control/spec/document.ts'
import type { Binding } from '../http/binding.ts'
import { type Hold, newListener } from '../http/listener.ts'
import { Validators } from '../http/operations.ts'
import type { Ports } from '../ports.ts'
import type { WorldFile } from '../world/world.ts'

/** Shared by all simulators of the process, because validators depend only on the contract. */
const validators = new Validators(controlDocument)
const operations = readOperations(controlDocument)

interface ControlBinding extends Pick<Binding, 'report' | 'requestId' | 'cursors' | 'instrument'> {
  controlHosts: string[] | undefined
  hold: Hold
  /** Undefined for plain HTTP. */
  certificate: Certificate | undefined
}

/** Builds the listener of the control API and the console. */
export function newControlListener(
  ports: Ports,
  host: ControlHost,
  { controlHosts, hold, certificate, ...common }: ControlBinding,
): FastifyInstance {
  const guard = controlGuard(controlHosts, certificate ? 'https' : 'http')
  const listener = newListener(
    {
      ...common,
      uploads: ports.uploads,
      operations,
      validators,
      handlers: controlHandlers(ports, host),
      now: () => ports.clock.now(),
      admit: (_call, headers) => guard(headers),
      admitUnknownRoute: (_address, headers) => {
        guard(headers)
        return {}
      },
      servedElsewhere: (path) => {
        if (!/^\/(v1|sdk|s|\.well-known)\//.test(path)) return undefined
        const urls = Object.entries(host.baseUrls()).map(([region, url]) => `${region} ${url}`)
        return `This port serves the control API and the console. The public API is at the URLs of the regions: ${urls.join(', ')}.`
      },
    },
    hold,
    certificate,
  )
  bindConsole(listener, guard, {
    baseUrl: () => host.baseUrls().us ?? host.baseUrls().eu ?? '',
    key: () => demoKeyOf(host.seed()),
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
