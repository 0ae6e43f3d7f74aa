/** The simulator can't do what was asked for; the message is a sentence for the reader of a report. */
export class StateUnavailable extends Error {
  override readonly name = 'StateUnavailable'
}
