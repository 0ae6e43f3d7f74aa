import type { Answer } from '../http/answer.ts'
import type { JsonObject } from '../http/json.ts'
import type { Context } from './check.ts'
import { expectRefusal, statusAndCode } from './idioms.ts'

/** Families of checks that differ in what is sent, and in the requirements that it shows. */

/** Something to send, what it is in words, and which requirements say how it must be answered. */
export interface Case<Sent = JsonObject> {
  label: string
  send: Sent
  requirements: readonly string[]
}

type Send<Sent> = (one: Case<Sent>) => Promise<Answer>

/** Every requirement of some cases, each once. */
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

/** Each case is taken: 200 or 201, as which of the two is left open (GAP-CREATE-SESSION, GAP-APPLICANT-RESPONSE). */
export async function expectEachTaken<Sent>(
  ctx: Context,
  cases: readonly Case<Sent>[],
  send: Send<Sent>,
): Promise<void> {
  for (const one of cases) {
    const answer = await send(one)
    for (const requirement of one.requirements) {
      ctx.expect(requirement, `${one.label}: 200 or 201`, isTaken(answer), statusAndCode(answer))
    }
  }
}

export function isTaken({ status }: Answer): boolean {
  return status === 200 || status === 201
}
