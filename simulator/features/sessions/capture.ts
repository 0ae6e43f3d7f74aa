import { type Evidence, evidenceFor } from '../../../fixtures/evidence.ts'
import { type Identity, identities } from '../../../fixtures/identities.ts'
import { iso } from '../../time/clock.ts'
import { faceCheckOf } from './rules/checks.ts'
import type { ExpectedOutcome } from './rules/synthetic.ts'
import type { Change } from '../../store/records.ts'
import {
  ARTIFACTS,
  type Artifact,
  type IdentityRun,
  type SessionRecord,
  type StepRecord,
} from './session-record.ts'

/** Instead of a specimen: the check breaks off and ends in `error` (GAP-CHECK-ERROR). */
export const CHECK_ERROR = 'check-error'

/** Capture method of a document. */
export interface Capture {
  acquisition: IdentityRun['capture_acquisition']
  /** A run recorded before portraits were cropped (IMG-024). */
  withoutPortrait?: boolean
  /** Identity on the document, chosen by the test: an id of `fixtures/identities.ts`, or `CHECK_ERROR`. */
  specimen?: string | undefined
}

/**
 * Stores the images of a specimen person as the applicant's evidence (IDV), in place of an earlier run's. A selfie
 * exists only if the workflow ran a face check; an unreadable document has no portrait to crop.
 */
export function captureIdentity(
  session: SessionRecord,
  step: StepRecord,
  scope: string,
  now: number,
  { acquisition, withoutPortrait = false, specimen }: Capture,
): { run: IdentityRun; changes: Change[] } {
  const expected: ExpectedOutcome = session.expected_outcome ?? 'pass'
  const { identity, images } =
    specimen === undefined || specimen === CHECK_ERROR ? holderOf(session) : evidenceFor(specimen)
  const taken: Partial<Record<Artifact, { sha256: string; bytes(): Buffer }>> = {
    ...(expected !== 'doc_quality' && !withoutPortrait && { portrait: images.portrait }),
    front: expected === 'doc_quality' ? images.front_unreadable : images.front,
    ...(faceCheckOf(step.config) !== 'none' && { selfie: images.selfie }),
  }
  const run: IdentityRun = {
    capture_acquisition: acquisition,
    recorded_at: iso(now),
    specimen: identity.id,
    images: {},
  }
  const changes: Change[] = dropImages(session.idv, scope)
  for (const artifact of ARTIFACTS) {
    const image = taken[artifact]
    if (!image) continue
    run.images[artifact] = image.sha256
    changes.push({ type: 'put-blob', scope, sha256: image.sha256, bytes: image.bytes() })
  }
  return { run, changes }
}

/** Returns the changes that replace or delete a run's images. */
export function dropImages(run: IdentityRun | undefined, scope: string): Change[] {
  return Object.values(run?.images ?? {}).map((sha256) => ({ type: 'drop-blob', scope, sha256 }))
}

/** Specimens whose document prints no name in another script: an applicant gets such a name only if a test chose it. */
const plainSpecimens = identities.filter(({ localized_name }) => localized_name === undefined)

/** Returns the holder of the document: the one of the last run, otherwise one picked by the session's id. */
export function holderOf({ id, idv }: Pick<SessionRecord, 'id' | 'idv'>): Evidence {
  if (idv?.specimen !== undefined) return evidenceFor(idv.specimen)
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.charCodeAt(0)) >>> 0
  return evidenceFor(plainSpecimens[sum % plainSpecimens.length]!.id)
}

/** Returns what the newest document prints; undefined if there is none, or nobody can read it. */
export function printedIdentity({ idv, expected_outcome }: SessionRecord): Identity | undefined {
  if (idv?.specimen === undefined || expected_outcome === 'doc_quality') return undefined
  return evidenceFor(idv.specimen).identity
}
