import type { Context, StepRequest } from '../check/check.ts'
import type { Answer } from '../http/answer.ts'

/** One answer that a check got. */
export interface Exchange {
  request: Pick<StepRequest, 'method' | 'path'>
  /** The bearer credential, if one was sent. */
  key: string | undefined
  answer: Answer
}

export type Judge = Pick<Context, 'expect'>
