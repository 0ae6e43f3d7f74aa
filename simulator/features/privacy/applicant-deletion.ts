import type { Handler } from '../../call/call.ts'
import type { Ports } from '../../ports.ts'
import { visibleApplicant } from '../applicants/applicants.ts'
import { eraseApplicant } from './erasure.ts'

/** Deleting an applicant erases the person: images are deleted with their applicant (GAP-APPLICANT-DELETE). */
export function applicantDeletionHandlers(ports: Ports): Record<string, Handler> {
  return {
    deleteApplicant: {
      run: async (call) => {
        const { scope, id } = await visibleApplicant(ports, call)
        await eraseApplicant(ports, scope, id, call.now)
        return { status: 204 }
      },
    },
  }
}
