import type { Context, StepRequest } from '../../check/check.ts'
import { createdId, hasRoute, sessionIdIn } from '../../check/idioms.ts'
import { ID_OPERATIONS, requestOf } from './id-operations.ts'

/** With an e-mail address, so that the session can be resent and can have a client token. */
const APPLICANT = {
  family_name: 'Testperson',
  given_names: ['Una'],
  email: 'una.{unique}@applicant.example',
}

type Made = 'sessions' | 'applicants' | 'workflow-templates'

/** Records of one organization, and requests of the routes that the contract leaves open. */
export class Records {
  readonly #ctx: Context
  readonly #as: StepRequest['as']
  readonly #mode: 'home.test' | 'home.live'

  /** @param as a key with every scope @param mode whose fields a new session needs */
  constructor(ctx: Context, as: StepRequest['as'], mode: 'home.test' | 'home.live') {
    this.#ctx = ctx
    this.#as = as
    this.#mode = mode
  }

  /** Creates a record of a kind that the target has; undefined without its feature. @throws {Blocked} */
  async createIfPresent(resource: Made): Promise<string | undefined> {
    return hasRoute(this.#ctx, `/v1/${resource}`) ? this.create(resource) : undefined
  }

  /** Creates a record, and returns its id. @throws {Blocked} */
  async create(resource: Made): Promise<string> {
    const json = {
      sessions: { ...this.#ctx.sessionFields(this.#mode), applicant: APPLICANT },
      applicants: APPLICANT,
      'workflow-templates': this.#ctx.open.templateFields,
    }[resource]
    const path = `/v1/${resource}`
    const request: StepRequest = { method: 'POST', path, as: this.#as, json }
    const made = await this.#ctx.setUp(`create one at ${path}`, request)
    if (resource === 'sessions') return sessionIdIn(made)
    return createdId(made, resource === 'applicants' ? 'END-020' : 'TPL-001')
  }

  /**
   * Returns requests for these records, of the routes that the target file names. Each route is
   * tried with another record first, and left out if it refuses that one, as a service may refuse
   * to skip the first step: so a later refusal has one cause (GAP-REFUSAL-ORDER). Routes of records
   * without an id are left out, too.
   * @param as the credential of the requests. @default the key of the records
   */
  async openRequests(
    ids: Partial<Record<Made, string>>,
    {
      as = this.#as,
      isWanted = () => true,
    }: { as?: StepRequest['as']; isWanted?: (operation: string) => boolean } = {},
  ): Promise<[operation: string, request: StepRequest][]> {
    const working: [string, StepRequest][] = []
    for (const operation of ID_OPERATIONS) {
      const { name, resource, open } = operation
      if (!open || !isMade(resource) || !isWanted(name)) continue
      const id = ids[resource]
      const request = id === undefined ? undefined : requestOf(operation, id, this.#ctx.open)
      if (!request) continue
      const other = requestOf(operation, await this.create(resource), this.#ctx.open)!
      const trial = await this.#ctx.step(`try ${name}`, { ...other, as: this.#as })
      if (trial.status < 300) working.push([name, { ...request, as }])
    }
    return working
  }
}

function isMade(resource: string): resource is Made {
  return ['sessions', 'applicants', 'workflow-templates'].includes(resource)
}
