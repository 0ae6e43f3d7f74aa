import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import { type Answer, json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError, type Issue } from '../../call/errors.ts'
import { retryOnConflict } from '../../store/conflict.ts'
import type { Change, Document, Job } from '../../store/records.ts'
import { APPLICANT } from '../applicants/applicants.ts'
import { eraseApplicant } from './erasure.ts'

/** A data subject request, as stored and shown (GAP-DSR). */
interface RequestRecord {
  id: string
  type: 'access' | 'erasure'
  applicant_id: string
  status: 'pending' | 'completed'
  created_at: string
  completed_at: string | null
}

export const DATA_SUBJECT_REQUEST = 'data_subject_request'
const LANE = 'data-subject-requests'

export function dataSubjectRequestHandlers(ports: Ports): Record<string, Handler> {
  return {
    createDataSubjectRequest: {
      check: (call) => applicantIssues(ports, call),
      run: (call) => createRequest(ports, call),
    },
    retrieveDataSubjectRequest: {
      run: async (call) => {
        const document = await ports.records.read(
          call.credential.scope,
          DATA_SUBJECT_REQUEST,
          call.params.id!,
        )
        if (!document) throw new ApiError('resource_not_found')
        return json(200, { data: document.body })
      },
    },
  }
}

/** Also called on bodies that the schema rejected, so it assumes no types. */
async function applicantIssues(ports: Ports, call: Call): Promise<Issue[]> {
  const { applicant_id: id } = (call.body ?? {}) as { applicant_id?: unknown }
  if (typeof id !== 'string' || id === '') return []
  if (await ports.records.read(call.credential.scope, APPLICANT, id)) return []
  const message = 'No applicant with that id is visible to this key'
  return [{ code: 'custom', path: ['applicant_id'], message, param: 'applicant_id' }]
}

async function createRequest(ports: Ports, call: Call): Promise<Answer> {
  const { scope } = call.credential
  const { type, applicant_id } = call.body as Pick<RequestRecord, 'type' | 'applicant_id'>
  const body: RequestRecord = {
    id: newId(ports.random, 'dsr'),
    type,
    applicant_id,
    status: 'pending',
    created_at: iso(call.now),
    completed_at: null,
  }
  await ports.records.write([
    {
      type: 'put',
      scope,
      kind: DATA_SUBJECT_REQUEST,
      id: body.id,
      body,
      key1: applicant_id,
      ifVersion: 0,
    },
    {
      type: 'schedule',
      job: {
        id: `fulfil:${body.id}`,
        lane: LANE,
        due: call.now,
        kind: 'fulfil-request',
        scope,
        ref: body.id,
      },
    },
  ])
  ports.wake(LANE)
  return json(202, { data: body })
}

/** The job that completes a request; an erasure finishes before the request is completed. */
export function fulfilRequest(ports: Ports, job: Job, now: number): Promise<void> {
  // A reset may delete the request in between.
  return retryOnConflict(() => fulfil(ports, job, now))
}

async function fulfil(ports: Ports, job: Job, now: number): Promise<void> {
  const request = (await ports.records.read(job.scope, DATA_SUBJECT_REQUEST, job.ref)) as
    | Document<RequestRecord>
    | undefined
  const changes: Change[] = [{ type: 'unschedule', id: job.id }]
  if (request) {
    if (request.body.type === 'erasure')
      await eraseApplicant(ports, job.scope, request.body.applicant_id, now)
    const body: RequestRecord = { ...request.body, status: 'completed', completed_at: iso(now) }
    changes.push({
      type: 'put',
      scope: job.scope,
      kind: DATA_SUBJECT_REQUEST,
      id: request.id,
      body,
      ifVersion: request.version,
    })
  }
  await ports.records.write(changes)
}
