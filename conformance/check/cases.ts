import type { Answer } from '../http/answer.ts'
import type { JsonObject } from '../http/json.ts'
import type { Context } from './check.ts'
import { expectRefusal, statusAndCode } from './idioms.ts'

/** Groups of cases that differ in the request and in the requirements that they test. */

/** A value to send, its description, and the requirements on its response. */
export interface Case<Sent = JsonObject> {
  label: string
  send: Sent
  requirements: readonly string[]
}

type Send<Sent> = (one: Case<Sent>) => Promise<Answer>

/** Returns every requirement of the cases once. */
export function requirementsOf(...families: readonly (readonly Case<unknown>[])[]): string[] {
  return [...new Set(families.flat().flatMap(({ requirements }) => requirements))]
}

/** Expects 422 validation_error for each case. Send a valid request first, so that the refusal has one cause. */
export async function expectEachRefused<Sent>(
  ctx: Context,
  cases: readonly Case<Sent>[],
  send: Send<Sent>,
): Promise<void> {
  for (const one of cases) {
    expectRefusal(ctx, await send(one), {
      status: 422,
      code: 'validation_error',
      requirements: one.requirements,
    })
  }
}

/**
 * Expects success for each case: any 2xx, as the status is open (GAP-CREATE-SESSION,
 * GAP-APPLICANT-RESPONSE).
 */
export async function expectEachAccepted<Sent>(
  ctx: Context,
  cases: readonly Case<Sent>[],
  send: Send<Sent>,
): Promise<void> {
  for (const one of cases) {
    const answer = await send(one)
    for (const requirement of one.requirements) {
      ctx.expect(requirement, `${one.label}: 2xx`, isAccepted(answer), statusAndCode(answer))
    }
  }
}

export function isAccepted({ status }: Answer): boolean {
  return status >= 200 && status < 300
}
