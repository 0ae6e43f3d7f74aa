import type { SdkSession } from '../../spec/generated/wire.ts'
import { holderOf } from '../features/capture.ts'
import { sdkAnswer } from '../features/sdk-session.ts'
import { applicantOf } from '../features/session-applicant.ts'
import { SESSION, SESSION_ID, type SessionRecord } from '../features/session-record.ts'
import type { Ports } from '../ports.ts'
import type { SessionCredential } from '../service/session-credential.ts'
import type { Mode, Region } from '../store/world.ts'

/**
 * What the pages of one session may know. They are drawn from nothing else: of the record itself no page sees anything,
 * so none can tell of a result, of the applicant's data or of a rule (TOK-010, TOK-011).
 */
export interface Visit {
  /** For calls to the data plane, which then reach this session alone. */
  owner: SessionCredential
  /** Who asks. */
  business: string
  /** The session as its browser SDK would see it. */
  shown: SdkSession
  /** Steps whose documents were opened, by id; also once the session is over. */
  opened: string[]
  /** Whether somebody has said what the applicant is called, and at which address mail arrives. */
  named: boolean
  reachable: boolean
  /** Whose specimen document lies on the table. */
  specimen: string
}

/** The session whose link was opened in this region; undefined for what is no such link (GAP-HOSTED-URL). */
export async function visitOf(
  ports: Ports,
  region: Region,
  id: string,
): Promise<Visit | undefined> {
  const document = SESSION_ID.test(id) ? await ports.records.find(SESSION, id) : undefined
  if (!document) return undefined
  const { scope } = document
  const [ofRegion, mode, organizationId] = scope.split('/') as [Region, Mode, string]
  const organization = ports.world.organization(organizationId)
  if (ofRegion !== region || !organization) return undefined
  const session = document.body as SessionRecord
  const applicant = await applicantOf(ports, scope, session)
  return {
    owner: { organization, mode, scope, sessionId: id },
    business: organization.name,
    shown: (JSON.parse(sdkAnswer(session).json!.text) as { data: SdkSession }).data,
    opened: session.steps
      .filter(({ envelope_id }) => envelope_id !== undefined)
      .map((step) => step.id),
    named: applicant?.family_name !== undefined && applicant.family_name !== '',
    reachable: applicant?.email !== undefined,
    specimen: holderOf(session).identity.id,
  }
}
