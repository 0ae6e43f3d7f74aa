import { requirementOf } from '../../check/calls.ts'
import type { StepRequest } from '../../check/check.ts'
import type { BrokenStep } from '../../check/outcome.ts'
import type { Answer } from '../../http/answer.ts'
import { NoAnswer } from '../../http/client.ts'
import { type HttpRequest, isSafe } from '../../http/request.ts'
import type { FirstTries } from './first-tries.ts'

interface Sender {
  send(label: string, request: HttpRequest): Promise<Answer>
  reportBroken(step: BrokenStep): void
  isDisturbed: boolean
}

/**
 * Repeats a request once after a broken connection; if it breaks again, or the first connection of such calls usually
 * breaks, the call is at fault.
 * @throws {NoAnswer}
 */
export async function completeAnswer(
  run: Sender,
  firstTries: FirstTries,
  label: string,
  request: StepRequest,
  prepared: HttpRequest,
): Promise<Answer> {
  const requirement = requirementOf(request)
  const call = `${request.method} ${requirement ?? prepared.url.pathname}`
  const reportNone = (got: string): void =>
    run.reportBroken({
      requirement: requirement ?? 'END-002',
      expected: `a complete response to "${label}"`,
      got,
      assumes: `responses of ${prepared.url.origin}`,
    })
  try {
    const answer = await run.send(label, prepared)
    firstTries.answered(call)
    return answer
  } catch (first) {
    if (!(first instanceof NoAnswer) || !first.broken) throw first
    firstTries.closed(call)
    const often = firstTries.usuallyClosed(call)
    if (often !== undefined) {
      reportNone(`${first.message}, ${often}`)
      throw first
    }
    const answer = await run.send(label, prepared).catch((error: unknown) => {
      if (error instanceof NoAnswer && error.broken) reportNone(error.message)
      throw error
    })
    if (isSafe(prepared) && !prepared.isCounted) return answer
    run.isDisturbed = true // The service may have carried out both.
    throw first
  }
}
