import type { Call, Handler } from '../../call/call.ts'
import { applicantHandlers } from '../../features/applicants/applicants.ts'
import { listAnswer, pageQuery } from '../../features/paging.ts'
import { applicantDeletionHandlers } from '../../features/privacy/applicant-deletion.ts'
import {
  DATA_SUBJECT_REQUEST,
  dataSubjectRequestHandlers,
} from '../../features/privacy/data-subject-requests.ts'
import type { Ports } from '../../ports.ts'
import type { ControlHost } from '../host.ts'
import { asConsole, planeOfPath, withPathId } from '../access/plane.ts'

/** Applicants and data subject requests of an organization in one mode. */
export function peopleHandlers(ports: Ports, host: ControlHost): Record<string, Handler> {
  const { listApplicants, retrieveApplicant } = applicantHandlers(ports)
  const { deleteApplicant } = applicantDeletionHandlers(ports)
  const { createDataSubjectRequest } = dataSubjectRequestHandlers(ports)
  const ofPath = planeOfPath(ports)
  const ofApplicant = (handler: Handler): Handler =>
    asConsole(withPathId('applicant_id', handler), ofPath)
  return {
    listOrganizationApplicants: asConsole(
      { run: (call) => (hasWords(call) ? findApplicants(host, call) : listApplicants!.run(call)) },
      ofPath,
    ),
    retrieveOrganizationApplicant: ofApplicant(retrieveApplicant!),
    deleteOrganizationApplicant: ofApplicant(deleteApplicant!),
    createOrganizationDataSubjectRequest: asConsole(createDataSubjectRequest!, ofPath),
    listOrganizationDataSubjectRequests: asConsole(
      { run: (call) => listRequests(ports, call) },
      ofPath,
    ),
  }
}

function hasWords({ query }: Call): boolean {
  return ((query.q as string | undefined) ?? '').trim() !== ''
}

async function findApplicants({ search }: ControlHost, call: Call) {
  const query = { ...pageQuery(call), q: call.query.q as string }
  const found = await search.applicants.find(call.credential.scope, query)
  return listAnswer(found, call, ({ body }) => JSON.stringify(body))
}

async function listRequests(ports: Ports, call: Call) {
  const { applicant_id: key1 } = call.query as { applicant_id?: string }
  const found = await ports.records.page(call.credential.scope, DATA_SUBJECT_REQUEST, {
    ...pageQuery(call),
    ...(key1 !== undefined && { key1 }),
  })
  return listAnswer(found, call, ({ body }) => JSON.stringify(body))
}
