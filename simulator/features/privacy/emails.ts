import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import { retryOnConflict } from '../../store/conflict.ts'
import type { Change, Document, Job } from '../../store/records.ts'
import type { Mode } from '../../world/world.ts'

/** One e-mail of the log. The simulator sends none; in live mode it behaves as if a mail server had accepted it. */
export interface EmailRecord {
  id: string
  session_id: string | null
  kind: string
  to: string
  subject: string
  text: string
  /** Attached files, by the hash under which they are stored. */
  attachments?: { file_name: string; sha256: string }[]
  /** Test mode suppresses every e-mail for good (PLN). */
  status: 'suppressed' | 'queued' | 'sent'
  created_at: string
  sent_at: string | null
}

export const EMAIL = 'email'
export const EMAIL_LANE = 'email'

/** Returns the changes that log an e-mail and, in live mode, send it. Wake `EMAIL_LANE` after the write. */
export function email(
  ports: Ports,
  scope: string,
  mode: Mode,
  now: number,
  message: Pick<EmailRecord, 'session_id' | 'kind' | 'to' | 'subject' | 'text' | 'attachments'>,
): Change[] {
  const id = newId(ports.random, 'eml')
  const status = mode === 'test' ? 'suppressed' : 'queued'
  const body: EmailRecord = { id, ...message, status, created_at: iso(now), sent_at: null }
  const key = message.session_id === null ? {} : { key1: message.session_id }
  const put: Change = { type: 'put', scope, kind: EMAIL, id, body, ifVersion: 0, ...key }
  if (status === 'suppressed') return [put]
  const job = { id: `email:${id}`, lane: EMAIL_LANE, due: now, kind: 'send-email', scope, ref: id }
  return [put, { type: 'schedule', job }]
}

/** The job of a queued e-mail. An erasure can delete the e-mail at the same moment. */
export function sendEmail(ports: Ports, job: Job, now: number): Promise<void> {
  return retryOnConflict(async () => {
    const queued = (await ports.records.read(job.scope, EMAIL, job.ref)) as
      | Document<EmailRecord>
      | undefined
    const changes: Change[] = [{ type: 'unschedule', id: job.id }]
    if (queued) {
      const body: EmailRecord = { ...queued.body, status: 'sent', sent_at: iso(now) }
      changes.push({
        type: 'put',
        scope: job.scope,
        kind: EMAIL,
        id: queued.id,
        body,
        ifVersion: queued.version,
      })
    }
    await ports.records.write(changes)
  })
}
