import { retryNow } from '../../features/webhooks/retry-now.ts'
import { StateUnavailable } from './state-unavailable.ts'
import { type ProviderState, list, text } from './state.ts'
import { formStates } from './forms.ts'
import { known, openSession, submitAll } from './session-setup.ts'
import { sessionStates } from './sessions.ts'
import { signingStates } from './signing.ts'
import { Refused, type StateUse } from './use.ts'

/** The state and parameters that emit an event. */
const MAKES: Record<string, [ProviderState, object]> = {
  'kyc.session.completed': [
    sessionStates.session!,
    { status: 'completed', outcome: 'approved', decided_by: 'rules' },
  ],
  'kyc.session.cancelled': [sessionStates.session!, { status: 'cancelled' }],
  'kyc.session.manual_review_requested': [sessionStates.session!, { status: 'awaiting_review' }],
  'kyc.session.expired': [sessionStates.session!, { status: 'expired' }],
  'kyc.session.form_flagged': [
    formStates.submitted_form!,
    { question: { type: 'text' }, rules: [{ op: 'eq', value: 'yes' }], answer: 'yes' },
  ],
  'kyc.session.document_signed': [signingStates.signing_session!, { stage: 'signed' }],
  'kyc.session.document_declined': [signingStates.signing_session!, { stage: 'declined' }],
}

/** Receivers of webhooks, and their deliveries. */
export const webhookStates: Record<string, ProviderState> = {
  webhook_subscription: {
    description: 'A subscription of a receiver.',
    takes: { url: text, events: list(text) },
    needs: ['url'],
    async setUp(use) {
      const { mode, url, events } = use.given<{ mode: string; url: string; events?: string[] }>()
      const path = `/organizations/${await use.organization()}/webhook_subscriptions`
      const made = use.control('POST', path, { mode, url, ...(events && { events }) })
      // A rejected scheme of the URL or type of event is a refusal; any other problem is an error.
      const refused = await made.then(
        () => false,
        (error: Error) => {
          if (error instanceof Refused && (events || !url.startsWith('https://'))) return true
          throw error
        },
      )
      if (refused) return { refused }
      const { id, secret } = await made
      use.onTearDown(() => use.control('DELETE', `${path}/${id as string}`))
      return { subscription_id: id, secret }
    },
  },
  rotated_webhook_secret: {
    description: 'A subscription has a new secret.',
    takes: { subscription_id: text },
    needs: ['organization', 'subscription_id'],
    async setUp(use) {
      const { data } = await use.publicly<{ data: { secret: string } }>(
        'POST',
        `${pathOf(use)}/rotate-secret`,
      )
      return { secret: data.secret }
    },
  },
  event: {
    description: 'Causes an event of this type.',
    takes: { type: text },
    needs: ['organization', 'type'],
    async setUp(use) {
      const type = use.params.type as string
      const [state, params] = Object.hasOwn(MAKES, type) ? MAKES[type]! : []
      if (!state) throw new StateUnavailable(`nothing here emits ${type}`)
      Object.assign(use.params, params)
      return state.setUp(use)
    },
  },
  old_event: {
    description: 'An event without mode, type and decisionSource is sent again.',
    takes: {},
    needs: ['organization'],
    async setUp(use) {
      const { id } = await openSession(use, {})
      await submitAll(use, id)
      await use.control('POST', `/sessions/${id}/legacy_events`, { type: 'kyc.session.completed' })
      return { session_id: id }
    },
  },
  replayed_events: {
    description: 'All events of a verification are sent again.',
    takes: { session_id: text },
    needs: ['session_id'],
    async setUp(use) {
      const { id } = await known(use, use.params.session_id as string)
      const events = await use.control<{ id: string }[]>(
        'GET',
        `/events?session_id=${id}&limit=100`,
      )
      for (const event of events.toReversed())
        await use.control('POST', `/events/${event.id}/replay`)
      return { session_id: id }
    },
  },
  retried_deliveries: {
    description: 'Retries failed deliveries now.',
    takes: { subscription_id: text },
    needs: ['organization', 'subscription_id'],
    async setUp(use) {
      await retryNow(
        use.ports,
        await use.scope(),
        use.params.subscription_id as string,
        use.ports.clock.now(),
      )
      return {}
    },
  },
  test_ping: {
    description: 'The test ping of a subscription.',
    takes: { subscription_id: text },
    needs: ['organization', 'subscription_id'],
    async setUp(use) {
      await use.publicly('POST', `${pathOf(use)}/test`)
      return {}
    },
  },
}

function pathOf({ params }: StateUse): string {
  return `/v1/webhook-subscriptions/${encodeURIComponent(params.subscription_id as string)}`
}
