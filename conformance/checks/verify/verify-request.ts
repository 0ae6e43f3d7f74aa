import type { Context, StepRequest } from '../../check/check.ts'
import { reach } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { StateUnavailable } from '../../target/states.ts'
import type { RegionName } from '../../target/target.ts'

export const NEEDS = {
  features: ['document_verification'],
  credentials: [],
  states: ['signed_document'],
} as const

/**
 * Returns a document that was signed in test mode. Its status is `unknown_key` if the service
 * publishes no test keys (GAP-TEST-SEALS).
 */
export async function testDocument(ctx: Context, region: RegionName = ctx.home) {
  const asked = (status: string) =>
    reach(ctx, 'signed_document', { region, mode: 'test', status }, 'sha256')
  try {
    return await asked('verified')
  } catch (error) {
    if (!(error instanceof StateUnavailable)) throw error
    return asked('unknown_key')
  }
}

/** Asks about a hash without a credential, as any third party would. */
export function verify(
  ctx: Context,
  sha256: string,
  region: RegionName = ctx.home,
): Promise<Answer> {
  const request: StepRequest = {
    method: 'POST',
    path: '/v1/esign/verify',
    region,
    json: { sha256 },
  }
  return ctx.step(`verify the document in ${region}`, request)
}
