import { APPLICANT } from '../features/applicants.ts'
import type { Capture } from '../features/capture.ts'
import { deleteImages } from '../features/erasure.ts'
import { formCards } from '../features/form-cards.ts'
import { serveImage } from '../features/images.ts'
import { reverify } from '../features/reverification.ts'
import { NOTE } from '../features/session-actions.ts'
import type { SessionDocument, SessionRecord, StepRecord } from '../features/session-record.ts'
import { availableImages } from '../features/session-view.ts'
import type { Ports } from '../ports.ts'
import type { Answer } from '../service/answer.ts'
import type { Call, Handler } from '../service/call.ts'
import { ApiError } from '../service/errors.ts'
import { VERIFICATION_ROLES, requireRole } from './roles.ts'
import { anySession, sessionAnswer } from './session.ts'

const NOTES_SHOWN = 100

/** A session as its console page shows it, and what only the console does to it. */
export function sessionConsoleHandlers(ports: Ports): Record<string, Handler> {
  return {
    inspectSession: { run: (call) => inspect(ports, call) },
    viewSessionImage: {
      run: async (call) => {
        const member = call.query.member_id as string
        const { scope, id } = await openedBy(ports, call, member)
        return serveImage(ports, scope, id, call.params.artifact!, member, call.now)
      },
    },
    reverifySession: {
      run: async (call) => {
        const { acquisition = 'camera', specimen } = (call.body ?? {}) as Partial<Capture>
        const { scope, id } = await anySession(ports, call.params.id!)
        return sessionAnswer(
          ports,
          scope,
          await reverify(ports, scope, id, call.now, { acquisition, specimen }),
        )
      },
    },
    deleteSessionImages: {
      run: async (call) => {
        const { scope, id } = await anySession(ports, call.params.id!)
        return sessionAnswer(ports, scope, await deleteImages(ports, scope, id))
      },
    },
  }
}

/**
 * The session of the path, opened by a member. Somebody else's session does not exist for a member, and neither does any
 * session for nobody's member.
 * @throws {ApiError} resource_not_found; role_not_allowed
 */
async function openedBy(ports: Ports, call: Call, memberId: string): Promise<SessionDocument> {
  const session = await anySession(ports, call.params.id!)
  const organization = ports.world.organization(session.scope.split('/')[2]!)
  if (!organization?.members.some(({ id }) => id === memberId))
    throw new ApiError('resource_not_found')
  requireRole(organization, memberId, VERIFICATION_ROLES)
  return session
}

async function inspect(ports: Ports, call: Call): Promise<Answer> {
  const member = call.query.member_id as string | undefined
  const opened =
    member === undefined
      ? await anySession(ports, call.params.id!)
      : await openedBy(ports, call, member)
  const { scope, id, body: session } = opened
  const notes = await ports.records.page(scope, NOTE, { key1: id, limit: NOTES_SHOWN })
  const { applicant_id } = session
  const applicant =
    applicant_id === null ? undefined : await ports.records.read(scope, APPLICANT, applicant_id)
  return sessionAnswer(ports, scope, session, {
    steps: session.steps.map(stepView),
    applicant: applicant?.body ?? null,
    forms: await formCards(ports, scope, session),
    screening: session.screening ?? null,
    identity_run: runView(session),
    reverifications: session.reverifications ?? 0,
    notes: notes.map(({ body }) => body),
  })
}

function stepView({ id, type, status, outcome, done_at, config, flagged, result }: StepRecord) {
  return {
    id,
    type,
    status,
    outcome: outcome ?? null,
    done_at: done_at ?? null,
    config,
    flagged: flagged ?? false,
    result: result ?? null,
  }
}

function runView({ idv }: SessionRecord) {
  if (!idv) return null
  const { recorded_at, capture_acquisition } = idv
  return { recorded_at, capture_acquisition, available_images: availableImages(idv) }
}
