import { useResponse } from '../shared/api.js'
import { words } from '../shared/format.js'
import { html } from '../shared/html.js'
import { linkTo } from '../shared/navigation.js'
import { Badge, Card, Empty, Problem, Time } from '../shared/parts.js'
import { Ref } from '../shared/ref.js'

const MOST = 100

/** Everything that happened to one verification, newest first. @param {any} props */
export function Timeline({ session, place }) {
  const of = `?session_id=${session.id}&limit=${MOST}`
  const events = useResponse(`/events${of}`)
  const deliveries = useResponse(`/deliveries${of}`)
  const views = useResponse(`/activity${of}`)
  const plane = `organization=${session.organization}&mode=${session.mode}`
  const mails = useResponse(`/emails?${plane}&limit=${MOST}`)
  const problem = [events, deliveries, views, mails].find((answer) => answer.problem)?.problem
  const list = (answer) => answer.answer?.data ?? []
  const entries = [
    ...ofSession(session),
    ...list(events).map(({ id, type, created_at }) => ({
      at: created_at,
      what: html`Event <strong>${type}</strong>`,
      more: html`<${Ref} id=${id} soft />`,
    })),
    ...list(deliveries).map(
      ({ created_at, event_type, subscription_id, attempt, status, http_code }) => ({
        at: created_at,
        what: html`Delivery of ${event_type}, attempt ${attempt} <${Badge} of=${status} /> ${http_code ?? ''}`,
        more: html`<${Ref} id=${subscription_id} soft />`,
      }),
    ),
    ...list(views).map(({ created_at, at, artifact, outcome, actor }) => ({
      at: created_at ?? at,
      what: html`Evidence image ${artifact} <${Badge} of=${outcome} />`,
      more: html`<a href=${linkTo(place, { section: 'journal' })}>Activity log</a>, by <${Ref} id=${actor} />`,
    })),
    ...list(mails)
      .filter(({ session_id }) => session_id === session.id)
      .map(({ created_at, subject, status }) => ({
        at: created_at,
        what: html`E-mail: ${subject} <${Badge} of=${status} />`,
        more: html`<a href=${linkTo(place, { section: 'emails' })}>E-mail log</a>`,
      })),
  ].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return html`<${Card} title="Timeline"><${Problem} problem=${problem} />
    ${
      entries.length === 0
        ? html`<${Empty}>No events yet.<//>`
        : html`<ol class="timeline">${entries.map(
            ({ at, what, more }) =>
              html`<li><${Time} at=${at} /><div>${what}${more && html`<br />${more}`}</div></li>`,
          )}</ol>`
    }<//>`
}

/** @param {any} session */
function ofSession({ created_at, completed_at, status, outcome, steps, notes }) {
  return [
    { at: created_at, what: 'Created' },
    ...(completed_at
      ? [
          {
            at: completed_at,
            what: html`<${Badge} of=${status} /> ${outcome && html`<${Badge} of=${outcome} />`}`,
          },
        ]
      : []),
    ...steps
      .filter(({ done_at }) => done_at)
      .map(({ type, status, outcome, done_at }) => ({
        at: done_at,
        what: html`Step ${words(type)}: ${words(status).toLowerCase()} ${outcome && html`<${Badge} of=${outcome} />`}`,
      })),
    ...notes.map(({ text, created_at: at }) => ({ at, what: html`Note: ${text}` })),
  ]
}
