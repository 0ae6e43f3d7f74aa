import type { SdkApplicant, SdkStepSubmission } from '../../spec/generated/wire.ts'

/** Source of a document image: the device's camera, or an existing file. */
export type Acquisition = 'camera' | 'upload'

/** Answer to one question of a form. */
export type FormAnswer = string | number | boolean | string[]

/** Submission of one step. Images are JPEG or PNG. */
export interface Submission {
  applicant?: SdkApplicant
  images?: { front?: Blob; back?: Blob; selfie?: Blob }
  answers?: Record<string, FormAnswer>
}

/** The only applicant fields of a submission (SDK-006). */
const FIELDS = [
  'legalName',
  'familyName',
  'givenNames',
  'nameSuffix',
  'email',
  'phone',
  'dateOfBirth',
  'address',
]

/** Removed names and their replacements (SDK-003 to SDK-005). */
const STALE: Record<string, string> = {
  firstName: 'givenNames (a list)',
  middleName: 'givenNames (another entry)',
  lastName: 'familyName',
}

/** The body of a submission; without `acquisition` the service records a camera (IDV-023). */
export async function bodyOf(
  { applicant, images, answers, ...others }: Submission,
  acquisition?: Acquisition,
): Promise<SdkStepSubmission> {
  for (const name of Object.keys(others)) console.warn(misplaced(name))
  return {
    ...(applicant && { applicant: applicantOf(applicant) }),
    ...(acquisition && { acquisition }),
    ...(images && { images: await encoded(images) }),
    ...(answers && { answers }),
  }
}

/** Applicant fields beside `applicant` are a common mistake, and must not vanish silently. */
function misplaced(name: string): string {
  const member = FIELDS.includes(name) || Object.hasOwn(STALE, name)
  return member
    ? `vskit: dropped "${name}" of the submission: applicant fields belong into its member "applicant".`
    : `vskit: dropped the unknown member "${name}" of the submission. Known members: applicant, images, answers.`
}

/** Drops every other field, with a warning on the console. */
function applicantOf(given: SdkApplicant): SdkApplicant {
  const kept = Object.entries(given).filter(([name, value]) => {
    if (FIELDS.includes(name)) return value !== undefined
    console.warn(
      !Object.hasOwn(STALE, name)
        ? `vskit: dropped the unknown applicant field "${name}". Known fields: ${FIELDS.join(', ')}.`
        : `vskit: dropped the removed applicant field "${name}". Send ${STALE[name]} instead.`,
    )
    return false
  })
  return Object.fromEntries(kept)
}

async function encoded(images: NonNullable<Submission['images']>): Promise<Record<string, string>> {
  const given = Object.entries(images).filter(([, blob]) => blob !== undefined)
  return Object.fromEntries(
    await Promise.all(given.map(async ([name, blob]) => [name, await base64(blob!)] as const)),
  )
}

/** In pieces, because the number of arguments of a call is limited. */
async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}
