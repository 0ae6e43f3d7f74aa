import type { Block } from '../../pdf/blocks.ts'
import type { Ports } from '../../ports.ts'
import { type Answer, NO_STORE } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import type { ApplicantRecord } from '../applicants/applicants.ts'
import { type FormCard, formCards } from '../applicant-actions/form-cards.ts'
import { applicantOf } from './session-applicant.ts'
import { ARTIFACTS, type SessionRecord } from './session-record.ts'
import { visibleSession } from './sessions.ts'

export function reportHandlers(ports: Ports): Record<string, Handler> {
  return { retrieveSessionReport: { run: (call) => retrieveReport(ports, call) } }
}

/**
 * Returns the current report, at any status (GAP-REPORT): verdict, checks, form answers, applicant, evidence images.
 */
async function retrieveReport(ports: Ports, call: Call): Promise<Answer> {
  const { scope } = call.credential
  const { body: session } = await visibleSession(ports, scope, call.params.id!)
  const bytes = await ports.pdf.drawBlocks(
    {
      title: `Verification report ${session.id}`,
      now: call.now,
      language: 'en',
      footer: `${session.id} · ${new Date(call.now).toISOString()}`,
      ...(session.mode === 'test' && {
        mark: 'TEST MODE · SYNTHETIC DATA, NOT A REAL VERIFICATION',
      }),
    },
    [
      { kind: 'heading', text: 'Verification report', size: 18 },
      ...verdict(session),
      ...applicantBlocks(await applicantOf(ports, scope, session)),
      ...checks(session),
      ...(await formCards(ports, scope, session)).flatMap(form),
      ...(await images(ports, session)),
    ],
  )
  return { status: 200, bytes, contentType: 'application/pdf', headers: NO_STORE }
}

function verdict(session: SessionRecord): Block[] {
  const { decision_source: source, completed_at } = session
  return rows([
    ['Verification', session.id],
    ['Status', session.status],
    ['Outcome', session.outcome ?? 'none'],
    ['Decided by', source && (source === 'automatic' ? 'rules' : 'a reviewer')],
    ['Mode, region', `${session.mode}, ${session.region}`],
    ['Created', session.created_at],
    ['Completed', completed_at ?? undefined],
  ])
}

function applicantBlocks(applicant: ApplicantRecord | undefined): Block[] {
  const heading: Block = { kind: 'heading', text: 'Applicant' }
  if (!applicant) return [heading, { kind: 'paragraph', text: 'No applicant is on record.' }]
  const { address } = applicant
  return [
    heading,
    ...rows([
      ['Family name', applicant.family_name],
      ['Given names', applicant.given_names.join(' ') || undefined],
      ['Suffix', applicant.name_suffix],
      ['Name as captured', applicant.legal_name],
      ['Name in own script', applicant.localized_name],
      ['Date of birth', applicant.date_of_birth],
      ['E-mail', applicant.email],
      ['Phone', applicant.phone],
      ['Address', address && Object.values(address).join(', ')],
    ]),
  ]
}

function checks({ steps }: SessionRecord): Block[] {
  return [
    { kind: 'heading', text: 'Checks' },
    ...rows(
      steps.map(({ type, status, outcome }) => [
        type,
        status === 'pending' ? 'not submitted' : (outcome ?? status),
      ]),
    ),
  ]
}

function form({ step_id, answers, flagged, triggers, trigger_note }: FormCard): Block[] {
  return [
    { kind: 'heading', text: `Form, step ${step_id}` },
    ...rows([
      ...answers.map(({ label, answer }): Row => [
        label,
        answer === null ? 'not answered' : [answer].flat().join(', '),
      ]),
      [
        'Flagged for review by',
        flagged ? (trigger_note ?? triggers.map(({ label }) => label).join('; ')) : undefined,
      ],
    ]),
  ]
}

async function images(ports: Ports, { idv }: SessionRecord): Promise<Block[]> {
  if (!idv) return []
  const source = idv.capture_acquisition === null ? 'not recorded' : idv.capture_acquisition
  const blocks: Block[] = [
    { kind: 'heading', text: 'Evidence images' },
    ...rows([['Taken with', `${source} (declared by the applicant's browser; not evidence)`]]),
  ]
  for (const artifact of ARTIFACTS) {
    const sha256 = idv.images[artifact]
    const jpeg = sha256 === undefined ? undefined : await ports.records.blob(sha256)
    const box = artifact === 'front' ? { width: 360, height: 240 } : { width: 200, height: 200 }
    if (jpeg) blocks.push({ kind: 'image', jpeg, caption: artifact, alt: ALT[artifact], box })
  }
  return blocks
}

/** Describes the pictures: the captions are the names of the contract. */
const ALT = {
  portrait: 'Portrait cut out of the identity document',
  front: 'Front of the identity document',
  selfie: 'Selfie of the applicant',
}

type Row = [label: string, value: string | undefined]

/** Rows with a value. */
function rows(rows: readonly Row[]): Block[] {
  return rows.flatMap(([label, value]) =>
    value === undefined ? [] : { kind: 'row', label, value },
  )
}
