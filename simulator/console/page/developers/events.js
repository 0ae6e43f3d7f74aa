import { call, useTask } from '../shared/api.js'
import { html } from '../shared/html.js'
import { usePages } from '../shared/paging.js'
import { Badge, Button, Json, List, Outcome, Time } from '../shared/parts.js'
import { Ref } from '../shared/ref.js'

/** Stored events, each as the exact text that is sent. @param {any} props */
export function EventTable({ filters }) {
  const page = usePages('/events', filters)
  const task = useTask()
  const replay = (id) =>
    task.run(async () => {
      const { data } = await call('POST', `/events/${id}/replay`, {})
      return data.deliveries === 0
        ? 'No subscription has selected this event type.'
        : `Being delivered to ${data.deliveries} ${data.deliveries === 1 ? 'subscription' : 'subscriptions'}.`
    })
  return html`<${Outcome} task=${task} />
    <${List} page=${page} label="Events" head=${['Event', 'Time', 'Body', '']}
      row=${({ id, type, session_id, created_at, body, headers }) => [
        html`${type}<br /><code class="soft">${id}</code>
          ${!filters.session_id && session_id !== null && html`<br /><${Ref} id=${session_id} />`}`,
        html`<${Time} at=${created_at} />`,
        html`<details><summary>Headers and body</summary><${Json} value=${headers} /><${Json} value=${body} /></details>`,
        // A test ping has no selectable type, so it cannot be replayed.
        session_id !== null && html`<${Button} task=${task} onClick=${() => replay(id)}>Replay<//>`,
      ]}>No event yet. A verification emits an event when its state changes.<//>`
}

/** The delivery log: one row for each attempt. @param {any} props */
export function DeliveryTable({ filters }) {
  const page = usePages('/deliveries', filters)
  const head = ['Event', 'To', 'Attempt', 'Response', 'Time']
  return html`<${List} page=${page} label="Deliveries" head=${head} row=${(row) => [
    html`${row.event_type}${!filters.session_id && row.session_id && html`<br /><${Ref} id=${row.session_id} />`}`,
    html`<${Ref} id=${row.subscription_id} soft />`,
    row.attempt,
    html`<${Badge} of=${row.status} /> ${row.http_code ?? ''} ${row.error_code && html`<code>${row.error_code}</code>`}
      ${' '}<span class="soft">${row.latency_ms} ms</span>`,
    html`<${Time} at=${row.created_at} />`,
  ]}>No delivery yet. An event is delivered to the subscriptions that selected its type.<//>`
}
