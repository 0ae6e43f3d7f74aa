import type { Readable } from 'node:stream'
import { newId } from '../ids/random.ts'
import type { Ports } from '../ports.ts'
import { type Answer, json } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { ApiError, validationError } from '../call/errors.ts'
import { UnusableCopy } from '../store/records.ts'
import { StoreUnavailable, afterCommit } from '../store/unavailable.ts'
import { removeFaults } from './faults.ts'
import type { StoredSnapshots } from '../store/snapshots/snapshots.ts'
import type { ControlHost } from './host.ts'
import type { Queue } from './queue.ts'
import { clockView, worldCounts } from './views.ts'

/** Error codes of a response whose connection was closed by the caller. */
const CALLER_LEFT: ReadonlySet<string> = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
])

/** Takes, lists and deletes snapshots. */
export function snapshotHandlers(
  ports: Pick<Ports, 'random' | 'clock' | 'report'>,
  { snapshots }: { snapshots: StoredSnapshots },
  inTurn: Queue,
): Record<string, Handler> {
  return {
    takeSnapshot: {
      run: (call) =>
        inTurn(async () => {
          const { name = null } = (call.body ?? {}) as { name?: string }
          try {
            const id = newId(ports.random, 'snp')
            return json(201, { data: await snapshots.take(name, { id, clock: ports.clock }) })
          } catch (error) {
            if (error instanceof StoreUnavailable) throw error
            throw new ApiError(
              'internal_error',
              {},
              `No snapshot could be taken: ${(error as Error).message}. Its files were removed, and nothing else has changed.`,
            )
          }
        }),
    },
    exportSnapshot: {
      run: async (call) => {
        const id = await known(call, snapshots)
        return {
          status: 200,
          contentType: 'application/octet-stream',
          stream: (response) => {
            snapshots.exportTo(id, response).catch((error: NodeJS.ErrnoException) => {
              response.destroy()
              if (!CALLER_LEFT.has(error.code ?? '')) ports.report(error)
            })
          },
        }
      },
    },
    importSnapshot: {
      patient: true,
      run: async (call) => {
        try {
          // Loaded when it is used: the schema of worlds slows down the start.
          const { readWorld } = await import('../world/world-file.ts')
          const check = (world: unknown) => readWorld(JSON.stringify(world ?? null), 'it')
          const snapshot = await snapshots.importFrom(
            call.body as Readable,
            newId(ports.random, 'snp'),
            check,
          )
          return json(201, { data: snapshot })
        } catch (error) {
          if (error instanceof UnusableCopy) throw unusable(error, [])
          throw error
        }
      },
    },
    listSnapshots: { run: async () => json(200, { data: await snapshots.list() }) },
    deleteSnapshot: {
      run: (call) =>
        inTurn(async () => {
          await snapshots.remove(await known(call, snapshots))
          return { status: 204 }
        }),
    },
  }
}

/** Restores a snapshot. The call waits for every counted call to end, so it must not be counted itself. */
export function restoreHandlers(ports: Ports, host: ControlHost): Record<string, Handler> {
  return {
    restoreSnapshot: {
      run: async (call) => {
        // Checked before the restore waits for other calls, and again afterwards.
        await known(call, host.snapshots)
        return host.exclusively(() => restore(ports, host, call))
      },
    },
  }
}

async function restore(ports: Ports, host: ControlHost, call: Call): Promise<Answer> {
  const id = await known(call, host.snapshots)
  try {
    await host.snapshots.restore(id)
  } catch (error) {
    if (error instanceof UnusableCopy) throw unusable(error)
    if (error instanceof StoreUnavailable) throw error
    throw new ApiError(
      'internal_error',
      {},
      `Restoring the snapshot failed: ${(error as Error).message}.`,
    )
  } finally {
    // Also when only the world file could not be written: memory already has the new world.
    if (ports.world.file.clock) ports.clock.restore(ports.world.file.clock)
    if (ports.world.file.cursor_secret) call.cursors.use(ports.world.file.cursor_secret)
  }
  await afterCommit(async () => {
    await host.forwarders.synchronize()
    await host.resetCounters()
    await removeFaults(host)
    // Journal entries described the records that are gone.
    await ports.erased()
  })
  return json(200, {
    data: { id, clock: clockView(ports.clock), counts: worldCounts(ports.world) },
  })
}

/** @throws {ApiError} resource_not_found */
async function known(call: Call, snapshots: Pick<StoredSnapshots, 'has'>): Promise<string> {
  const id = call.params.snapshot_id!
  if (!(await snapshots.has(id))) throw new ApiError('resource_not_found')
  return id
}

function unusable({ message }: UnusableCopy, path: string[] = ['snapshot_id']): ApiError {
  return validationError([
    {
      code: 'custom',
      path,
      message: `This snapshot cannot be restored: ${message}`,
      ...(path[0] !== undefined && { param: path[0] }),
    },
  ])
}
