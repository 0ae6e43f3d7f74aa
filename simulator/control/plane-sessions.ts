import { APPLICANT, type ApplicantRecord } from '../features/applicants.ts'
import { listAnswer, pageQuery } from '../features/paging.ts'
import { reportHandlers } from '../features/report.ts'
import { sessionActionHandlers } from '../features/session-actions.ts'
import { SESSION, type SessionDocument, type SessionRecord } from '../features/session-record.ts'
import { sessionHandlers } from '../features/sessions.ts'
import { workflowTemplateHandlers } from '../features/workflow-templates.ts'
import type { Ports } from '../ports.ts'
import { type Answer, jsonText } from '../service/answer.ts'
import type { Call, Handler } from '../service/call.ts'
import type { Issue } from '../service/errors.ts'
import { asConsole, planeOfPath, planeOfSession, underItsId } from './plane.ts'
import { anySession, controlledText } from './session.ts'

/** Sessions of an organization in one mode: listed, made by the console's form, and what an operator does to them. */
export function planeSessionHandlers(ports: Ports): Record<string, Handler> {
  const { createSession } = sessionHandlers(ports)
  const { resendSession, skipSessionStep, addSessionNote } = sessionActionHandlers(ports)
  const { listWorkflowTemplates, createWorkflowTemplate, updateWorkflowTemplate } =
    workflowTemplateHandlers(ports)
  const ofPath = planeOfPath(ports)
  const ofSession = planeOfSession(ports)
  const controlled = (handler: Handler, status: number): Handler => ({
    ...handler,
    run: async (call) => asControlled(ports, await handler.run(call), status),
  })
  return {
    listOrganizationSessions: asConsole({ run: (call) => listSessions(ports, call) }, ofPath),
    createOrganizationSession: controlled(asConsole(createSession!, ofPath, outcomeIssues), 201),
    listOrganizationWorkflowTemplates: asConsole(listWorkflowTemplates!, ofPath),
    createOrganizationWorkflowTemplate: asConsole(createWorkflowTemplate!, ofPath),
    updateOrganizationWorkflowTemplate: asConsole(
      underItsId('template_id', updateWorkflowTemplate!),
      ofPath,
    ),
    addOperatorNote: asConsole(addSessionNote!, ofSession),
    resendInvitation: controlled(asConsole(resendSession!, ofSession), 200),
    skipStepAsOperator: controlled(asConsole(skipSessionStep!, ofSession), 200),
    downloadReport: asConsole(reportHandlers(ports).retrieveSessionReport!, ofSession),
  }
}

async function listSessions(ports: Ports, call: Call): Promise<Answer> {
  const { scope } = call.credential
  const found = (await ports.records.page(scope, SESSION, pageQuery(call))) as SessionDocument[]
  const names = new Map<string, string | null>()
  for (const { body } of found) names.set(body.id, await applicantName(ports, scope, body))
  return listAnswer(found, call, (document) => {
    const { body } = document as SessionDocument
    return controlledText(ports, scope, body, { applicant_name: names.get(body.id) })
  })
}

async function applicantName(
  ports: Ports,
  scope: string,
  { applicant_id }: SessionRecord,
): Promise<string | null> {
  const document =
    applicant_id === null ? undefined : await ports.records.read(scope, APPLICANT, applicant_id)
  if (!document) return null
  const { given_names, family_name } = document.body as ApplicantRecord
  return [...given_names, family_name].filter(Boolean).join(' ') || null
}

/** The public operation's answer is for customers; here the session is shown with what only the service knows of it. */
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
