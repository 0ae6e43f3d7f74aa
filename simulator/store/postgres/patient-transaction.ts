import type pg from 'pg'
import { OutcomeUnknown, StoreUnavailable } from '../unavailable.ts'
import type { Connections } from './connections.ts'
import { NoAnswer, isLoss } from './outages/losses.ts'
import { type Period, demandPeriod } from './outages/outage.ts'
import type { Refusals } from './outages/refusals.ts'
import type { Ask } from './statement.ts'

/** Pause between two checks of the server's activity. */
const LOOK_MS = 500
/** Several consecutive checks must agree, because a response may be in transit. */
const LOOKS = 3

interface Settings {
  connections: Connections
  refusals: Refusals
  period: Period
  begin: string
}

/**
 * Runs a transaction whose duration grows with the data, such as a restore. It uses a separate
 * connection, so that requests keep theirs. Each statement may take as long as the server works on
 * it.
 * @throws {StoreUnavailable} if nothing was changed, {OutcomeUnknown} if it may be committed
 */
export async function patientTransaction<T>(
  settings: Settings,
  task: (ask: Ask) => Promise<T>,
): Promise<T> {
  const client = settings.connections.patient()
  /** The server may end the connection between two statements. */
  let ended: Error | undefined
  client.on('error', (error) => void (ended ??= error))
  let isEnding = false
  let server: number | undefined
  const ask: Ask = async (text, values = []) => {
    const asked = client.query({ text, values, rowMode: 'array' } as pg.QueryArrayConfig)
    const { rows } = await whileWorking(asked, () => isWorking(settings, server))
    return rows as never
  }
  try {
    await client.connect()
    // With a pooler in between, the process id differs from that of the connection.
    const [row] = await ask<[number]>('SELECT pg_backend_pid()')
    server = row![0]
    await ask(settings.begin)
    demandPeriod(settings.period)
    const result = await task(ask)
    isEnding = true
    await ask('COMMIT')
    return result
  } catch (error) {
    const cause = ended ?? error
    if (!isLoss(cause)) {
      await ask('ROLLBACK').catch(() => undefined)
      throw await settings.refusals.of(cause, ask)
    }
    if (cause instanceof NoAnswer && server !== undefined) void aside(settings, RELEASE, server)
    const { message } = cause as Error
    throw isEnding ? new OutcomeUnknown(message) : new StoreUnavailable(message)
  } finally {
    void client.end().catch(() => undefined)
  }
}

/**
 * @throws {NoAnswer} if the server does not work on the statement: the statement or its response is
 * lost
 */
async function whileWorking<T>(answer: Promise<T>, isWorking: () => Promise<boolean>): Promise<T> {
  const { promise: given, reject } = Promise.withResolvers<never>()
  const began = performance.now()
  let [idle, timer]: [number, NodeJS.Timeout | undefined] = [0, undefined]
  const look = async (): Promise<void> => {
    idle = (await isWorking()) ? 0 : idle + 1
    if (idle === LOOKS) reject(new NoAnswer(began))
    else if (timer) timer = setTimeout(() => void look(), LOOK_MS)
  }
  timer = setTimeout(() => void look(), LOOK_MS)
  try {
    return await Promise.race([answer, given])
  } finally {
    clearTimeout(timer)
    timer = undefined
  }
}

/** A server process that waits for the client has sent its response or received no statement. */
const WORKING = `SELECT FROM pg_stat_activity
  WHERE pid = $1 AND state = 'active' AND wait_event_type IS DISTINCT FROM 'Client'`
/**
 * Ends the transaction and releases its locks. Only if the server process waits for a statement,
 * because its id may have been reused.
 */
const RELEASE = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid = $1 AND state LIKE 'idle in transaction%' AND wait_event = 'ClientRead'`

/** Whether the server works on the statement. @param server its process; undefined while it is not known */
async function isWorking(settings: Settings, server: number | undefined): Promise<boolean> {
  return server !== undefined && (await aside(settings, WORKING, server)) > 0
}

/**
 * Queries on another connection, because this one is waiting.
 * @returns the number of rows; 0 without an answer
 */
async function aside({ connections }: Settings, text: string, server: number): Promise<number> {
  const client = connections.single()
  client.on('error', () => undefined)
  const timer = setTimeout(() => client.connection.stream.destroy(), connections.lookMs)
  try {
    await client.connect()
    return (await client.query(text, [server])).rowCount ?? 0
  } catch {
    return 0
  } finally {
    clearTimeout(timer)
    void client.end().catch(() => undefined)
  }
}
