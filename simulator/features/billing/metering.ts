import type { Change } from '../../store/records.ts'

/** Kinds of metered usage. Usage is counted at submission and stays counted after the record is deleted (PLN-021). */
export type Meter = 'sessions' | 'applicants' | 'esign_checks'

/** Returns the changes to write with the metered record. */
export function metered(scope: string, meter: Meter): Change {
  return { type: 'meter', scope, meter }
}
