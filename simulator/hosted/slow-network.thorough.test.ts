import t from 'tap'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { hostedPagesFor, press, reads } from '../testing/hosted-pages.ts'
import { connected, offline, slow } from '../testing/network.ts'

/** Progress is read after this time of a click. */
const PROGRESS_MS = 200

const { opened, sessionOf } = await hostedPagesFor(t, {
  upload: [
    { id: 'identity', type: 'id_verification', config: { allowPhotoUpload: true } },
    {
      id: 'form',
      type: 'custom_form',
      config: { questions: [{ id: 'city', type: 'text', label: 'Which city?', required: true }] },
    },
  ],
})
const front = evidenceFor(0).images.front.path

t.test('an upload on a slow network shows progress and is sent once', async (t) => {
  const { id, page } = await opened('upload')
  page.setDefaultTimeout(30_000)
  // A locator would wait for the end of the navigation.
  const told: unknown[] = []
  await page.exposeFunction('told', (...texts: string[]) => told.push(texts))
  await page.addInitScript(`addEventListener('submit', ({ submitter }) => setTimeout(() =>
    window.told(submitter.textContent, document.querySelector('main [role=status]').textContent), ${PROGRESS_MS}))`)
  await page.reload()
  await slow(page)
  let uploads = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/take')) uploads++
  })
  await press(page, 'Agree and start')
  await page.getByLabel('Odette Marigold Quillfeather').check()
  await press(page, 'Upload photos that I have')
  await page.getByLabel('Front of the document').setInputFiles(front)
  const upload = page.getByRole('button', { name: 'Upload' })
  await upload.dblclick({ noWaitAfter: true })
  await reads(page, 'Check the photo of the front')
  t.equal(uploads, 1)
  t.strictSame(told.at(-1), ['One moment…', 'One moment…'])
  await press(page, 'Use this photo')
  await reads(page, 'A few questions')
  t.match(await sessionOf(id), { status: 'in_progress' })
  await page.close()
})

t.test('without a connection, files and answers are kept and can be sent again', async (t) => {
  const { page } = await opened('upload')
  await press(page, 'Agree and start')
  await page.getByLabel('Odette Marigold Quillfeather').check()
  await press(page, 'Upload photos that I have')
  await page.getByLabel('Front of the document').setInputFiles(front)
  await offline(page)
  await press(page, 'Upload')
  const note = page.getByRole('status').getByText('You are offline.')
  await note.waitFor()
  await connected(page)
  await press(page, 'Upload')
  await press(page, 'Use this photo')
  await page.getByLabel('Which city?').fill('Oslo')
  await offline(page)
  await press(page, 'Continue')
  await note.waitFor()
  t.equal(await page.getByLabel('Which city?').inputValue(), 'Oslo')
  await page.waitForTimeout(10_000)
  await connected(page)
  await press(page, 'Continue')
  await reads(page, 'This verification is complete')
  await page.close()
})
