import { APPLICANT } from '../features/applicants/applicants.ts'
import type { Capture } from '../features/sessions/capture.ts'
import { deleteImages } from '../features/privacy/erasure.ts'
import { formCards } from '../features/applicant-actions/form-cards.ts'
import { reverify } from '../features/sessions/reverification.ts'
import { NOTE } from '../features/sessions/session-actions.ts'
import type { SessionRecord, StepRecord } from '../features/sessions/session-record.ts'
import { availableImages } from '../features/sessions/session-view.ts'
import type { Ports } from '../ports.ts'
import type { Answer } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import { openedSession } from './access/opened-by.ts'
import { anySession, sessionAnswer } from './access/session.ts'

const NOTES_SHOWN = 100

/** The session as the console shows it, and operations that only the console offers. */
export function sessionConsoleHandlers(ports: Ports): Record<string, Handler> {
  return {
    inspectSession: { run: (call) => inspect(ports, call) },
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

async function inspect(ports: Ports, call: Call): Promise<Answer> {
  const { scope, id, body: session } = await openedSession(ports, call)
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
