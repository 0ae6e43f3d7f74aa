import type { FastifyInstance } from 'fastify'
import type { AddressLimit } from '../http/auth/ip-limit.ts'
import type { Ports } from '../ports.ts'
import type { Region } from '../world/world.ts'
import type { DataPlane } from './data-plane.ts'

export interface HostedPagesBinding {
  ports: Ports
  region: Region
  ipLimit: AddressLimit
  plane: DataPlane
  requestId: () => string
  /** Whether viewfinders open the real camera of the device. */
  realCamera: boolean
  /** Adds hooks that run before all others. */
  instrument?: ((app: FastifyInstance) => void) | undefined
}
