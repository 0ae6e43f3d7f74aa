import { query, useAnswer } from './api.js'
import { ApplicantActions, OperatorActions } from './session-actions.js'
import { EnvelopeCards } from './envelopes.js'
import { EventTable, DeliveryTable } from './events.js'
import { Evidence } from './evidence.js'
import { OUTCOMES, nameOf, pageUrl, words } from './format.js'
import { html } from './html.js'
import { linkTo } from './navigation.js'
import { Badge, Card, Facts, Json, Problem, Time } from './parts.js'
import { ActivityTable } from './journal.js'
import { FormCards, Notes, Screening, StepTable } from './session-parts.js'

/** One verification, with all that the service knows of it. @param {any} props */
export function SessionSection(props) {
  const { place, member } = props
  const path = `/sessions/${encodeURIComponent(place.id)}`
  const { answer, problem } = useAnswer(path + query({ member_id: member?.id }))
  const session = answer?.data
  const back = html`<p><a href=${linkTo(place, { section: 'verifications' })}>All verifications</a></p>`
  if (!session) return html`<h1>Verification</h1>${back}<${Problem} problem=${problem} />`
  const more = { ...props, session }
  const filters = { session_id: session.id, limit: 20 }
  return html`
    ${back}
    <div class="title"><h1>${nameOf(session.applicant) || 'Verification'}</h1>
      <span><${Badge} of=${session.status} /> ${session.outcome && html`<${Badge} of=${session.outcome} />`}</span>
    </div>
    <p><code>${session.id}</code></p>
    ${
      (session.mode !== place.mode || session.organization !== place.organization) &&
      html`
      <p class="note">It belongs to ${session.organization}, ${session.mode} mode, not to what is chosen above.</p>`
    }
    <${Problem} problem=${problem} />
    <${Facts} of=${facts(session)} />
    <${OperatorActions} ...${more} />
    <${Card} title="Steps"><${StepTable} steps=${session.steps} /><${ApplicantActions} ...${more} /><//>
    <${Evidence} ...${more} />
    <${FormCards} forms=${session.forms} />
    <${Screening} screening=${session.screening} />
    <${EnvelopeCards} ...${more} />
    <${Applicant} applicant=${session.applicant} />
    <${Notes} ...${more} />
    <${Card} title="Events"><${EventTable} filters=${filters} /><//>
    <${Card} title="Deliveries"><${DeliveryTable} filters=${filters} /><//>
    <${Card} title="Who asked for evidence"><${ActivityTable} filters=${filters} /><//>
    ${
      Object.keys(session.metadata).length > 0 &&
      html`
      <${Card} title="Metadata"><${Json} value=${session.metadata} /><//>`
    }`
}

/** @param {any} session */
function facts(session) {
  const { status, outcome, decision_source: source } = session
  const url = ['created', 'in_progress'].includes(status) ? pageUrl(session.hosted_url) : undefined
  return [
    ['Decided', source ? words(source) : outcome ? 'By the applicant' : '—'],
    ...(session.mode === 'test'
      ? [['Expected outcome', OUTCOMES[session.expected_outcome] ?? '—']]
      : []),
    ['Created', html`<${Time} at=${session.created_at} />`],
    ['Expires', html`<${Time} at=${session.expires_at} />`],
    ['Completed', html`<${Time} at=${session.completed_at} />`],
    [
      'Workflow',
      session.workflow_template_id
        ? html`<code>${session.workflow_template_id}</code>`
        : 'The default',
    ],
    [
      'Hosted journey',
      url
        ? html`
      <a href=${url} target="_blank" rel="noopener noreferrer">Open as the applicant</a>`
        : '—',
    ],
  ]
}

/** @param {any} props */
function Applicant({ applicant }) {
  if (!applicant) return null
  const { address, created_at, mode: _mode, region: _region, ...rest } = applicant
  const rows = Object.entries(rest).map(([name, value]) => [
    words(name),
    [value].flat().join(', ') || '—',
  ])
  const place = address ? Object.values(address).join(', ') : '—'
  return html`<${Card} title="Applicant">
    <${Facts} of=${[...rows, ['Address', place], ['Created', html`<${Time} at=${created_at} />`]]} /><//>`
}
