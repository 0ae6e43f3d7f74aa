import type { HostedProgress } from '../features/sessions/session-record.ts'
import { move } from '../features/sessions/transitions.ts'
import type { Ports } from '../ports.ts'
import type { Visit } from './visit.ts'

/**
 * Stores the progress within a step, so that a reload or another device continues at the same
 * screen. It is part of the session and no response contains it.
 * @param change returns the new progress, or the same object if nothing changes
 */
export async function advance(
  ports: Ports,
  { owner: { scope, sessionId }, progress }: Visit,
  now: number,
  change: (progress: HostedProgress) => HostedProgress,
): Promise<void> {
  if (change(progress) === progress) return
  await move(ports, scope, sessionId, now, (session) => ({
    session: { ...session, hosted: change(session.hosted ?? {}) },
    trigger: { type: 'hosted_progress' },
  }))
}
