import { OutcomeUnknown, StoreUnavailable } from '../store/unavailable.ts'

/** Reports errors but those of a lost database, which are reported once where the loss is noticed. */
export function exceptLoss(report: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof StoreUnavailable || error instanceof OutcomeUnknown)) report(error)
  }
}
