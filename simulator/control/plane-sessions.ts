import { reportHandlers } from '../features/sessions/report.ts'
import { sessionActionHandlers } from '../features/sessions/session-actions.ts'
import { sessionHandlers } from '../features/sessions/sessions.ts'
import { workflowTemplateHandlers } from '../features/templates/workflow-templates.ts'
import type { Ports } from '../ports.ts'
import { type Answer, jsonText } from '../call/answer.ts'
import type { Call, Handler } from '../call/call.ts'
import type { Issue } from '../call/errors.ts'
import {
  asConsole,
  planeOfOpenedSession,
  planeOfPath,
  planeOfSession,
  withPathId,
} from './access/plane.ts'
import { anySession, controlledText } from './access/session.ts'

/** Sessions of an organization in one mode: creation by the console's form, and operator actions. */
export function planeSessionHandlers(ports: Ports): Record<string, Handler> {
  const { createSession } = sessionHandlers(ports)
  const { resendSession, skipSessionStep, addSessionNote } = sessionActionHandlers(ports)
  const {
    listWorkflowTemplates,
    createWorkflowTemplate,
    retrieveWorkflowTemplate,
    updateWorkflowTemplate,
  } = workflowTemplateHandlers(ports)
  const ofPath = planeOfPath(ports)
  const ofSession = planeOfSession(ports)
  const controlled = (handler: Handler, status: number): Handler => ({
    ...handler,
    run: async (call) => asControlled(ports, await handler.run(call), status),
  })
  return {
    createOrganizationSession: controlled(asConsole(createSession!, ofPath, outcomeIssues), 201),
    listOrganizationWorkflowTemplates: asConsole(listWorkflowTemplates!, ofPath),
    createOrganizationWorkflowTemplate: asConsole(createWorkflowTemplate!, ofPath),
    retrieveOrganizationWorkflowTemplate: asConsole(
      withPathId('template_id', retrieveWorkflowTemplate!),
      ofPath,
    ),
    updateOrganizationWorkflowTemplate: asConsole(
      withPathId('template_id', updateWorkflowTemplate!),
      ofPath,
    ),
    addOperatorNote: asConsole(addSessionNote!, ofSession),
    resendInvitation: controlled(asConsole(resendSession!, ofSession), 200),
    skipStepAsOperator: controlled(asConsole(skipSessionStep!, ofSession), 200),
    downloadReport: asConsole(
      reportHandlers(ports).retrieveSessionReport!,
      planeOfOpenedSession(ports),
    ),
  }
}

/** The public operation's response is for customers; the console also shows fields that only the service knows. */
async function asControlled(ports: Ports, { json }: Answer, status: number): Promise<Answer> {
  const { id } = (JSON.parse(json!.text) as { data: { id: string } }).data
  const { scope, body } = await anySession(ports, id)
  return jsonText(status, `{"data":${controlledText(ports, scope, body)}}`)
}

/** The form offers it in test mode only (OUT-011, OUT-012). */
function outcomeIssues(call: Call): Issue[] {
  const { expected_outcome } = (call.body ?? {}) as { expected_outcome?: unknown }
  if (call.credential.mode === 'test' || expected_outcome === undefined) return []
  const message = 'Only checks of test mode are simulated: leave it out in live mode'
  return [{ code: 'custom', path: ['expected_outcome'], message, param: 'expected_outcome' }]
}
