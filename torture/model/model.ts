/** Model of the visible state of one organization, without HTTP, store or clock. */
export interface ModelSession {
  id: string
  status: 'created' | 'in_progress' | 'awaiting_review' | 'completed' | 'cancelled' | 'expired'
  outcome: string | null
  metadata: string
  expected: string
  /**
   * Start of the wait for the applicant or a reviewer, in seconds of the model's clock
   * (GAP-SESSION-LIFETIME).
   */
  waitsSince: number
}

export interface State {
  now: number
  sessions: ModelSession[]
  /** Family name by id. */
  applicants: Map<string, string>
  /** Name by id. */
  templates: Map<string, string>
  /** Whether it is enabled, by id. */
  subscriptions: Map<string, boolean>
  /** Terminal and review events, in order. */
  events: { type: string; session: string }[]
}

export class Model {
  state: State = {
    now: 0,
    sessions: [],
    applicants: new Map(),
    templates: new Map(),
    subscriptions: new Map(),
    events: [],
  }
  readonly snapshots: { id: string; state: State }[] = []

  snapshot(id: string): void {
    this.snapshots.push({ id, state: structuredClone(this.state) })
  }

  restore(no: number): void {
    this.state = structuredClone(this.snapshots[no]!.state)
  }

  /** Ends a session with its outcome. */
  end(session: ModelSession, status: ModelSession['status'], outcome: string | null): void {
    Object.assign(session, { status, outcome })
    if (status === 'awaiting_review') session.waitsSince = this.state.now
    const type = status === 'awaiting_review' ? 'manual_review_requested' : status
    this.state.events.push({ type: `kyc.session.${type}`, session: session.id })
  }

  /** Moves the clock; unfinished sessions expire. */
  advance(seconds: number, lifetime: number): void {
    this.state.now += seconds
    for (const session of this.state.sessions)
      if (isOpen(session) && this.state.now >= session.waitsSince + lifetime)
        this.end(session, 'expired', null)
  }
}

export const isOpen = ({ status }: ModelSession): boolean =>
  status === 'created' || status === 'in_progress' || status === 'awaiting_review'
