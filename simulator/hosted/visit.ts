import type { SdkSession } from '../../spec/generated/wire.ts'
import { holderOf } from '../features/sessions/capture.ts'
import { sdkAnswer } from '../features/applicant-actions/sdk-session.ts'
import { applicantOf } from '../features/sessions/session-applicant.ts'
import {
  type HostedProgress,
  SESSION,
  SESSION_ID,
  type SessionRecord,
  type StepRecord,
} from '../features/sessions/session-record.ts'
import {
  type DocumentText,
  ENVELOPE,
  type EnvelopeRecord,
} from '../features/signing/envelope-record.ts'
import { signerName } from '../features/signing/signing.ts'
import { isNameOf } from '../features/signing/rules/typed-name.ts'
import type { Ports } from '../ports.ts'
import type { SessionCredential } from '../call/session-credential.ts'
import type { Branding, Mode, Region } from '../world/world.ts'
import { ENGLISH, type Words } from './words.ts'

/**
 * Data of one session that its pages may use. Pages do not see the record itself, so they cannot show results,
 * applicant data or rules (TOK-010, TOK-011).
 */
export interface Visit {
  /** Scope of calls to the data plane, which can then access this session only. */
  owner: SessionCredential
  /** Who asks. */
  business: string
  branding: Branding
  words: Words
  /** The session as its browser SDK would see it. */
  shown: SdkSession
  /** Ids of steps whose documents were opened, also after the end of the session. */
  opened: string[]
  /** Texts of those documents, by document id; an uploaded PDF has none. */
  readings: Map<string, DocumentText>
  /** Whether a typed name is accepted as the signature of an opened step. */
  isSigner(stepId: string, typedName: string): boolean
  progress: HostedProgress
  /** Id of a step whose submission was just repeated. */
  repeated?: unknown
  /** Whether the applicant has ended the session; it then has no decision. */
  endedByApplicant: boolean
  /** Whether photos of the document are unreadable (OUT-006). */
  unreadable: boolean
  /** Whether name and e-mail address of the applicant are known. */
  named: boolean
  reachable: boolean
  /** Specimen document in front of the camera. */
  specimen: string
  /** The full URL of the session's pages, if there is a listener. */
  address: string | undefined
  /** Whether the viewfinder shows the real camera of the device. */
  realCamera: boolean
}

/** Returns the session of a link in this region; undefined for an unknown link (GAP-HOSTED-URL). */
export async function visitOf(
  ports: Ports,
  region: Region,
  id: string,
  words: Words = ENGLISH,
  realCamera = false,
): Promise<Visit | undefined> {
  const document = SESSION_ID.test(id) ? await ports.records.find(SESSION, id) : undefined
  if (!document) return undefined
  const { scope } = document
  const [ofRegion, mode, organizationId] = scope.split('/') as [Region, Mode, string]
  const organization = ports.world.organization(organizationId)
  if (ofRegion !== region || !organization) return undefined
  const session = document.body as SessionRecord
  const applicant = await applicantOf(ports, scope, session)
  const opened = session.steps.filter(({ envelope_id }) => envelope_id !== undefined)
  const envelopes = await envelopesOf(ports, scope, opened)
  const origin = ports.origins[region]
  return {
    owner: { organization, mode, scope, sessionId: id },
    business: organization.name,
    branding: organization.branding ?? {},
    words,
    shown: (JSON.parse((await sdkAnswer(ports, scope, session)).json!.text) as { data: SdkSession })
      .data,
    opened: opened.map((step) => step.id),
    readings: readingsOf(envelopes.values()),
    isSigner: (stepId, typedName) => {
      const envelope = envelopes.get(stepId)
      return envelope !== undefined && isNameOf(typedName, signerName(envelope, applicant))
    },
    progress: session.hosted ?? {},
    endedByApplicant: session.status === 'completed' && session.decision_source === undefined,
    unreadable: session.expected_outcome === 'doc_quality',
    named: applicant?.family_name !== undefined && applicant.family_name !== '',
    reachable: applicant?.email !== undefined,
    specimen: holderOf(session).identity.id,
    address: origin === undefined ? undefined : `${origin}/s/${id}`,
    realCamera,
  }
}

/** Returns the envelopes of opened steps, by step id. */
async function envelopesOf(
  ports: Ports,
  scope: string,
  steps: readonly StepRecord[],
): Promise<Map<string, EnvelopeRecord>> {
  const envelopes = new Map<string, EnvelopeRecord>()
  for (const { id, envelope_id } of steps) {
    const found = await ports.records.read(scope, ENVELOPE, envelope_id!)
    if (found) envelopes.set(id, found.body as EnvelopeRecord)
  }
  return envelopes
}

function readingsOf(envelopes: Iterable<EnvelopeRecord>): Visit['readings'] {
  const readings: Visit['readings'] = new Map()
  for (const { documents } of envelopes)
    for (const { id, text } of documents) if (text) readings.set(id, text)
  return readings
}

export function isOver({ shown }: Pick<Visit, 'shown'>): boolean {
  return ['completed', 'cancelled', 'expired'].includes(shown.status)
}
