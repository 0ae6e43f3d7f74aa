import {
  SESSION,
  SESSION_ID,
  type SessionDocument,
  type SessionRecord,
} from '../../features/sessions/session-record.ts'
import { sessionText } from '../../features/sessions/session-view.ts'
import type { Ports } from '../../ports.ts'
import { type Answer, jsonText } from '../../call/answer.ts'
import { ApiError } from '../../call/errors.ts'

/** Returns a session by its id alone, in any organization, region and mode. @throws {ApiError} */
export async function anySession(ports: Ports, id: string): Promise<SessionDocument> {
  const document = SESSION_ID.test(id) ? await ports.records.find(SESSION, id) : undefined
  if (!document) throw new ApiError('resource_not_found')
  return document as SessionDocument
}

/** Returns the session as the public API shows it, preceded by fields that only the service knows. */
export function sessionAnswer(
  ports: Ports,
  scope: string,
  session: SessionRecord,
  more: object = {},
): Answer {
  return jsonText(200, `{"data":${controlledText(ports, scope, session, more)}}`)
}

export function controlledText(
  ports: Ports,
  scope: string,
  session: SessionRecord,
  more: object = {},
): string {
  const known = JSON.stringify({
    organization: scope.split('/')[2],
    expected_outcome: session.expected_outcome,
    decision_source: session.decision_source ?? null,
    steps: session.steps.map(({ id, type, status, outcome }) => ({
      id,
      type,
      status,
      outcome: outcome ?? null,
    })),
    ...more,
  })
  return `${known.slice(0, -1)},${sessionText(ports, session, true).slice(1)}`
}
