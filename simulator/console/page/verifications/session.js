import { query, useResponse } from '../shared/api.js'
import { ApplicantActions, OperatorActions } from './session-actions.js'
import { EnvelopeCards } from './envelopes.js'
import { EventTable, DeliveryTable } from '../developers/events.js'
import { Evidence } from './evidence.js'
import { OUTCOMES, nameOf, pageUrl, words } from '../shared/format.js'
import { html } from '../shared/html.js'
import { linkTo } from '../shared/navigation.js'
import { Copy, CopyId } from '../shared/copy.js'
import { Badge, Card, Facts, Json, Problem, Time } from '../shared/parts.js'
import { Ref } from '../shared/ref.js'
import { toOpenVerifications } from '../shared/roles.js'
import { Timeline } from './timeline.js'
import { reviewReasons } from './review-reasons.js'
import { ActivityTable } from '../developers/journal.js'
import { FormCards, Notes, Screening, StepTable } from './session-parts.js'

/** One verification with all of its data. @param {any} props */
export function SessionSection(props) {
  const { place, member, organization } = props
  const path = `/sessions/${encodeURIComponent(place.id)}`
  const { answer, problem } = useResponse(path + query({ member_id: member?.id }))
  const session = answer?.data
  const back = html`<p><a href=${linkTo(place, { section: 'verifications' })}>All verifications</a></p>`
  if (problem?.code === 'role_not_allowed') {
    return html`<h1>Verification</h1>${back}<p class="note" role="alert">The member's role may not do this:
      ${' '}${toOpenVerifications(member).why}. Choose another member under “Acting as”.</p>`
  }
  if (!session) {
    return html`<h1>Verification</h1>${back}${
      problem?.code === 'resource_not_found'
        ? html`<p class="note" role="alert">${organization.name} has no verification ${place.id} in ${place.mode} mode.${' '}
          ${member ? `${member.name} cannot see those of other organizations: if it belongs to one, select that organization.` : 'Nor has any other organization.'}${' '}
          Check the id. A reset or a restored snapshot may have removed the verification.</p>`
        : html`<${Problem} problem=${problem} />`
    }`
  }
  const more = { ...props, session }
  const filters = { session_id: session.id, limit: 20 }
  return html`
    ${back}
    <div class="title"><h1>${nameOf(session.applicant) || 'Verification'}</h1>
      <span><${Badge} of=${session.status} /> ${session.outcome && html`<${Badge} of=${session.outcome} />`}</span>
    </div>
    <p class="row"><${CopyId} id=${session.id} /> <${Copy} text=${curlOf(session)}>Copy as curl<//></p>
    ${
      session.status === 'awaiting_review' &&
      html`<section class="note odd" aria-label="Reason for review"><strong>Reason for review</strong>
        <ul>${reviewReasons(session).map((reason) => html`<li>${reason}</li>`)}</ul></section>`
    }
    ${
      (session.mode !== place.mode || session.organization !== place.organization) &&
      html`
      <p class="note">This verification belongs to ${session.organization}, ${session.mode} mode, and not to the selected organization and mode.</p>`
    }
    <${Problem} problem=${problem} />
    <${Facts} of=${facts(session)} />
    <${OperatorActions} ...${more} />
    <div class="beside"><${Evidence} ...${more} /><div><${Applicant} applicant=${session.applicant} /></div></div>
    <${Card} title="Steps"><${StepTable} steps=${session.steps} /><${ApplicantActions} ...${more} /><//>
    <${FormCards} forms=${session.forms} />
    <${Screening} screening=${session.screening} />
    <${EnvelopeCards} ...${more} />
    <${Notes} ...${more} />
    <${Timeline} ...${more} />
    <${Card} title="Events"><${EventTable} filters=${filters} /><//>
    <${Card} title="Deliveries"><${DeliveryTable} filters=${filters} /><//>
    <${Card} title="Evidence requests"><${ActivityTable} filters=${filters} /><//>
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
        ? html`<${Ref} id=${session.workflow_template_id} />`
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
    name === 'id' ? html`<${Ref} id=${value} />` : [value].flat().join(', ') || '—',
  ])
  const place = address ? Object.values(address).join(', ') : '—'
  return html`<${Card} title="Applicant">
    <${Facts} of=${[...rows, ['Address', place], ['Created', html`<${Time} at=${created_at} />`]]} /><//>`
}

/** Returns the curl command that retrieves the session. @param {any} session */
function curlOf({ id, region, mode }) {
  return `curl -H "Authorization: Bearer $VSKIT_${mode.toUpperCase()}_KEY" "$VSKIT_${region.toUpperCase()}_URL/v1/sessions/${id}"`
}
