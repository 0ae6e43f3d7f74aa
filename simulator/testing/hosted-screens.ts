import type { Page } from 'playwright-core'
import { evidenceFor } from '../../fixtures/evidence.ts'
import { identities } from '../../fixtures/identities.ts'
import { drawAuthoredDocument } from '../pdf/authored-document.ts'
import type { RunningSimulator } from '../server.ts'
import { backendFor } from './page.ts'
import { LEASE } from './signing.ts'
import { demoKey } from './simulator.ts'
import { data, controlClient } from './control-client.ts'
import { type Fields, visitor } from './visitor.ts'

/** One screen of the hosted pages, in a separate session. */
export interface Screen {
  name: string
  url: string
  /** Actions of a person on a page whose screen answers a form. */
  act?: (page: Page) => Promise<void>
}

const QUESTIONS = [
  { id: 'city', type: 'text', label: 'Which city?', required: true },
  { id: 'day', type: 'date', label: 'Moving date' },
  { id: 'pets', type: 'yes_no', label: 'Do you own pets?', required: true },
  {
    id: 'rooms',
    type: 'multiple_choice',
    label: 'Which rooms?',
    options: ['Kitchen', 'Bath'],
    required: true,
  },
]
const CARD = identities.find(({ document_type }) => document_type === 'id_card')!.id
const AT = '/steps/identity'
type Act = [path: string, fields?: Fields]
const START: Act = ['/start']
const DOCUMENT: Act = [`${AT}/document`, { specimen: 'odette', acquisition: 'camera' }]
const take = (side: string): Act => [`${AT}/take`, { side }]
const use = (side: string): Act => [`${AT}/use`, { side }]

/**
 * Visits every screen. No browser is needed, so that the caller can load each screen in any
 * language and size.
 */
export async function hostedScreens(simulator: RunningSimulator): Promise<Screen[]> {
  const backend = backendFor(simulator, demoKey('org_acme'))
  const control = controlClient(simulator)
  const identity = (faceCheck: string) => ({
    id: 'identity',
    type: 'id_verification',
    config: { faceCheck, allowPhotoUpload: true },
  })
  const form = { id: 'form', type: 'custom_form', config: { questions: QUESTIONS } }
  const court = { id: 'court', type: 'background_check' }
  const lease = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
  const screens: Screen[] = []
  const screen = async (
    name: string,
    steps: object[],
    acts: Act[],
    more: {
      body?: object
      path?: string
      act?: Screen['act']
      end?: (id: string) => Promise<unknown>
    } = {},
  ): Promise<void> => {
    const template = await backend.call('POST', '/v1/workflow-templates', { name, steps })
    const { id: workflow_template_id } = data<{ id: string }>(template)
    const id = await backend.create({ workflow_template_id, ...more.body })
    const page = visitor(simulator, id)
    for (const [path, fields = {}] of acts) await page.post(path, fields)
    await more.end?.(id)
    const url = `${simulator.base_urls.us}/s/${id}${more.path ?? ''}`
    screens.push({ name, url, ...(more.act && { act: more.act }) })
  }
  await screen('start', [identity('selfie'), form, lease], [])
  await screen('document', [identity('selfie'), form], [START])
  await screen('front', [identity('selfie'), form], [START, DOCUMENT])
  await screen('front-check', [identity('selfie')], [START, DOCUMENT, take('front')])
  await screen('front-unreadable', [identity('selfie')], [START, DOCUMENT, take('front')], {
    body: { expected_outcome: 'doc_quality' },
  })
  const card: Act[] = [
    START,
    [`${AT}/document`, { specimen: CARD, acquisition: 'camera' }],
    take('front'),
    use('front'),
  ]
  await screen('back', [identity('selfie')], card)
  await screen('back-check', [identity('selfie')], [...card, take('back')])
  const faced = [START, DOCUMENT, take('front'), use('front')]
  await screen('selfie', [identity('selfie')], faced)
  await screen('liveness', [identity('liveness')], faced)
  const upload: Act[] = [START, [`${AT}/document`, { specimen: 'odette', acquisition: 'upload' }]]
  await screen('upload', [identity('none')], upload)
  const front = evidenceFor(0).images.front.bytes()
  await screen(
    'upload-check',
    [identity('none')],
    [...upload, [`${AT}/take`, { side: 'front', 'images.front': front }]],
  )
  await screen('form', [form, court], [START])
  await screen('form-problems', [form, court], [START], {
    act: async (page) => {
      await page.evaluate('document.querySelector("main form").noValidate = true')
      await page.locator('main form button').click()
      await page.locator('.problems').waitFor()
    },
  })
  await screen('check', [court], [START])
  await screen('signing', [lease], [START])
  const opened: Act[] = [START, ['/steps/lease/open']]
  await screen('signing-consent', [lease], opened)
  const consent: Screen['act'] = async (page) => {
    await page.locator('form[action$="/consent"] button').click()
    await page.locator('form[action$="/read"]').waitFor()
  }
  const read: Screen['act'] = async (page) => {
    await consent(page)
    await page.locator('form[action$="/read"] button').click()
    await page.locator('[name=typedName]').waitFor()
  }
  const both = [LEASE, { id: 'rules', documentTemplateId: await uploadedDocument(simulator) }]
  const leaseAndRules = { ...lease, config: { documents: both } }
  await screen('signing-read', [leaseAndRules], opened, { act: consent })
  await screen('signing-sign', [lease], opened, { act: read })
  await screen('signing-review', [lease], opened, {
    act: async (page) => {
      await read(page)
      await page.locator('[name=typedName]').fill('Ana Okafor')
      await page.locator('form[action$="/review"] button').click()
      await page.locator('form[action$="/sign"]').waitFor()
    },
  })
  await screen('end-question', [form], [START], { path: '/end' })
  const submit = (id: string) => control.journey(id, 'submit')
  await screen('end-done', [lease, court], [], { end: submit })
  await screen('end-in-review', [court], [], { body: { expected_outcome: 'review' }, end: submit })
  await screen('end-declined', [lease], [...opened, ['/steps/lease/decline']])
  await screen('end-withdrawn', [lease], [...opened, ['/steps/lease/withdraw']])
  await screen('end-by-applicant', [lease], [START, ['/end']])
  await screen('end-cancelled', [lease], [], { end: (id) => control.cancel(id) })
  await screen('nothing-here', [court], [], { path: '/nothing' })
  await screen('end-expired', [court], [])
  return screens
}

/** @returns the id of a document template that is an uploaded PDF */
export async function uploadedDocument(simulator: RunningSimulator): Promise<string> {
  const pdf = await drawAuthoredDocument({
    title: 'House rules',
    paragraphs: ['No smoking.'],
    language: 'en',
  })
  const { id } = await controlClient(simulator).call<{ id: string }>(
    'POST',
    '/organizations/org_acme/document_templates',
    {
      mode: 'test',
      name: 'House rules',
      title: 'House rules',
      document_class: 'other',
      carve_outs_acknowledged: true,
      pdf_base64: Buffer.from(pdf).toString('base64'),
    },
  )
  return id
}

/** The screen of an expired session needs a later clock, so it is the last of the list. */
export const EXPIRED_AFTER_SECONDS = 8 * 24 * 3600
