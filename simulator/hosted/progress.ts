import type { HostedProgress } from '../features/sessions/session-record.ts'
import { move } from '../features/sessions/transitions.ts'
import type { Ports } from '../ports.ts'
import type { Visit } from './visit.ts'

/**
 * Keeps how far the applicant has come between two steps, so that a reload or another device goes on from there. It is
 * part of the session, and no other caller sees it.
 * @param change the progress as it is to be; the same object where nothing changes
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
