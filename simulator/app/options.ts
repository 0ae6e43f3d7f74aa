import type { Limits } from '../store/postgres/limits.ts'
import type { FastifyInstance } from 'fastify'
import type { PdfRenderer } from '../pdf/pdf-renderer.ts'
import type { WorldFile } from '../world/world.ts'

export interface SimulatorOptions {
  /**
   * Folder of `world.json`, `records.sqlite` and `snapshots`; undefined keeps all data in memory.
   */
  dataDir?: string
  /**
   * URL of a PostgreSQL database that several simulators share, in place of a folder. Or one for each
   * region: `us=URL,eu=URL`.
   */
  store?: string
  /**
   * How long requests wait for that database. Tests that are not about outages use longer limits.
   */
  storeLimits?: Limits
  /** Called with the ids of the organizations that the database has at the start, once for each database. */
  onKept?: (ids: string[]) => void
  /**
   * Whether damaged files are discarded; each discarded item is reported on stderr.
   * @default false: an error
   */
  repair?: boolean
  /**
   * Whether acknowledged writes survive a loss of power: each commit is synced to the disk first.
   * Needs `dataDir`.
   * @default false: they survive the end of the process
   */
  durable?: boolean
  /** Initial organizations. Stored ones take precedence. */
  world?: WorldFile
  /**
   * Budgets of organizations that are created without any: those of their tier, or budgets that no
   * test uses up.
   * @default 'contract'
   */
  budgets?: 'contract' | 'roomy'
  /** Seed for deterministic ids, secrets and jitter. */
  seed?: string
  /** Host names accepted by the control API, besides localhost and IP addresses. */
  controlHosts?: string[]
  /**
   * Host names and addresses of the HTTPS certificate of the listeners. The simulator's authority
   * signs it.
   * @default plain HTTP
   */
  httpsHosts?: readonly string[]
  /** Whether webhooks are delivered to receivers on this machine. @default false */
  loopbackReceivers?: boolean
  /**
   * Further networks, addresses and names to which webhooks are delivered, without certificate
   * checks.
   */
  allowReceivers?: readonly string[]
  /** PDF renderer; the caller that passes one closes it. @default a new one */
  pdf?: PdfRenderer
  /** Whether requests are recorded from the start. @default false */
  journal?: boolean
  /**
   * Whether the hosted pages use the applicant's camera; its pictures stay in the page.
   * @default false
   */
  realCamera?: boolean
  /**
   * Called with every unexpected error (reported to the client as 500).
   * @default writes to stderr
   */
  report?: (error: unknown) => void
  /** Adds hooks to the routes of the control API, the console and the hosted pages, before all others. */
  instrument?: ((app: FastifyInstance) => void) | undefined
}
