import { type Signals, signalIssues } from '../screening/rules/signals.ts'
import type { Call } from '../../call/call.ts'
import type { Issue } from '../../call/errors.ts'
import type { SessionRecord } from '../sessions/session-record.ts'

/**
 * The header by which whoever plays the applicant says what the service would have collected about device and network.
 * Of this simulator alone: no service would believe it.
 */
const HEADER = 'X-Simulator-Signals'

/** Undefined where the header isn't there. Judged by `givenSignalIssues` before. */
export function givenSignals({ headers }: Call): Signals | undefined {
  const text = headers[HEADER.toLowerCase()]
  return text === undefined ? undefined : (JSON.parse(String(text)) as Signals)
}

/** The session with what somebody says of device and network; as it is where nobody does. */
export function withSignals(session: SessionRecord, signals: Signals | undefined): SessionRecord {
  return signals ? { ...session, facts: { ...session.facts, signals } } : session
}

export function givenSignalIssues({ headers }: Call): Issue[] {
  const text = headers[HEADER.toLowerCase()]
  if (text === undefined) return []
  try {
    return signalIssues(JSON.parse(String(text)), [HEADER])
  } catch {
    return [
      {
        code: 'invalid_string',
        path: [HEADER],
        message: 'Expected JSON, such as {"fraud.botScore": 12}',
        param: HEADER,
      },
    ]
  }
}
