import type { Fault, ProxiedRequest } from '../proxy.ts'
import { type Operation, operationOf } from './operations.ts'

/** A fault that was derived from the contract. */
export interface Derived {
  /** What is broken: operation or event, answer, member or header, and how. */
  name: string
  /** What a check has to have seen, so that it could find the fault. */
  seenBy: string
  /** Rows of the ledger that leave the broken part open. */
  gaps: readonly string[]
  /** @param applied is called whenever something that passed was changed */
  fault: (applied: () => void) => Fault
}

export function isOf({ id }: Operation, { method, path }: ProxiedRequest): boolean {
  return operationOf(method, path)?.id === id
}

export function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString()) as unknown
  } catch {
    return undefined
  }
}
