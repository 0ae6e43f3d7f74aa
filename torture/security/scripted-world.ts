import type { Backend, Clients } from '../clients.ts'
import type { Response } from '../http/client.ts'
import { ALL_SCRIPTS, SCRIPTS } from './scripts.ts'

/** Ids of the objects that were created. */
export interface ScriptedWorld {
  organization: string
  workflow: string
  subscription: string
  applicant: string
  /** Session with an open form. */
  form: string
  /** Session with a document to sign. */
  signing: string
  texts: number
}

/** Writes scripts into each text that an organization, its backend or an applicant can write. */
export async function scriptedWorld(clients: Clients, no: number): Promise<ScriptedWorld> {
  let texts = 0
  const short = (length = 100): string => SCRIPTS[(no + texts++) % SCRIPTS.length]!.slice(0, length)
  const long = (length = 200): string => {
    texts++
    return ALL_SCRIPTS.slice(0, length)
  }
  const backend: Backend = await clients.organization()
  const at = `/organizations/${backend.organization}`
  const made = <T = { id: string }>(path: string, body: object): Promise<T> =>
    clients.controlClient<T>('POST', path, body)
  await clients.controlClient('PATCH', at, { name: short() })
  await made('/snapshots', { name: short() })
  const questions = [
    { id: 'text', type: 'text', label: long(500), required: true },
    {
      id: 'choice',
      type: 'single_choice',
      label: short(),
      required: true,
      options: [short(), 'B'],
    },
  ]
  const value = short()
  const form = {
    id: 'form',
    type: 'custom_form',
    config: {
      questions,
      rules: [{ when: { questionId: 'text', op: 'includes', value }, action: 'flag_for_review' }],
    },
  }
  const document = { id: 'd', title: long(), documentClass: 'other', carveOutsAcknowledged: true }
  const sign = {
    id: 'sign',
    type: 'esign',
    config: { documents: [{ ...document, body: `${ALL_SCRIPTS}\n\n{{applicant.name}}` }] },
  }
  const condition = { kind: 'field', field: 'applicant.familyName', operator: 'contains', value }
  const workflow = await made(`${at}/workflow_templates?mode=test`, {
    name: long(),
    steps: [form, sign],
    metadata: { text: value },
    screening_rules: [{ name: long(), ruleType: 'custom', action: 'tag', condition }],
  })
  const applicant = {
    family_name: short(),
    given_names: [short(), short()],
    name_suffix: short(30),
    email: `"${short(40).replace(/["\\@\s]/g, '')}"@example.com`,
    address: { line1: long(), line2: long(), city: long(), state: long(), place_id: long() },
  }
  const session = async (steps: string): Promise<{ id: string; applicant_id: string }> => {
    const body = { workflow_template_id: steps, metadata: { [short()]: ALL_SCRIPTS } }
    const reply = await backend.ask('POST', '/v1/sessions', { ...body, applicant })
    if (reply.status === 201) return dataOf(reply)
    // Retry without the e-mail address, which was invalid.
    const { email: _, ...rest } = applicant
    return backend.data('POST', '/v1/sessions', { ...body, applicant: rest })
  }
  const whole = await session(workflow.id)
  const answers = { form: { text: ALL_SCRIPTS, choice: questions[1]!.options![0] } }
  await made(`/sessions/${whole.id}/journey`, { action: 'submit', answers })
  await made(`/sessions/${whole.id}/notes`, { text: ALL_SCRIPTS })
  await backend.ask('POST', `/v1/sessions/${whole.id}/resend`, {})
  const formAlone = await made(`${at}/workflow_templates?mode=test`, { name: 'F', steps: [form] })
  const signAlone = await made(`${at}/workflow_templates?mode=test`, { name: 'S', steps: [sign] })
  const subscription = await made(`${at}/webhook_subscriptions`, {
    mode: 'test',
    url: `https://receiver.example/${encodeURIComponent(short())}?'${short(20).replaceAll(/[<>" ]/g, '')}`,
    events: ['kyc.session.completed'],
  })
  await made(`${at}/data_subject_requests?mode=test`, {
    type: 'access',
    applicant_id: whole.applicant_id,
  })
  await made(`${at}/document_templates`, {
    mode: 'test',
    name: long(),
    title: long(),
    document_class: 'other',
    carve_outs_acknowledged: true,
    body: ALL_SCRIPTS,
  })
  await backend.ask('POST', `/v1/sessions?${encodeURIComponent(short())}=${ALL_SCRIPTS.length}`, {
    [short()]: ALL_SCRIPTS,
  })
  return {
    organization: backend.organization,
    workflow: workflow.id,
    subscription: subscription.id,
    applicant: whole.applicant_id,
    form: (await session(formAlone.id)).id,
    signing: (await session(signAlone.id)).id,
    texts,
  }
}

function dataOf<T>({ text }: Response): T {
  return (JSON.parse(text) as { data: T }).data
}
