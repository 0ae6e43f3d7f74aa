import type { FastifyInstance } from 'fastify'
import type { Forwarders } from '../features/webhooks/forwarders.ts'
import type { Sender } from '../features/webhooks/sending/send.ts'
import { drain } from '../http/drain.ts'
import type { PdfRenderer } from '../pdf/pdf-renderer.ts'
import type { UploadReader } from '../uploads/upload-reader.ts'
import type { Quiesce } from '../quiesce.ts'
import type { Stores } from '../stores.ts'
import type { Scheduler } from '../time/scheduler.ts'
import { setImmediate } from '../time/immediate.ts'

/**
 * How long a close waits for calls without a connection, and for deliveries in flight; interrupted
 * deliveries are sent again after the next start.
 */
const CLOSE_GRACE_MS = 1000

interface Running {
  listeners: readonly FastifyInstance[]
  quiesce: Quiesce
  scheduler: Scheduler
  sender: Sender
  forwarders: Forwarders
  uploads: UploadReader
  /** Undefined if the caller owns it. */
  pdf: PdfRenderer | undefined
  stores: Stores
}

/** Ends requests, then jobs, then closes the stores. */
export async function shutDown({
  listeners,
  quiesce,
  scheduler,
  sender,
  forwarders,
  uploads,
  pdf,
  stores,
}: Running): Promise<void> {
  // During a rolling restart, a load balancer still sends requests: drain connections before
  // closing.
  if (stores.shared) await Promise.all(listeners.map(({ server }) => drain(server)))
  await Promise.all(listeners.map(closeListener))
  // Calls of this process, and those whose client has gone, have no connection to wait for.
  await withinGrace(quiesce.during(async () => undefined))
  await withinGrace(scheduler.close())
  sender.close()
  await uploads.close()
  await pdf?.close()
  await forwarders.idle()
  await stores.close()
}

async function withinGrace(ended: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, CLOSE_GRACE_MS)
  await Promise.race([ended, promise])
  clearTimeout(timer)
}

/**
 * Closes a listener after its requests in flight. Node closes idle connections at the start of a
 * close; one that becomes idle later would stay open until its keep-alive timeout. A request that
 * has arrived is read first: until then its connection counts as idle.
 */
async function closeListener(listener: FastifyInstance): Promise<void> {
  const closeIdle = (): void => listener.server.closeIdleConnections()
  const sweep = setInterval(() => setImmediate(closeIdle), 20)
  await listener.close()
  clearInterval(sweep)
}
