import { limits } from '../../../spec/generated/limits.ts'
import type { SdkFrameRequest } from '../../../spec/generated/wire.ts'
import { type Incompleteness, incompleteness } from '../../../sdk/messages/catalogue.ts'
import { signing } from '../../../sdk/messages/en/signing.ts'
import { type Answer, json } from '../../call/answer.ts'
import type { Call, Handler } from '../../call/call.ts'
import { isUsable } from '../../call/credential.ts'
import { ApiError, type Issue } from '../../call/errors.ts'
import { newSecret } from '../../ids/random.ts'
import type { Ports } from '../../ports.ts'
import { type Change, type Document, VersionConflict } from '../../store/records.ts'
import { iso } from '../../time/clock.ts'
import type { Region } from '../../world/world.ts'
import { sha256 } from '../../world/sha256.ts'
import { isTerminal } from '../sessions/rules/lifecycle.ts'
import { visibleSession } from '../sessions/sessions.ts'
import { TOKEN_LANE, deletionJob } from '../tokens/token-record.ts'
import { signingStep } from './ceremony-entry.ts'

/** A signing frame, stored under the SHA-256 of the secret in its address (GAP-SDK-FRAME). */
export interface FrameRecord {
  session_id: string
  step_id: string
  expires_at: string
  /** Origins whose pages may embed the frame. */
  ancestors: string[]
  /** Origin of the page that created the frame; null if it named none. Messages go to this page only. */
  page_origin: string | null
  /** Every text of the frame; null for English. */
  copy: SdkFrameRequest['copy'] | null
  /** Whether a link was opened; it cannot be opened again. */
  spent?: boolean
}

type Kind = 'frame_link' | 'frame'

const LIFETIME_MS: Record<Kind, number> = {
  frame_link: limits.frame_link_seconds.value * 1000,
  frame: limits.frame_seconds.value * 1000,
}
const SECRET_BYTES = 32

export function frameHandlers(ports: Ports): Record<string, Handler> {
  return {
    createSdkSigningFrame: {
      check: copyIssues,
      run: (call) => createFrame(ports, call),
    },
  }
}

async function createFrame(ports: Ports, call: Call): Promise<Answer> {
  const { scope, sessionId, organization } = call.session
  const { body: session } = await visibleSession(ports, scope, sessionId)
  const stepId = call.params.step_id!
  const step = signingStep(session, stepId)
  // Opened documents remain readable and downloadable after the end.
  if (step.envelope_id === undefined && isTerminal(session.status))
    throw new ApiError('session_already_completed', { status: session.status })
  const { copy = null } = (call.body ?? {}) as SdkFrameRequest
  const { origin } = call.headers
  const { secret, expiresAt } = await newFrame(ports, 'frame_link', scope, call.now, {
    session_id: sessionId,
    step_id: stepId,
    ancestors: ancestorsFor(call),
    page_origin: typeof origin === 'string' ? origin : null,
    copy,
  })
  const base = ports.origins[organization.region] ?? ''
  return {
    ...json(200, { data: { url: `${base}/s/frames/open/${secret}`, expiresAt } }),
    headers: ['Cache-Control', 'no-store'],
  }
}

/** Origins that the page's key lists; without a key, those of every key of the organization in this mode. */
function ancestorsFor({ session: { organization, mode, publishableKey }, now }: Call): string[] {
  const keys = publishableKey
    ? [publishableKey]
    : organization.keys.filter(
        (key) => key.type === 'pk' && key.mode === mode && isUsable(key, now),
      )
  const origins = keys.flatMap(({ allowed_origins = [] }) => allowed_origins)
  // Validates origins strictly, because they become part of a header.
  return [...new Set(origins)].filter((origin) => URL.parse(origin)?.origin === origin)
}

/** A frame in which some texts were English would mix languages (SDK-002). */
function copyIssues(call: Call): Issue[] {
  const { copy } = (call.body ?? {}) as { copy?: { messages?: unknown } }
  const given = copy?.messages
  if (typeof given !== 'object' || given === null) return []
  const faults = incompleteness(given, signing)
  return faults ? [copyIssue(faults)] : []
}

function copyIssue({ missing, unknown }: Incompleteness): Issue {
  const parts = [
    missing.length > 0 && `missing or empty: ${missing.join(', ')}`,
    unknown.length > 0 && `unknown: ${unknown.slice(0, 10).join(', ')}`,
  ]
  const path = ['copy', 'messages']
  const message = `Expected one text for each message of the frame; ${parts.filter(Boolean).join('; ')}`
  return { code: 'custom', path, message, param: 'messages' }
}

/**
 * Opens a link, once, and creates a frame with its own secret.
 * @returns the secret of the frame; undefined for a link that is unknown, too old or already opened
 */
export async function openFrameLink(
  ports: Ports,
  region: Region,
  link: string,
  now: number,
): Promise<string | undefined> {
  const found = await findValidFrame(ports, 'frame_link', region, link, now)
  if (!found || found.body.spent) return undefined
  const { scope, id, version, body } = found
  const spent: Change = {
    type: 'put',
    scope,
    kind: 'frame_link',
    id,
    body: { ...body, spent: true },
    ifVersion: version,
  }
  try {
    return (await newFrame(ports, 'frame', scope, now, body, [spent])).secret
  } catch (error) {
    // Another request has opened the link at the same time.
    if (error instanceof VersionConflict) return undefined
    throw error
  }
}

/** Returns the frame with this secret while it lives, in its own region. */
export async function findValidFrame(
  ports: Ports,
  kind: Kind,
  region: Region,
  secret: string,
  now: number,
): Promise<Document<FrameRecord> | undefined> {
  const found = (await ports.records.find(kind, sha256(secret))) as
    | Document<FrameRecord>
    | undefined
  const alive =
    found && found.scope.startsWith(`${region}/`) && Date.parse(found.body.expires_at) > now
  return alive ? found : undefined
}

async function newFrame(
  ports: Ports,
  kind: Kind,
  scope: string,
  now: number,
  { session_id, step_id, ancestors, page_origin, copy }: Omit<FrameRecord, 'expires_at'>,
  more: Change[] = [],
): Promise<{ secret: string; expiresAt: string }> {
  const secret = newSecret(ports.random, SECRET_BYTES)
  const expires_at = iso(now + LIFETIME_MS[kind])
  const body: FrameRecord = { session_id, step_id, expires_at, ancestors, page_origin, copy }
  const id = sha256(secret)
  await ports.records.write([
    { type: 'put', scope, kind, id, body, ifVersion: 0 },
    deletionJob(scope, kind, id, expires_at),
    ...more,
  ])
  ports.wake(TOKEN_LANE, Date.parse(expires_at))
  return { secret, expiresAt: expires_at }
}
