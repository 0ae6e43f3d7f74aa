import type { SdkEnvelope } from '../spec/generated/wire.ts'
import type { SimulatorProcess } from '../simulator/testing/process.ts'
import { APPLICANT, LEASE, SIGNER } from '../simulator/testing/signing.ts'
import { roomyBudgets } from '../simulator/world/roomy-budgets.ts'
import { HttpClient, type Response } from './http/client.ts'

const ENVELOPE = '/sdk/v1/sessions/me/steps/lease/envelope'
const JSON_TYPE = { 'content-type': 'application/json' }

/** Client of one simulator, for its operator and for backends of organizations. */
export class Clients {
  readonly us: HttpClient
  readonly eu: HttpClient
  readonly control: HttpClient

  constructor({ ready }: Pick<SimulatorProcess, 'ready'>) {
    this.us = new HttpClient(ready.regions.us.base_url)
    this.eu = new HttpClient(ready.regions.eu.base_url)
    this.control = new HttpClient(ready.console)
  }

  /** Calls the control API. @throws {Error} if the response is an error */
  controlClient<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<T> {
    return this.control.data<T>(method, `/control/v1${path}`, body)
  }

  /** Creates an organization with a secret key in test mode. */
  async organization(
    options: { region?: 'us' | 'eu'; budgets?: Record<string, number>; tier?: string } = {},
  ): Promise<Backend> {
    const { region = 'us', budgets = roomyBudgets(), ...more } = options
    const { id } = await this.controlClient<{ id: string }>('POST', '/organizations', {
      name: 'Torture',
      region,
      budgets,
      ...more,
    })
    const { key } = await this.controlClient<{ key: string }>('POST', `/organizations/${id}/keys`, {
      type: 'sk',
      mode: 'test',
    })
    return new Backend(this[region], id, key)
  }

  close(): void {
    for (const client of [this.us, this.eu, this.control]) client.close()
  }
}

/** The backend of one organization, with one secret key. */
export class Backend {
  readonly api: HttpClient
  readonly organization: string
  readonly key: string

  constructor(api: HttpClient, organization: string, key: string) {
    this.api = api
    this.organization = organization
    this.key = key
  }

  ask(method: string, path: string, body?: unknown, token = this.key): Promise<Response> {
    const headers = { authorization: `Bearer ${token}`, ...(body !== undefined && JSON_TYPE) }
    const text = typeof body === 'string' ? body : body === undefined ? body : JSON.stringify(body)
    return this.api.ask(method, path, headers, text)
  }

  /** @returns the `data` of the response @throws {Error} if it is an error */
  data<T = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<T> {
    return this.api.data<T>(method, path, body, this.key)
  }

  /** Creates a template with one step: sign a lease. */
  async leaseTemplate(): Promise<string> {
    const lease = { id: 'lease', type: 'esign', config: { documents: [LEASE] } }
    return (
      await this.data<{ id: string }>('POST', '/v1/workflow-templates', {
        name: 'Tenancy',
        steps: [lease],
      })
    ).id
  }

  /** Creates a session of that template whose applicant has agreed to sign, and returns the actions of its page. */
  async signer(workflow_template_id: string): Promise<Signer> {
    const { id } = await this.data<{ id: string }>('POST', '/v1/sessions', {
      workflow_template_id,
      applicant: APPLICANT,
    })
    const minted = await this.ask('POST', `/v1/sessions/${id}/browser_token`)
    const { browserToken: token } = JSON.parse(minted.text) as { browserToken: string }
    const envelope = await this.api.data<SdkEnvelope>('GET', ENVELOPE, undefined, token)
    const { version, hash } = envelope.disclosure
    await this.api.data('POST', `${ENVELOPE}/consent`, { version, hash }, token)
    return {
      id,
      sign: () => this.ask('POST', `${ENVELOPE}/sign`, { typedName: SIGNER }, token),
      decline: () => this.ask('POST', `${ENVELOPE}/decline`, {}, token),
      requestPaperCopy: () => this.api.data('POST', `${ENVELOPE}/paper_copy`, undefined, token),
      end: () => this.ask('POST', '/sdk/v1/sessions/me/end', undefined, token),
    }
  }
}

export interface Signer {
  id: string
  sign(): Promise<Response>
  decline(): Promise<Response>
  requestPaperCopy(): Promise<unknown>
  end(): Promise<Response>
}
