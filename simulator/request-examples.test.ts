import { readFileSync } from 'node:fs'
import t from 'tap'
import { document } from '../spec/contract.ts'
import type { SdkEnvelope } from '../spec/generated/wire.ts'
import { formData } from './testing/scan.ts'
import { signingFor } from './testing/signing.ts'
import { demoKey, simulatorFor } from './testing/simulator.ts'
import { data } from './testing/control-client.ts'

const simulator = await simulatorFor(t)
const { backend, begin, ready, workflow } = signingFor(simulator)
const { call } = backend

interface Prepared {
  /** Instead of those of the template path. */
  readonly path?: string
  readonly call?: typeof call
  /** Values that only the own records have, in place of those of the example. */
  readonly own?: object
}

const FORM = {
  id: 'form',
  type: 'custom_form',
  config: {
    questions: [
      { id: 'owns_pets', type: 'yes_no', label: 'Pets?' },
      { id: 'moving_date', type: 'date', label: 'When?' },
      { id: 'rooms', type: 'multiple_choice', label: 'Rooms?', options: ['kitchen', 'study'] },
    ],
  },
}

async function template(steps: object[]): Promise<string> {
  const reply = await call('POST', '/v1/workflow-templates', { name: 'Example', steps })
  return data<{ id: string }>(reply).id
}

async function step(id: string, steps: object[]): Promise<Prepared> {
  const { sdk } = await backend.page({ workflow_template_id: await template(steps) })
  return { call: sdk, path: `/sdk/v1/sessions/me/steps/${id}/submit` }
}

const lease = await workflow()

async function signer(action: string, isReady = true): Promise<Prepared> {
  const name = { family_name: 'Okafor Lindqvist', given_names: ['Ana', 'Maria'] }
  const email = { email: 'ana@signer.example' }
  const applicant = { ...name, ...email, address: { line1: `1 ${action} Street` } }
  const { post } = await (isReady ? ready : begin)(lease, { applicant })
  return { call: (_method, _path, body) => post(action, body as object) }
}

/** The record that an operation needs. An operation that needs none is not listed. */
const PREPARED: Record<string, (example: string) => Promise<Prepared>> = {
  addSessionNote: async () => ({ path: `/v1/sessions/${await backend.create()}/notes` }),
  skipSessionStep: async () => {
    const steps = [{ id: 'credit', type: 'credit_history' }]
    const id = await backend.create({ workflow_template_id: await template(steps) })
    return { path: `/v1/sessions/${id}/skip_step` }
  },
  updateApplicant: async () => ({ path: `/v1/applicants/${await applicant()}` }),
  createDataSubjectRequest: async () => ({ own: { applicant_id: await applicant() } }),
  updateWorkflowTemplate: async () => ({ path: `/v1/workflow-templates/${await workflow()}` }),
  updateWebhookSubscription: async () => {
    const body = { url: 'https://hooks.example.com/own', events: ['kyc.session.completed'] }
    const { id } = data<{ id: string }>(await call('POST', '/v1/webhook-subscriptions', body))
    return { path: `/v1/webhook-subscriptions/${id}` }
  },
  submitSdkStep: (example) =>
    example === 'answers'
      ? step('form', [FORM])
      : step('identity', [{ id: 'identity', type: 'id_verification' }]),
  acceptSdkConsent: async () => {
    const { open, post } = await begin(lease)
    const { disclosure } = (await open()) as SdkEnvelope
    const own = { version: disclosure.version, hash: disclosure.hash }
    return { own, call: (_method, _path, body) => post('consent', body as object) }
  },
  signSdkEnvelope: () => signer('sign'),
  declineSdkEnvelope: () => signer('decline'),
  createSdkSigningFrame: async () => {
    const { sdk } = await backend.page({ workflow_template_id: lease })
    return { call: sdk, path: '/sdk/v1/sessions/me/steps/lease/frame' }
  },
}

const FRONT = readFileSync(new URL('../fixtures/images/joost/front.jpg', import.meta.url))

/** Sends a form; the placeholder of a file becomes a photo. */
async function scan(method: string, path: string, body: object) {
  const reply = await fetch(simulator.base_urls.us + path, {
    method,
    headers: { authorization: `Bearer ${demoKey('org_acme')}` },
    body: formData({ ...body, front: FRONT }),
  })
  return { status: reply.status, text: await reply.text() }
}

async function applicant(): Promise<string> {
  const reply = await call('POST', '/v1/applicants', { family_name: 'Own' })
  return data<{ id: string }>(reply).id
}

interface Operation {
  operationId: string
  requestBody?: { content: Record<string, { examples?: Record<string, { value: object }> }> }
}

t.test('every example of a request succeeds in the demo world, sent as it is', async (t) => {
  const paths = Object.entries(document.paths ?? {}) as [string, Record<string, Operation>][]
  let sent = 0
  for (const [path, item] of paths)
    for (const [method, operation] of Object.entries(item))
      for (const [type, { examples = {} }] of Object.entries(operation.requestBody?.content ?? {}))
        for (const [name, { value }] of Object.entries(examples)) {
          const prepared = (await PREPARED[operation.operationId]?.(name)) ?? {}
          const body = { ...value, ...prepared.own }
          const send = type === 'multipart/form-data' ? scan : (prepared.call ?? call)
          const reply = await send(method.toUpperCase(), prepared.path ?? path, body)
          t.ok(
            reply.status < 300,
            `${operation.operationId} ${name}: ${reply.status} ${reply.text}`,
          )
          sent++
        }
  t.ok(sent >= 22, `${sent} examples`)
})
