import { isDeepStrictEqual } from 'node:util'
import type { Ports } from '../../ports.ts'
import { inTurn, retryInTurn, retryOnConflict } from '../../store/conflict.ts'
import type { Change, Document, Job } from '../../store/records.ts'
import { beginErasure, endedErasure } from '../applicants/applicant-erasure.ts'
import { dropImages } from '../sessions/capture.ts'
import { EMAIL } from './emails.ts'
import { ENVELOPE, type EnvelopeRecord } from '../signing/envelope-record.ts'
import { retentionEndChanges } from '../signing/envelope-retention.ts'
import { NOTE } from '../sessions/session-actions.ts'
import {
  type IdentityRun,
  SESSION,
  type SessionDocument,
  type SessionRecord,
} from '../sessions/session-record.ts'
import { visibleSession } from '../sessions/sessions.ts'
import { afterCommit } from '../../store/unavailable.ts'

const ALL = Number.MAX_SAFE_INTEGER

/**
 * Erases a person: the applicant; of every session the images, metadata, answers, results, notes, e-mails and unsigned
 * documents. The sessions keep their verdicts, signed documents stay until their retention ends, and so does the
 * activity log, which holds no personal data (GAP-DSR). One batch: a person is never half erased. New sessions cannot
 * name the applicant meanwhile.
 */
export async function eraseApplicant(
  ports: Ports,
  scope: string,
  applicantId: string,
  now: number,
): Promise<void> {
  await inTurn(ports.turns, applicantId, async () => {
    const begun = await beginErasure(ports, scope, applicantId)
    const sessions = (await ports.records.page(scope, SESSION, {
      key1: applicantId,
      limit: ALL,
    })) as SessionDocument[]
    const changes = begun ? endedErasure(scope, applicantId) : []
    // A session that was open at an earlier erasure can have got new data since.
    for (const session of sessions)
      changes.push(...(await eraseSession(ports, scope, session, now)))
    if (changes.length > 0) await ports.records.write(changes)
    // Also after another erasure: its process may have ended before this.
    await afterCommit(() => ports.erased(scope, [applicantId, ...sessions.map(({ id }) => id)]))
  })
}

async function eraseSession(
  ports: Ports,
  scope: string,
  { id, version, body }: SessionDocument,
  now: number,
): Promise<Change[]> {
  // The fired rules reveal facts about the person, and so do their inputs. The progress on the hosted pages names the
  // document.
  const { screening: _screening, facts: _facts, hosted: _hosted, ...kept } = body
  const erased: SessionRecord = {
    ...kept,
    applicant_id: null,
    // Texts of the customer may contain data of the person.
    metadata: '{}',
    steps: body.steps.map(({ answers: _answers, result: _result, ...step }) => step),
    ...(body.idv && { idv: withoutHolder(body.idv) }),
  }
  const about = await Promise.all(
    [EMAIL, NOTE].map((kind) => ports.records.page(scope, kind, { key1: id, limit: ALL })),
  )
  const envelopes = (await ports.records.page(scope, ENVELOPE, {
    key1: id,
    limit: ALL,
  })) as Document<EnvelopeRecord>[]
  const unsigned = envelopes.filter((envelope) => envelope.body.signed_at === null)
  return [
    ...(isDeepStrictEqual(erased, body)
      ? []
      : [{ type: 'put', scope, kind: SESSION, id, body: erased, ifVersion: version } as const]),
    ...unsigned.flatMap((envelope) => retentionEndChanges(envelope, now)),
    ...dropImages(body.idv, scope),
    ...about
      .flat()
      .map((document): Change => ({ type: 'remove', scope, kind: document.kind, id: document.id })),
  ]
}

/** Keeps that a document was captured, when and how; not whose. */
function withoutHolder({ specimen: _specimen, ...run }: IdentityRun): IdentityRun {
  return { ...run, images: {} }
}

/** The job of image retention; those of earlier versions name no run. */
export async function runImageRetention(ports: Ports, job: Job): Promise<void> {
  const [id, run] = job.ref.split(':') as [string, string?]
  const done: Change = { type: 'unschedule', id: job.id }
  return retryOnConflict(async () => {
    const found = (await ports.records.read(job.scope, SESSION, id)) as SessionDocument | undefined
    const { reverifications = 0 } = found?.body ?? {}
    // A re-verification has scheduled the job again, for its own images.
    if (found && run !== undefined && Number(run) !== reverifications) return
    await ports.records.write([...(found ? withoutImages(found, job.scope).changes : []), done])
  })
}

/** Applies image retention to a session: deletes its images, keeps their results (GAP-IMAGE-RETENTION). */
export function deleteImages(ports: Ports, scope: string, id: string): Promise<SessionRecord> {
  return retryInTurn(ports.turns, id, async () => {
    const { session, changes } = withoutImages(await visibleSession(ports, scope, id), scope)
    if (changes.length > 0) await ports.records.write(changes)
    return session
  })
}

function withoutImages(
  { id, version, body }: SessionDocument,
  scope: string,
): { session: SessionRecord; changes: Change[] } {
  if (!body.idv) return { session: body, changes: [] }
  const session: SessionRecord = { ...body, idv: { ...body.idv, images: {} } }
  return {
    session,
    changes: [
      { type: 'put', scope, kind: SESSION, id, body: session, ifVersion: version },
      ...dropImages(body.idv, scope),
    ],
  }
}
