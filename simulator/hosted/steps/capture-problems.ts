import { limits } from '../../../spec/generated/limits.ts'
import type { SdkStep } from '../../../spec/generated/wire.ts'
import type { UploadReader } from '../../uploads/upload-reader.ts'
import { type Attempt, attemptWith } from '../fields.ts'
import type { FormBody } from '../form-body.ts'
import type { Visit } from '../visit.ts'
import { captureOf, isSpecimen, settingsOf } from './capture-state.ts'

/** Returns the problems of a capture form. A file is validated as by the data plane, and not stored. */
export async function captureProblem(
  uploads: UploadReader,
  visit: Visit,
  step: SdkStep,
  act: string,
  { fields, files }: FormBody,
): Promise<Attempt | undefined> {
  const { text, signing } = visit.words
  const wrong = (name: string, problem: string) => attemptWith(name, problem, fields, signing)
  if (act === 'document') {
    if (!isSpecimen(fields.get('specimen') ?? '')) return wrong('specimen', text.problemChoice)
    if (fields.get('acquisition') === 'upload' && !settingsOf(step).allowPhotoUpload)
      return wrong('', text.problemUpload)
  }
  if (act !== 'take' || captureOf(visit, step)?.acquisition !== 'upload') return undefined
  const side = fields.get('side') === 'back' ? 'back' : 'front'
  if (captureOf(visit, step)![side] !== undefined) return undefined
  const name = `images.${side}`
  const file = files.get(name)
  if (!file) return wrong(name, text.problemNoFile)
  const tooLarge = file.bytes.length > limits.id_scan_image_bytes.value
  if (tooLarge || (await uploads.imageFault(file))) return wrong(name, text.problemImage)
  return undefined
}
