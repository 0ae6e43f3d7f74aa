import type { RecordedBody, Traffic } from './traffic.ts'
import { beginning } from '../text.ts'

/** Limit on the recorded text of a response body, in characters, unless the check needs more evidence. */
const LONGEST = 4000
/** Limit on the recorded text beyond that, over all checks of a run: a JSON report is one string in memory. */
const MOST_FURTHER = 64 * 1024 * 1024

/** Bounds the memory that the traffic of a run takes, however large the responses are. */
export class Evidence {
  #further: number

  constructor(further: number = MOST_FURTHER) {
    this.#further = further
  }

  /**
   * Cuts the bodies that the target sent during a check, once the check has ended.
   * @param needed whether the report has to explain the outcome with them
   */
  bound(traffic: readonly Traffic[], needed: boolean): void {
    for (const { received, request, answer } of traffic) {
      const body = received ? request.body : answer?.body
      if (body?.text === undefined || body.text.length <= LONGEST) continue
      const further = body.text.length - LONGEST
      if (needed && further <= this.#further) this.#further -= further
      else cut(body, body.text)
    }
  }
}

function cut(body: RecordedBody, text: string): void {
  body.text = beginning(text, LONGEST)
  body.cut = true
}
