/**
 * Thrown when the simulator cannot set up the requested state; the message is a sentence for the reader of a report.
 */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable'
}
