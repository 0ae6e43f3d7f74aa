import { OutcomeUnknown, StoreUnavailable } from '../store/unavailable.ts'

/**
 * Reports errors except those of a lost database, which are reported once when the loss is
 * detected.
 */
export function exceptLoss(report: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StoreUnavailable || error instanceof OutcomeUnknown)) report(error)
  }
}
