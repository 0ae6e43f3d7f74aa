import { evidenceFor, specimenCount } from '../../../fixtures/evidence.ts'
import type { Identity } from '../../../fixtures/identities.ts'
import { limits } from '../../../spec/generated/limits.ts'
import { type Answer, json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { ApiError, type Issue } from '../../call/errors.ts'
import type { FormPart } from '../../call/form-part.ts'
import type { Ports } from '../../ports.ts'
import { extraction } from './rules/extraction.ts'
import type { ExpectedOutcome } from '../sessions/rules/synthetic.ts'
import { sha256 } from '../../world/sha256.ts'

/**
 * The standalone scan (SCN): takes an image, returns the document's fields, and stores only one entry in the audit
 * trail.
 */
export function idScanHandlers(ports: Ports): Record<string, Handler> {
  return {
    scanIdentityDocument: {
      check: (call) => formIssues(ports, call),
      run: (call) => scan(ports, call),
    },
  }
}

/** Outcome of a scan, as a value of `expected_outcome`, and the holder of the document (undefined if unreadable). */
interface Reading {
  outcome: ExpectedOutcome
  holder?: Identity
}

async function scan(ports: Ports, call: Call): Promise<Answer> {
  const { mode, scope, key } = call.credential
  const { outcome, holder } =
    mode === 'test' ? forcedReading(call) : await simulatedReading(ports, call)
  // Only this entry distinguishes `fail` from `doc_quality`. It has no session and no personal
  // data.
  await ports.records.write([
    {
      type: 'activity',
      scope,
      at: call.now,
      session: '',
      artifact: 'document',
      outcome,
      actor: key.id,
      action: holder ? 'kyc.idv.document_scanned' : 'kyc.idv.document_scan_failed',
    },
  ])
  if (!holder) throw new ApiError('document_unreadable', { mode })
  return json(200, { data: extraction(holder, mode) })
}

/**
 * Test mode ignores the image: the expected outcome decides, and an organization always gets the same person, so that
 * its tests can assert the fields.
 */
function forcedReading(call: Call): Reading {
  const { expected_outcome: outcome = 'pass' } = call.body as { expected_outcome?: ExpectedOutcome }
  const legible = outcome === 'pass' || outcome === 'review'
  return legible ? { outcome, holder: specimen(sha256(call.credential.scope)) } : { outcome }
}

/**
 * Reads in live mode as far as a simulator can. Specimen pictures are recognized by digest: a front gives the fields of
 * its document. Pictures without a legible front (blurred front, back, portrait, selfie, blank) are unreadable
 * (ERR-028). Any other picture gives the document of one specimen, the same for the same bytes.
 */
async function simulatedReading({ uploads }: Ports, call: Call): Promise<Reading> {
  const front = partsNamed(call, 'front')[0]!
  const digest = await uploads.sha256(front)
  for (let i = 0; i < specimenCount; i++) {
    const { identity, images } = evidenceFor(i)
    if (images.front.sha256 === digest) return { outcome: 'pass', holder: identity }
    if (Object.values(images).some((image) => image.sha256 === digest))
      return { outcome: 'doc_quality' }
  }
  if (await uploads.isBlank(front)) return { outcome: 'doc_quality' }
  return { outcome: 'pass', holder: specimen(digest) }
}

function specimen(digest: string): Identity {
  return evidenceFor(Number.parseInt(digest.slice(0, 8), 16)).identity
}

/**
 * Returns the problems of a form that the schema cannot express: sizes, repeated parts, image
 * bytes.
 * @throws {ApiError} payload_too_large before any other problem, since a form that is too large is
 * not read
 */
async function formIssues({ uploads }: Ports, call: Call): Promise<Issue[]> {
  const images = [...partsNamed(call, 'front'), ...partsNamed(call, 'back')]
  const limit = limits.id_scan_image_bytes.value
  for (const { name, bytes } of images) {
    if (bytes.length > limit)
      throw new ApiError('payload_too_large', { param: name, limit_bytes: limit })
  }
  const issues = repeatedParts(call.form)
  if (call.credential.mode === 'live' && partsNamed(call, 'expected_outcome').length > 0) {
    issues.push(
      issue(
        'expected_outcome',
        'Only test mode accepts an expected outcome: leave it out in live mode',
      ),
    )
  }
  for (const image of images) {
    const fault = await uploads.imageFault(image)
    if (fault) issues.push({ ...issue(image.name, fault.message), code: fault.code })
  }
  return issues
}

function repeatedParts(parts: readonly FormPart[]): Issue[] {
  const names = parts.map(({ name }) => name)
  const repeated = new Set(names.filter((name, i) => names.indexOf(name) < i))
  return [...repeated].map((name) => issue(name, 'Expected one part of this name, got several'))
}

function partsNamed(call: Call, name: string): FormPart[] {
  return call.form.filter((part) => part.name === name)
}

function issue(param: string, message: string): Issue {
  return { code: 'custom', path: [param], message, param }
}
