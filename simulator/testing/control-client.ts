import type { Banner } from '../banner.ts'
import type { RunningSimulator } from '../server.ts'
import { type Reply, clientAt } from './simulator.ts'

/** A session as the control API returns it. */
export interface ControlSession {
  id: string
  status: string
  outcome: string | null
  expected_outcome: string | null
  decision_source: string | null
  steps: { id: string; type: string; status: string; outcome: string | null }[]
}

/** An activity log entry. */
export interface Entry {
  session_id: string
  action: string
  artifact: string
  outcome: string
  actor: string
  organization: string
  mode: string
}

export interface Event {
  id: string
  type: string
  session_id: string | null
  body: string
  headers: Record<string, string>
  created_at: string
}

/**
 * Returns a control API client for tests: applicants, reviewers, the clock. Each call throws unless
 * the response is 2xx.
 */
export function controlClient(simulator: RunningSimulator | { ready: Banner }) {
  const base =
    'ready' in simulator ? simulator.ready.control : `${simulator.control_url}/control/v1`
  const ask = clientAt(base, undefined)
  const call = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const reply = await ask(method, path, body)
    if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`)
    return reply.json<{ data: T }>().data
  }
  return {
    /** Sends any call and accepts any response status. */
    ask,
    call,
    journey: (id: string, action: 'submit' | 'submit_step' | 'end' | 'abandon', more = {}) =>
      call<ControlSession>('POST', `/sessions/${id}/journey`, { action, ...more }),
    review: (id: string, outcome: 'approved' | 'declined') =>
      call<ControlSession>('POST', `/sessions/${id}/review`, { outcome }),
    cancel: (id: string) => call<ControlSession>('POST', `/sessions/${id}/cancel`),
    freeze: (at?: string) =>
      call<{ now: string }>('POST', '/clock/freeze', at === undefined ? {} : { at }),
    advance: (seconds: number) => call<{ now: string }>('POST', '/clock/advance', { seconds }),
    settle: () => call('POST', '/settle'),
    activity: (query = '') => call<Entry[]>('GET', `/activity?limit=100${query}`),
    events: (query = '') => call<Event[]>('GET', `/events?limit=100${query}`),
    organization: (id: string, change: object) => call('PATCH', `/organizations/${id}`, change),
  }
}

export type Steer = ReturnType<typeof controlClient>

/** Returns the `data` of a response. @throws {Error} if it is an error */
export function data<T = Record<string, unknown>>(reply: Reply): T {
  if (reply.status >= 300) throw new Error(`refused: ${reply.status} ${reply.text}`)
  return reply.json<{ data: T }>().data
}

/** Returns status and error code, such as `404 resource_not_found`. */
export function refusal(reply: Reply): string {
  return `${reply.status} ${reply.json<{ error: { code: string } }>().error?.code}`
}

/** Returns the issues of a 422 as `code path`. */
export function problems(reply: Reply): string[] {
  const { error } = reply.json<{
    error: { details: { issues?: { code: string; path: (string | number)[] }[] } }
  }>()
  return (error?.details.issues ?? []).map(({ code, path }) => `${code} ${path.join('.')}`)
}
