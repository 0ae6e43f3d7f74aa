import { identities } from '../../../fixtures/identities.ts'
import type { SdkStep } from '../../../spec/generated/wire.ts'
import { CHECK_ERROR } from '../../features/sessions/capture.ts'
import type { HostedCapture, HostedProgress } from '../../features/sessions/session-record.ts'
import type { Visit } from '../visit.ts'

export type Side = 'front' | 'back'

interface Settings {
  faceCheck: 'none' | 'selfie' | 'liveness'
  allowPhotoUpload: boolean
}

export function settingsOf({ config }: SdkStep): Settings {
  return config as unknown as Settings
}

/** Returns the current capture of this step. */
export function captureOf(
  { progress }: Visit,
  { id }: Pick<SdkStep, 'id'>,
): HostedCapture | undefined {
  return progress.capture?.step_id === id ? progress.capture : undefined
}

/** Next action of a capture. */
export function screenOf(
  capture: HostedCapture,
  { faceCheck }: Settings,
): { task: 'take' | 'check' | 'face'; side: Side } {
  for (const side of sidesOf(capture)) {
    if (capture[side] === undefined) return { task: 'take', side }
    if (capture[side] === 'taken') return { task: 'check', side }
  }
  return faceCheck === 'none' ? { task: 'check', side: 'front' } : { task: 'face', side: 'front' }
}

/** The back of a card is photographed; a passport has all data on one page. */
export function sidesOf({ specimen }: HostedCapture): Side[] {
  const identity = identities.find(({ id }) => id === specimen)
  return identity?.document_type === 'id_card' ? ['front', 'back'] : ['front']
}

/** Whether the photo is the last one that the step needs. */
export function isLast(capture: HostedCapture, { faceCheck }: Settings, side: Side): boolean {
  return faceCheck === 'none' && sidesOf(capture).at(-1) === side
}

export function isSpecimen(id: string): boolean {
  return id === CHECK_ERROR || identities.some((identity) => identity.id === id)
}

/** Actions of the forms within a step. A repeated or outdated form changes nothing. */
export const CAPTURE_ACTS: Record<
  string,
  (progress: HostedProgress, step: SdkStep, fields: URLSearchParams) => HostedProgress
> = {
  document: (progress, { id }, fields) => {
    if (progress.capture?.step_id === id) return progress
    const acquisition = fields.get('acquisition') === 'upload' ? 'upload' : 'camera'
    const specimen = fields.get('specimen') ?? ''
    return { ...progress, capture: { step_id: id, specimen, acquisition, retakes: 0 } }
  },
  take: (progress, step, fields) =>
    changed(progress, step, fields, (capture, side) =>
      capture[side] === undefined ? { ...capture, [side]: 'taken' } : capture,
    ),
  use: (progress, step, fields) =>
    changed(progress, step, fields, (capture, side) =>
      capture[side] === 'taken' ? { ...capture, [side]: 'used' } : capture,
    ),
  again: (progress, step, fields) =>
    changed(progress, step, fields, (capture, side) => {
      if (capture[side] === undefined) return capture
      const { [side]: _dropped, ...kept } = capture
      return { ...kept, retakes: capture.retakes + 1 }
    }),
  restart: (progress) => {
    if (!progress.capture) return progress
    const { capture: _dropped, ...kept } = progress
    return kept
  },
}

function changed(
  progress: HostedProgress,
  { id }: SdkStep,
  fields: URLSearchParams,
  change: (capture: HostedCapture, side: Side) => HostedCapture,
): HostedProgress {
  const { capture } = progress
  const side = fields.get('side')
  if (capture?.step_id !== id || (side !== 'front' && side !== 'back')) return progress
  const next = change(capture, side)
  return next === capture ? progress : { ...progress, capture: next }
}
