import type { FrameLocator, Page } from 'playwright-core'
import { LEASE, SIGNER } from '../../simulator/testing/signing.ts'
import type { JourneyMessages } from '../messages/en/journey.ts'
import type { SigningMessages } from '../messages/en/signing.ts'
import type { Step } from './integrator.ts'

/** Actions on the mounted page; elements are found by role and name. */
export function walker(page: Page) {
  const frame: FrameLocator = page.frameLocator('iframe')
  return {
    frame,
    press: (name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click(),
    title: (name: string): Promise<void> =>
      page.getByRole('heading', { name, exact: true }).waitFor(),
    frameTitle: (name: string): Promise<void> =>
      frame.getByRole('heading', { name, exact: true }).waitFor(),
    framePress: (name: string): Promise<void> =>
      frame.getByRole('button', { name, exact: true }).click(),
  }
}

/** A workflow in which every screen appears. */
export const EVERY_STEP: Step[] = [
  {
    id: 'identity',
    type: 'id_verification',
    config: { allowPhotoUpload: true, faceCheck: 'liveness' },
  },
  {
    id: 'form',
    type: 'custom_form',
    config: {
      questions: [
        { id: 'city', type: 'text', label: 'Where do you live?', required: true },
        { id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true },
        {
          id: 'rooms',
          type: 'multiple_choice',
          label: 'Which rooms?',
          options: ['Kitchen', 'Study'],
        },
        { id: 'day', type: 'date', label: 'When do you move?' },
      ],
    },
  },
  { id: 'background', type: 'background_check' },
  { id: 'lease', type: 'esign', config: { documents: [LEASE] } },
  { id: 'mail', type: 'email_verification' },
]

/**
 * Completes `EVERY_STEP` on a mounted page.
 * @param words the texts of the page, to find elements
 * @param on called at each screen
 */
export async function walkThrough(
  page: Page,
  { journey, signing }: { journey: JourneyMessages; signing: SigningMessages },
  on: (screen: string) => Promise<void>,
): Promise<void> {
  const { press, title, frame, frameTitle, framePress } = walker(page)
  await title(journey.documentTitle)
  await on('document')
  await press(journey.useFile)
  await title(journey.fileTitle)
  await press(journey.sendPhotos)
  await page.getByRole('alert').waitFor()
  await on('upload-wrong')
  await press(journey.end)
  await title(journey.endTitle)
  await on('end')
  await press(journey.endCancel)
  await press(journey.useCamera)
  await title(journey.frontTitle)
  await on('front')
  await press(journey.takePhoto)
  await title(journey.checkTitle)
  await on('photo')
  await press(journey.usePhoto)
  await title(journey.livenessTitle)
  await on('liveness')
  for (let i = 0; i < 3; i++) await press(journey.livenessDone)
  await title(journey.formTitle)
  await on('form')
  await press(journey.continue)
  await page.getByRole('alert').waitFor()
  await on('form-wrong')
  await page.getByLabel('Where do you live?').fill('Reykjavík')
  await page.getByLabel(journey.yes).check()
  await press(journey.continue)
  await title(journey.nameBackgroundCheck)
  await on('check')
  await press(journey.agree)
  await frameTitle(signing.title)
  await on('signing')
  await framePress(signing.consent)
  await frame.getByLabel(signing.typedName).fill(SIGNER)
  await on('signing-name')
  await framePress(signing.sign)
  await frameTitle(signing.titleSigned)
  await on('signed')
  await press(journey.continue)
  await title(journey.nameEmailVerification)
  await on('mail')
  await page.getByLabel(journey.email).fill('ana@signer.example')
  await press(journey.agree)
  await title(journey.doneTitle)
  await on('done')
}
