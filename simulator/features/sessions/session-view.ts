import type { Ports } from '../../ports.ts'
import { isTerminal } from './rules/lifecycle.ts'
import type { View } from '../../store/records.ts'
import {
  ARTIFACTS,
  type Artifact,
  type IdentityRun,
  SESSION,
  type SessionRecord,
} from './session-record.ts'

type Places = Pick<Ports, 'origins'>

/** Returns the JSON text of `GET /v1/sessions/{id}`, the only view with `idv` (IDV). */
export function retrievedView(ports: Places): View {
  return {
    kind: SESSION,
    // Room for 100,000 sessions with 1 KiB of metadata.
    kept: 176 * 1024 * 1024,
    of: ({ body }) => `{"data":${sessionText(ports, body as SessionRecord, true)}}`,
  }
}

/** Returns the JSON text of an item of `GET /v1/sessions`. */
export function listedView(ports: Places): View {
  return {
    kind: SESSION,
    // Room for 6,000 sessions with 1 KiB of metadata: most readers want the newest.
    kept: 8 * 1024 * 1024,
    of: ({ body }) => sessionText(ports, body as SessionRecord, false),
  }
}

/** Returns a session as JSON text; inserts the metadata exactly as sent. */
export function sessionText(ports: Places, session: SessionRecord, withIdv: boolean): string {
  const { idv } = session
  const head = JSON.stringify({
    id: session.id,
    status: session.status,
    outcome: session.outcome,
    mode: session.mode,
    region: session.region,
    workflow_template_id: session.workflow_template_id,
    applicant_id: session.applicant_id,
    hosted_url: isTerminal(session.status) ? null : hostedUrl(ports, session),
    created_at: session.created_at,
    expires_at: session.expires_at,
    completed_at: session.completed_at,
    ...(withIdv &&
      idv && {
        idv: {
          available_images: availableImages(idv),
          capture_acquisition: idv.capture_acquisition,
        },
      }),
  })
  return `${head.slice(0, -1)},"metadata":${session.metadata}}`
}

/** Exactly the artifacts of a run whose bytes are stored, in a fixed order (IDV-003 to IDV-005). */
export function availableImages({ images }: IdentityRun): Artifact[] {
  return ARTIFACTS.filter((artifact) => images[artifact] !== undefined)
}

/** URL of the hosted pages (GAP-HOSTED-URL). */
export function hostedUrl(
  { origins }: Places,
  { region, id }: Pick<SessionRecord, 'region' | 'id'>,
): string {
  // Base URL in the contract's examples, used while no server listens.
  return `${origins[region] ?? `https://verify.${region}.vskit.example`}/s/${id}`
}
