import { type Signals, signalIssues } from '../screening/rules/signals.ts'
import type { Call } from '../../call/call.ts'
import type { Issue } from '../../call/errors.ts'
import type { SessionRecord } from '../sessions/session-record.ts'

/**
 * Header by which a test sets the device and network signals. Specific to this simulator: a real service would not
 * trust it.
 */
const HEADER = 'X-Simulator-Signals'

/** Undefined when the header is missing. `givenSignalIssues` has already validated it. */
export function givenSignals({ headers }: Call): Signals | undefined {
  const text = headers[HEADER.toLowerCase()]
  return text === undefined ? undefined : (JSON.parse(String(text)) as Signals)
}

/** Returns the session with the given device and network signals; unchanged if none were given. */
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
