import { debit } from '../features/billing/charges.ts'
import { fulfilRequest } from '../features/privacy/data-subject-requests.ts'
import { sendEmail } from '../features/privacy/emails.ts'
import { runImageRetention } from '../features/privacy/erasure.ts'
import { expireSession } from '../features/sessions/transitions.ts'
import { runEnvelopeRetention } from '../features/signing/envelope-retention.ts'
import { deleteToken } from '../features/tokens/token-record.ts'
import { deliver } from '../features/webhooks/deliveries.ts'
import type { Send } from '../features/webhooks/sending/send.ts'
import type { Ports } from '../ports.ts'
import { Abandoned, type LaneOwner, Scheduler } from '../time/scheduler.ts'

interface JobOptions {
  /** Sends webhooks. */
  send: Send
  /** Whether the jobs of a lane run in a fixed order. */
  seeded: boolean
  /** Decides which lanes this process runs. @default all */
  lanes: LaneOwner | undefined
}

/** Builds the scheduler, with a handler for each kind of job. */
export function newScheduler(ports: Ports, { send, seeded, lanes }: JobOptions): Scheduler {
  return new Scheduler(
    ports.clock,
    ports.records,
    {
      debit: (job) => debit(ports, job),
      deliver: (job, now) =>
        deliver(ports, lanes ? asOwner(send, lanes, job.lane) : send, job, now),
      'drop-envelope': (job, now) => runEnvelopeRetention(ports, job, now),
      'delete-images': (job) => runImageRetention(ports, job),
      'expire-session': (job, now) => expireSession(ports, job, now),
      forget: (job) => deleteToken(ports, job),
      'fulfil-request': (job, now) => fulfilRequest(ports, job, now),
      'send-email': (job, now) => sendEmail(ports, job, now),
    },
    ports.report,
    seeded ? 1 : undefined,
    lanes,
  )
}

/**
 * A job can lose its lane while it waits for the database. Its writes are refused then, but a receiver accepts any
 * delivery. So the lane is checked again when all reads have ended.
 */
export function asOwner(send: Send, lanes: Pick<LaneOwner, 'may'>, lane: string): Send {
  return async (...delivery) => {
    if (!lanes.may(lane)) throw new Abandoned('the lane has another owner')
    return send(...delivery)
  }
}
