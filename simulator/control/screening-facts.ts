import type { Finding } from '../features/sessions/rules/checks.ts'
import { ApiError, type Issue } from '../call/errors.ts'
import type { Ports } from '../ports.ts'
import type { Handler } from '../call/call.ts'
import { isTerminal } from '../features/sessions/rules/lifecycle.ts'
import { signalIssues } from '../features/screening/rules/signals.ts'
import { SESSION, type SessionRecord } from '../features/sessions/session-record.ts'
import { retryInTurn } from '../store/conflict.ts'
import { anySession, sessionAnswer } from './access/session.ts'

interface Given {
  subject_type: string
  severity: Finding['severity']
  source_authority: string
  finding_type: string
  evidence?: Record<string, unknown>
}

/** Facts that a simulator cannot measure: device and network signals, and chosen findings. */
export function screeningFactHandlers(ports: Ports): Record<string, Handler> {
  return {
    setScreeningFacts: {
      check: (call) => wrongSignals(call.body),
      run: async (call) => {
        const { signals, findings } = call.body as {
          signals?: Record<string, unknown>
          findings?: Given[]
        }
        const facts = {
          ...(signals && { signals }),
          ...(findings && { findings: findings.map(findingOf) }),
        }
        const sessionId = call.params.id!
        const { scope, body } = await retryInTurn(ports.turns, sessionId, async () => {
          const document = await anySession(ports, sessionId)
          const { status } = document.body
          if (isTerminal(status)) throw new ApiError('session_already_completed', { status })
          const session: SessionRecord = {
            ...document.body,
            facts: { ...document.body.facts, ...facts },
          }
          const { scope, id, version } = document
          await ports.records.write([
            { type: 'put', scope, kind: SESSION, id, body: session, ifVersion: version },
          ])
          return { scope, body: session }
        })
        return sessionAnswer(ports, scope, body)
      },
    },
  }
}

function findingOf(
  { subject_type, severity, source_authority, finding_type, evidence = {} }: Given,
  i: number,
): Finding {
  return {
    id: `given.${i + 1}`,
    subjectType: subject_type as Finding['subjectType'],
    severity,
    sourceAuthority: source_authority,
    findingType: finding_type,
    evidence,
  }
}

/** Also called on bodies that the schema refused because they are not objects. */
function wrongSignals(body: unknown): Issue[] {
  const { signals } = (body ?? {}) as { signals?: unknown }
  return typeof signals === 'object' && signals !== null && !Array.isArray(signals)
    ? signalIssues(signals, ['signals'])
    : []
}
