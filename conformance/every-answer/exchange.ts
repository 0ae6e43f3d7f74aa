import type { Context, StepRequest } from '../check/check.ts'
import type { Answer } from '../http/answer.ts'

/** One response that a check received. */
export interface Exchange {
  request: Pick<StepRequest, 'method' | 'path' | 'json'>
  /** The bearer credential, if one was sent. */
  key: string | undefined
  answer: Answer
  /** Whether it was sent to a different region than that of its key. */
  isElsewhere?: boolean
  /** Whether the target file names the route: it exists, although the contract leaves it open. */
  isNamedRoute?: boolean
  /** Whether the response is the 429 of a route class, so that the caller was authenticated. */
  isClassLimit?: boolean
}

export type Judge = Pick<Context, 'expect'>
