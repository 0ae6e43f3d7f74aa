import { CHARGE } from '../features/billing/charges.ts'
import type { Meter } from '../features/billing/metering.ts'
import { listAnswer, pageQuery } from '../features/paging.ts'
import type { Ports } from '../ports.ts'
import { json } from '../call/answer.ts'
import type { Handler } from '../call/call.ts'
import { MODES, type Mode, type Organization, scopeOf } from '../world/world.ts'
import { organizationOf } from './access/organization.ts'

/** Usage that the dashboard shows, including test mode, which is never charged (PLN-021). */
export function usageHandlers(ports: Ports): Record<string, Handler> {
  return {
    retrieveUsage: {
      run: async (call) => {
        const organization = organizationOf(ports, call.params.id!)
        const modes = await Promise.all(
          MODES.map(async (mode) => [mode, await usage(ports, organization, mode)]),
        )
        return json(200, { data: Object.fromEntries(modes) })
      },
    },
    listCharges: {
      run: async (call) => {
        const scope = scopeOf(organizationOf(ports, call.params.id!), 'live')
        const found = await ports.records.page(scope, CHARGE, pageQuery(call))
        return listAnswer(found, call, ({ body }) => JSON.stringify(body))
      },
    },
  }
}

/**
 * Metered at the time of use: erasing a person subtracts nothing. The activity log outlives erasure and supplies the
 * other counts.
 */
async function usage({ records }: Ports, organization: Organization, mode: Mode) {
  const scope = scopeOf(organization, mode)
  const actions = await records.countActivity(scope)
  const meters = await records.meters(scope)
  const times = (action: string): number => actions.get(action) ?? 0
  const count = (meter: Meter): number => meters.get(meter) ?? 0
  return {
    sessions: count('sessions'),
    applicants: count('applicants'),
    esign_checks: count('esign_checks'),
    standalone_scans: times('kyc.idv.document_scanned') + times('kyc.idv.document_scan_failed'),
    evidence_images: times('kyc.idv.evidence_exported'),
  }
}
