import { APPLICANT } from '../features/applicants.ts'
import { SESSION } from '../features/session-record.ts'
import type { Ports } from '../ports.ts'
import { json } from '../service/answer.ts'
import type { Handler } from '../service/call.ts'
import { MODES, type Mode, type Organization, scopeOf } from '../store/world.ts'
import { organizationOf } from './organization.ts'

/** What the dashboard counts, of test mode too, though nothing of it is charged (PLN-021). */
export function usageHandlers(ports: Ports): Record<string, Handler> {
  return {
    retrieveUsage: {
      run: async (call) => {
        const organization = organizationOf(ports, call.params.id!)
        const modes = await Promise.all(MODES.map(async (mode) => [mode, await usage(ports, organization, mode)]))
        return json(200, { data: Object.fromEntries(modes) })
      },
    },
  }
}

/** Counted where the use itself is recorded, so that no counter can disagree with the records. */
async function usage({ records }: Ports, organization: Organization, mode: Mode) {
  const scope = scopeOf(organization, mode)
  const actions = await records.countActivity(scope)
  const times = (action: string): number => actions.get(action) ?? 0
  return {
    sessions: await records.count(scope, SESSION),
    applicants: await records.count(scope, APPLICANT),
    standalone_scans: times('kyc.idv.document_scanned') + times('kyc.idv.document_scan_failed'),
    evidence_images: times('kyc.idv.evidence_exported'),
  }
}
