import type { FastifyInstance } from 'fastify'
import type { FeedSource } from '../feed.ts'
import type { Organizations } from '../world/organizations.ts'
import type { Region } from '../world/world.ts'

/** The listeners of a simulator, with what the program around them reads. */
export interface Listeners {
  control: FastifyInstance
  regions: Record<Region, FastifyInstance>
  /** Base URLs of the regions; set when they listen. */
  base_urls: Partial<Record<Region, string>>
  /** Public origins of the regions; set when they listen. */
  origins: Partial<Record<Region, string>>
  world: Organizations
  feed: FeedSource
  /** PEM of the certificate authority that clients have to trust; undefined without HTTPS. */
  ca: string | undefined
  /** Compiles the remaining validators between the first requests. */
  warmUp(): void
  close(): Promise<void>
  /** Closes after a failed start, and removes a data folder that this start has created. */
  abandon(): Promise<void>
}
