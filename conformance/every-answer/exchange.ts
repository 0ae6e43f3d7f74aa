import type { Context, StepRequest } from '../check/check.ts'
import type { Answer } from '../http/answer.ts'

/** One answer that a check got. */
export interface Exchange {
  request: Pick<StepRequest, 'method' | 'path' | 'json'>
  /** The bearer credential, if one was sent. */
  key: string | undefined
  answer: Answer
  /** Whether it was sent to another region than that of its key. */
  isElsewhere?: boolean
  /** Whether the target file names the route, so that it exists, though the contract leaves it open. */
  isNamedRoute?: boolean
  /** Whether it is the 429 of a route class: a request without a credential was let through. */
  isClassLimit?: boolean
}

export type Judge = Pick<Context, 'expect'>
