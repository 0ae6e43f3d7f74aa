import type { Change } from '../../store/records.ts'

/** What is counted when it happens, and stays counted whatever becomes of the record (PLN-021). */
export type Meter = 'sessions' | 'applicants' | 'esign_checks'

/** What to write beside the thing that is used. */
export function metered(scope: string, meter: Meter): Change {
  return { type: 'meter', scope, meter }
}
