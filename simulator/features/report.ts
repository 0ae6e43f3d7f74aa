import type { Pages } from '../pdf/pages.ts'
import type { Ports } from '../ports.ts'
import type { Answer } from '../service/answer.ts'
import type { Call, Handler } from '../service/call.ts'
import { APPLICANT, type ApplicantRecord } from './applicants.ts'
import { type FormCard, formCards } from './form-cards.ts'
import { ARTIFACTS, type SessionRecord } from './session-record.ts'
import { visibleSession } from './sessions.ts'

/** It holds personal data: no cache may keep it. */
const NO_STORE = ['Cache-Control', 'no-store, private']

export function reportHandlers(ports: Ports): Record<string, Handler> {
  return { retrieveSessionReport: { run: (call) => retrieveReport(ports, call) } }
}

/** The report as it is now, at any status (GAP-REPORT): verdict, checks, form answers, applicant, evidence images. */
async function retrieveReport(ports: Ports, call: Call): Promise<Answer> {
  const { scope } = call.credential
  const { body: session } = await visibleSession(ports, scope, call.params.id!)
  // Loaded at the first report: the PDF libraries take longer to load than all the rest of the simulator.
  const { Pages } = await import('../pdf/pages.ts')
  const pages = await Pages.create({
    title: `Verification report ${session.id}`,
    now: call.now,
    footer: `${session.id} · ${new Date(call.now).toISOString()}`,
    ...(session.mode === 'test' && { mark: 'TEST MODE · SYNTHETIC DATA, NOT A VERIFICATION OF ANYBODY' }),
  })
  pages.heading('Verification report', 18)
  writeVerdict(pages, session)
  writeApplicant(pages, await applicantOf(ports, scope, session))
  writeChecks(pages, session)
  for (const card of await formCards(ports, scope, session)) writeForm(pages, card)
  await writeImages(ports, pages, session)
  return { status: 200, bytes: await pages.save(), contentType: 'application/pdf', headers: NO_STORE }
}

function writeVerdict(pages: Pages, session: SessionRecord): void {
  pages.row('Verification', session.id)
  pages.row('Status', session.status)
  pages.row('Outcome', session.outcome ?? 'none')
  if (session.decision_source) pages.row('Decided by', session.decision_source === 'automatic' ? 'rules' : 'a reviewer')
  pages.row('Mode, region', `${session.mode}, ${session.region}`)
  pages.row('Created', session.created_at)
  if (session.completed_at !== null) pages.row('Completed', session.completed_at)
}

function writeApplicant(pages: Pages, applicant: ApplicantRecord | undefined): void {
  pages.heading('Applicant')
  if (!applicant) return pages.paragraph('No applicant is on record.')
  const { address } = applicant
  const rows: [string, string | undefined][] = [
    ['Family name', applicant.family_name],
    ['Given names', applicant.given_names.join(' ') || undefined],
    ['Suffix', applicant.name_suffix],
    ['Name as captured', applicant.legal_name],
    ['Name in own script', applicant.localized_name],
    ['Date of birth', applicant.date_of_birth],
    ['E-mail', applicant.email],
    ['Phone', applicant.phone],
    ['Address', address && Object.values(address).join(', ')],
  ]
  for (const [label, value] of rows) if (value !== undefined) pages.row(label, value)
}

function writeChecks(pages: Pages, session: SessionRecord): void {
  pages.heading('Checks')
  for (const { type, status, outcome } of session.steps) {
    pages.row(type, status === 'pending' ? 'not submitted' : outcome ?? status)
  }
}

function writeForm(pages: Pages, { step_id, answers, flagged, triggers, trigger_note }: FormCard): void {
  pages.heading(`Form ${step_id}`)
  for (const { label, answer } of answers) pages.row(label, answer === null ? 'not answered' : [answer].flat().join(', '))
  if (flagged) pages.row('Flagged for review by', trigger_note ?? triggers.map(({ label }) => label).join('; '))
}

async function writeImages(ports: Ports, pages: Pages, { idv }: SessionRecord): Promise<void> {
  if (!idv) return
  pages.heading('Evidence images')
  const source = idv.capture_acquisition === null ? 'not recorded' : idv.capture_acquisition
  pages.row('Taken with', `${source} (as the applicant's browser says; not evidence of anything)`)
  for (const artifact of ARTIFACTS) {
    const sha256 = idv.images[artifact]
    const bytes = sha256 === undefined ? undefined : await ports.records.blob(sha256)
    if (bytes) await pages.image(bytes, artifact, artifact === 'front' ? { width: 360, height: 240 } : { width: 200, height: 200 })
  }
}

async function applicantOf(ports: Ports, scope: string, { applicant_id }: SessionRecord): Promise<ApplicantRecord | undefined> {
  const document = applicant_id === null ? undefined : await ports.records.read(scope, APPLICANT, applicant_id)
  return document?.body as ApplicantRecord | undefined
}
