import type { EsignConfig, SdkEnvelope } from '../../spec/generated/wire.ts'
import type { RunningSimulator } from '../server.ts'
import type { Mode, Region } from '../world/world.ts'
import { type Client, type Reply, demoKey } from './simulator.ts'
import { backendFor } from './page.ts'
import { data, controlClient } from './control-client.ts'

export const SIGNER = 'Ana Okafor'
export const APPLICANT = {
  family_name: 'Okafor',
  given_names: ['Ana'],
  email: 'ana@signer.example',
  phone: '+14155550132',
}

export const LEASE = {
  id: 'lease',
  title: 'Lease of the flat',
  documentClass: 'rental_or_lease_agreement' as const,
  carveOutsAcknowledged: true as const,
  body: '{{sender.name}} lets the flat to {{applicant.name}} of {{applicant.address}}.\n\nIt begins on the first of the month.',
}

type Workflow = Partial<EsignConfig> & { steps?: object[] }

/**
 * Returns helpers for the organization and the signers of documents. Every public API response must
 * conform to the contract.
 */
export function signingFor(
  simulator: RunningSimulator,
  organization = 'org_acme',
  mode: Mode = 'test',
  region: Region = 'us',
) {
  const backend = backendFor(simulator, demoKey(organization, mode), region)
  const control = controlClient(simulator)
  let signers = 0
  const workflow = async ({
    steps = [],
    documents = [LEASE],
    ...config
  }: Workflow = {}): Promise<string> => {
    const lease = { id: 'lease', type: 'esign', config: { documents, ...config } }
    const body = { name: 'Tenancy', steps: [lease, ...steps] }
    return data<{ id: string }>(await backend.call('POST', '/v1/workflow-templates', body)).id
  }
  /**
   * Creates a session of a workflow, and the page of its signer. Each applicant has a different
   * address, so that no two documents have the same bytes: a lost file cannot be masked by an equal
   * one.
   */
  const begin = async (workflow_template_id: string, more: object = {}) => {
    const line1 = `${++signers} Street of ${organization}, ${mode}`
    const applicant = { ...APPLICANT, address: { line1 } }
    const { id, sdk } = await backend.page({ workflow_template_id, applicant, ...more })
    return { id, ...page(sdk) }
  }
  /** Creates a session and accepts the disclosure. */
  const ready = async (workflow_template_id: string, more: object = {}) => {
    const signer = await begin(workflow_template_id, more)
    const {
      disclosure: { version, hash },
    } = await signer.open()
    data(await signer.post('consent', { version, hash }))
    return signer
  }
  /** Creates a session and signs. */
  const signed = async (workflow_template_id: string, more: object = {}) => {
    const signer = await ready(workflow_template_id, more)
    return { ...signer, envelope: data<SdkEnvelope>(await signer.sign()) }
  }
  return {
    backend,
    control,
    workflow,
    begin,
    ready,
    signed,
    session: async (id: string) =>
      data<Record<string, unknown>>(await backend.call('GET', `/v1/sessions/${id}`)),
    verify: async (sha256: string) =>
      (await backend.call('POST', '/v1/esign/verify', { sha256 })).json<Record<string, unknown>>(),
    console: async (id: string) =>
      (await control.call<ConsoleEnvelope[]>('GET', `/sessions/${id}/envelopes`))[0]!,
  }
}

export interface ConsoleEnvelope extends Record<string, unknown> {
  id: string
  status: string
  documents: { id: string; title: string; presented_hash: string; final_hash: string | null }[]
  ceremony:
    | { position: number; type: string; at: string; data: Record<string, unknown>; hash: string }[]
    | null
}

/** Calls of a signer's page, for the step `lease`. */
function page(sdk: Client, step = 'lease') {
  const at = `/sdk/v1/sessions/me/steps/${step}/envelope`
  const post = (what: string, body?: unknown): Promise<Reply> => sdk('POST', `${at}/${what}`, body)
  return {
    sdk,
    post,
    look: (headers: Record<string, string> = {}): Promise<Reply> =>
      sdk('GET', at, undefined, headers),
    open: async (headers: Record<string, string> = {}) =>
      data<SdkEnvelope>(await sdk('GET', at, undefined, headers)),
    sign: (typedName = SIGNER) => post('sign', { typedName }),
    file: (document: string) => sdk('GET', `${at}/documents/${document}`),
  }
}
