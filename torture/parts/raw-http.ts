import { type RawCase, rawCases } from '../http/raw-cases.ts'
import {
  HANGS_MS,
  type Outcome,
  type Parsed,
  faultOf,
  parseResponses,
  sendRaw,
} from '../http/raw.ts'
import type { Part } from '../part.ts'
import type { Random } from '../random.ts'
import { demoKey } from '../../simulator/testing/simulator.ts'

/** Bytes with a meaning in HTTP: mutations insert them more often than others. */
const TELLING = ['\r\n', '\n', '\r', '\0', ' ', ':', ',', ';', '0\r\n\r\n', 'chunked', '\x80', '\t']

/** Changes a few bytes of a request and the boundaries of its segments. */
export function mutated({ bytes }: RawCase, random: Random): Buffer[] {
  let whole = Buffer.concat(bytes)
  for (let changes = 1 + random.below(4); changes > 0; changes--) {
    const at = random.below(whole.length + 1)
    const inserted = random.chance(0.5)
      ? Buffer.from(random.pick(TELLING), 'latin1')
      : random.bytes(1 + random.below(3))
    const kind = random.below(4)
    const copied = whole.subarray(random.below(whole.length + 1)).subarray(0, 1 + random.below(60))
    const middle = kind === 0 ? Buffer.alloc(0) : kind === 3 ? copied : inserted
    const dropped = kind === 1 ? 0 : 1 + random.below(kind === 0 ? 8 : 2)
    whole = Buffer.concat([whole.subarray(0, at), middle, whole.subarray(at + dropped)])
  }
  const cut = random.chance(0.3) ? random.below(whole.length + 1) : whole.length
  return [whole.subarray(0, cut), whole.subarray(cut)].filter(({ length }) => length > 0)
}

/** A mutated request may have become HEAD, or HEAD may have become something else. */
function responsesIn(text: string, method: string | undefined): Parsed[] {
  try {
    const found = parseResponses(text, method)
    if (method !== undefined || found.every((response) => !faultOf(response))) return found
  } catch (error) {
    if (method !== undefined) throw error
  }
  return parseResponses(text, 'HEAD')
}

/** Returns the fault in the result of a case; undefined if it has none. */
export function judge(
  outcome: Outcome,
  expected: Omit<RawCase, 'bytes' | 'title' | 'method'> & { method: string | undefined },
) {
  const { text, end, ms } = outcome
  if (end === 'open')
    return `neither answered nor closed within ${HANGS_MS} ms: ${text.slice(0, 300)}`
  try {
    const responses = responsesIn(text, expected.method)
    const fault = responses.map((response) => faultOf(response)).find(Boolean)
    if (fault !== undefined) return fault
    if (responses.length > expected.responses)
      return `${responses.length} responses, at most ${expected.responses} expected: ${text.slice(0, 600)}`
    const served = responses.some(({ status }) => status < 400)
    if (served && expected.expect === 'refused') return `served: ${text.slice(0, 300)}`
    if (!served && expected.expect === 'served') return `refused: ${text.slice(0, 300)} (${ms} ms)`
  } catch (error) {
    // A reset connection may lose the end of a response.
    if (end !== 'reset') return (error as Error).message
  }
  return undefined
}

export const rawHttp: Part = {
  name: 'raw-http',
  promise: 'Any bytes on a connection get a response, an error body or a close within 2 s.',
  cases: 20_000,
  share: 1,
  quick: true,
  async run(run) {
    const { ready } = await run.simulator()
    const key = demoKey('org_acme')
    const cases = rawCases(key)
    const targets = [ready.regions.us.base_url, ready.console]
    let slowest = 0
    const shot = async (no: number): Promise<void> => {
      const byHand = no < cases.length * 2
      const url = targets[no % 2]!
      const random = run.random(no)
      const one = byHand ? cases[no >> 1]! : random.pick(cases)
      const bytes = byHand ? one.bytes : mutated(one, random)
      const outcome = await sendRaw(url, bytes, true)
      slowest = Math.max(slowest, outcome.ms)
      const problem = judge(outcome, {
        // The control API does not have this route, so it refuses these requests.
        expect: byHand && !(url === ready.console && one.expect === 'served') ? one.expect : 'any',
        responses: byHand ? one.responses : 99,
        method: byHand ? (one.method ?? 'GET') : undefined,
      })
      if (problem !== undefined)
        run.fail(
          no,
          `${one.title} at ${url}: ${problem}\n  sent ${JSON.stringify(Buffer.concat(bytes).toString('latin1').slice(0, 700))}`,
        )
    }
    await run.inLanes(8, shot, cases.length * 2)
    run.figures['by hand'] = cases.length
    run.figures['slowest ms'] = Math.round(slowest)
  },
}
