import type { Ports } from '../../ports.ts'
import { type Mode, type Region, scopeOf } from '../../world/world.ts'
import { sha256 } from '../../world/sha256.ts'
import type { ControlHost, Reply } from '../host.ts'
import { organizationOf } from '../access/organization.ts'
import type { Queue } from '../queue.ts'
import { StateUnavailable } from './state-unavailable.ts'

export interface Params {
  region: Region
  mode: Mode
  organization?: string
  [name: string]: unknown
}

/** Thrown when the simulator rejects a call. */
export class Refused extends StateUnavailable {
  readonly status: number

  constructor(doing: string, { status, json }: Reply) {
    const { error } = (json ?? {}) as { error?: { code: string; message: string; details: object } }
    super(
      `${doing} was rejected: ${error ? `${error.message} ${JSON.stringify(error.details)}` : status}`,
    )
    this.status = status
  }
}

/**
 * One use of a state during its set-up. It calls the control API and the public API only, so that each state can also
 * arise without it.
 */
export class StateUse {
  readonly ports: Ports
  readonly host: ControlHost
  /** Serializes states that must not overlap: all uses share the seal keys. */
  readonly queue: Queue
  readonly params: Params
  readonly #name: string
  readonly #undo: (() => Promise<unknown>)[] = []
  #organization: string | undefined
  #key: string | undefined

  constructor(ports: Ports, host: ControlHost, inTurn: Queue, params: Params, name: string) {
    this.ports = ports
    this.host = host
    this.queue = inTurn
    this.params = params
    this.#name = name
    this.#organization = params.organization
  }

  /** The parameters, as validated by the state's schemas. */
  given<T>(): T {
    return this.params as unknown as T
  }

  /** Calls the control API. @returns the `data` of the response @throws {Refused} */
  async control<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<T> {
    const reply = await this.host.call('control', method, `/control/v1${path}`, {}, body)
    return (accepted(`${method} ${path}`, reply) as { data: T }).data
  }

  /** Calls the public API. @param token the key of the use if omitted. @throws {Refused} */
  async publicly<T = Record<string, unknown>>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: object,
    token?: string,
    headers: Record<string, string> = {},
  ): Promise<T> {
    const reply = await this.host.call(
      this.params.region,
      method,
      path,
      { authorization: `Bearer ${token ?? (await this.key())}`, ...headers },
      body,
    )
    return accepted(`${method} ${path}`, reply) as T
  }

  /** The organization of the state: the given one, or a new one that is deleted with the use. */
  async organization(): Promise<string> {
    const { organization, region } = this.params
    if (organization === undefined || organization !== this.#organization)
      return (this.#organization ??= await this.newOrganization({}))
    if ((await this.regionOf(organization)) === region) return organization
    // An organization of the simulator has one region. Its counterpart in the other has its name with the region.
    const id = `${organization}_${region}`
    return this.ports.world.organization(id)
      ? (this.#organization = id)
      : this.newOrganization({ id })
  }

  /** Returns the region of an organization; undefined if there is none. */
  async regionOf(organization: string): Promise<string | undefined> {
    const here = this.ports.world.organization(organization)
    if (here) return here.region
    // With a database for each region, the one of the other region may have it.
    const { status, json } = await this.host.call(
      'control',
      'GET',
      `/control/v1/organizations/${encodeURIComponent(organization)}`,
      {},
    )
    return status === 200 ? (json as { data: { region: string } }).data.region : undefined
  }

  async newOrganization(more: object): Promise<string> {
    const { region } = this.params
    const { id } = await this.control<{ id: string }>('POST', '/organizations', {
      name: `Provider state ${this.#name}`.slice(0, 100),
      region,
      // The budgets of the contract, also in a simulator with roomy ones: states are about them.
      budgets: {},
      ...more,
    })
    this.onTearDown(() => this.control('DELETE', `/organizations/${id}`))
    return (this.#organization = id)
  }

  /** Uses the organization of an existing record. */
  joins(organization: string): void {
    this.#organization = organization
  }

  /** Returns a key with every scope. */
  async key(): Promise<string> {
    return (this.#key ??= (await this.newKey({})).key)
  }

  async newKey(more: object): Promise<{ id: string; key: string }> {
    const organization = await this.organization()
    const { mode } = this.params
    const made = await this.control<{ id: string; key: string }>(
      'POST',
      `/organizations/${organization}/keys`,
      { type: 'sk', mode, ...more },
    )
    this.onTearDown(() =>
      this.control('POST', `/organizations/${organization}/keys/${made.id}/revoke`),
    )
    return made
  }

  /** Returns whether its key is unknown, even as a revoked one: then its records are gone too. */
  isGone(): boolean {
    return this.#key !== undefined && !this.ports.world.keyByHash(sha256(this.#key))
  }

  /** Scope of the use's records. */
  async scope(): Promise<string> {
    return scopeOf(organizationOf(this.ports, await this.organization()), this.params.mode)
  }

  /** Adds a step to the teardown. */
  onTearDown(undo: () => Promise<unknown>): void {
    this.#undo.push(undo)
  }

  /** Undoes everything in reverse order. Missing records are skipped. */
  async tearDown(): Promise<void> {
    for (const undo of this.#undo.splice(0).toReversed()) {
      try {
        await undo()
      } catch (error) {
        if (!(error instanceof Refused)) throw error
      }
    }
  }
}

function accepted(doing: string, reply: Reply): unknown {
  if (reply.status >= 300) throw new Refused(doing, reply)
  return reply.json
}
