import { randomBytes, randomInt } from 'node:crypto'
import { adviceFor } from '../check/advice.ts'
import type { Catalogue } from '../check/catalogue.ts'
import type { Check, Context, StepRequest } from '../check/check.ts'
import { statusAndCode } from '../check/idioms.ts'
import { Blocked } from '../check/outcome.ts'
import type { Patience } from '../check/patience.ts'
import type { Answer } from '../http/answer.ts'
import type { HttpClient, HttpRequest } from '../http/client.ts'
import { isObject, type JsonObject, walk } from '../http/json.ts'
import { record, recordDelivery, type Traffic } from '../http/traffic.ts'
import type { Redactor } from '../http/redactor.ts'
import type { OpenChoices, OpenRoute } from '../target/open-choices.ts'
import type { Hook, Hooks } from '../receiver/hooks.ts'
import { type Bindings, ProviderStates, type StateUse } from '../target/states.ts'
import type { Credential, CredentialNeed, RegionName, Target } from '../target/target.ts'
import { shown } from '../text.ts'
import type { Expectation, Measurement, Observation } from './result.ts'
import { findCredential, otherThan, place } from './needs.ts'
import { canMakeKeys, makeKeys } from './own-keys.ts'
import type { WebhookFault } from './webhook-probe.ts'

/** What all checks of a run share. */
export interface RunTools {
  target: Target
  home: RegionName
  catalogue: Catalogue
  client: HttpClient
  redactor: Redactor
  patience: Patience
  /** Names of the states that the provider offers, or why they are not known; undefined without a provider. */
  offered: ReadonlySet<string> | Error | undefined
  /** Whether what a check found broken is all that anybody wants of it; it is ended then. */
  enough: ((broken: readonly string[]) => boolean) | undefined
  /** Whether checks that take up to a minute are run. */
  slow: boolean
  /** Where webhooks are received, if the target file says so. */
  hooks: Hooks | undefined
  /** Why webhooks don't reach the suite at all; found out once in a run, when it is first asked for. */
  webhookFault: () => Promise<WebhookFault | undefined>
  /** The same, once it was found out. */
  knownWebhookFault: WebhookFault | undefined
  /** Epoch ms after which no request is made any more. */
  deadline: number
}

const SHORT_PATIENCE_SECONDS = 1

/** The context of one check's run; keeps what it saw. */
export class CheckRun implements Context {
  readonly expectations: Expectation[] = []
  readonly observations: Observation[] = []
  readonly measurements: Measurement[] = []
  readonly traffic: Traffic[] = []
  readonly home: RegionName
  readonly other: RegionName
  readonly open: OpenChoices
  readonly #states: ProviderStates
  readonly #tools: RunTools
  readonly #check: Check
  readonly #used: StateUse[] = []
  readonly #open: { close(): void }[] = []
  readonly #notes: string[] = []
  /** Keys of organizations that are this check's own, by label; empty where the target file's are used. */
  #ownKeys: ReadonlyMap<string, Credential> = new Map()

  constructor(tools: RunTools, check: Check) {
    this.#tools = tools
    this.#check = check
    this.home = tools.home
    this.other = otherThan(tools.home)
    this.open = tools.target.openChoices
    this.#states = new ProviderStates((label, path, body) =>
      this.send(label, providerRequest(tools.target, path, body)),
    )
  }

  async step(label: string, request: StepRequest): Promise<Answer> {
    const credential = this.#credential(request.as)
    const region = this.#tools.target.regions[request.region ?? credential?.region ?? this.home]
    if (!region)
      throw new Error(`"${label}" asks a region that the check does not list in its needs`)
    const baseUrl = request.baseUrl ?? region.baseUrl
    const prepared = httpRequest(request, baseUrl, credential?.key)
    for (let attempt = 1; ; attempt++) {
      const answer = await this.send(label, prepared)
      if (answer.status !== 429 || request.keeps429 === 'address') return answer
      if (request.keeps429 && !(await this.#isAddressLimited(baseUrl))) return answer
      if (attempt > 2 || !(await this.#tools.patience.waitFor(answer, Date.now()))) {
        const advice = (await this.#isAddressLimited(baseUrl))
          ? 'so is a request without a credential: the limit by address is used up; wait a minute, or raise it for the suite'
          : 'waiting for the window to roll did not help; use keys that nobody else spends, or raise --time-limit'
        throw new Blocked(`"${label}" was answered 429, and ${advice}`)
      }
    }
  }

  /** The limit by address comes before authentication (LIM-002), so that it stops a request without a credential, too. */
  async #isAddressLimited(baseUrl: string): Promise<boolean> {
    const request: StepRequest = { method: 'GET', path: '/v1/sessions' }
    const { status } = await this.send(
      'see whether the 429 is that of the address',
      httpRequest(request, baseUrl, undefined),
    )
    return status === 429
  }

  async setUp(label: string, request: StepRequest): Promise<Answer> {
    const answer = await this.step(label, request)
    if (answer.status >= 200 && answer.status < 300) return answer
    const advice = adviceFor(this.open, request, answer)
    throw new Blocked(
      `"${label}" was answered ${statusAndCode(answer)}, and the check builds on it${advice}`,
    )
  }

  expect(id: string, expected: string, holds: boolean, got: unknown): boolean {
    const requirement = this.#tools.catalogue.get(id)
    if (!requirement || !this.#check.requirements.includes(id)) {
      throw new Error(`the check does not list the requirement ${id}`)
    }
    const { level, text } = requirement
    this.expectations.push({
      requirement: id,
      level,
      text,
      expected,
      got: this.#tools.redactor.text(shown(got)),
      holds,
      after: this.traffic.length,
    })
    if (
      !holds &&
      this.#tools.enough?.(
        this.expectations.filter((one) => !one.holds).map((one) => one.requirement),
      )
    ) {
      throw new Error('what was looked for is found')
    }
    return holds
  }

  observe(gap: string, note: string): void {
    this.observations.push({ gap, note: this.#tools.redactor.text(note) })
  }

  measure(what: string, result: string): void {
    this.measurements.push({ what, result: this.#tools.redactor.text(result) })
  }

  async state(name: string, params: JsonObject): Promise<Bindings> {
    if (!this.#check.needs.states?.includes(name)) {
      throw new Error(`the check does not list the state ${name} in its needs`)
    }
    return this.#setUpState(name, params)
  }

  offers(state: string): boolean {
    return this.#tools.offered instanceof Set && this.#tools.offered.has(state)
  }

  receiver(): Hook {
    if (!this.#check.needs.webhooks || !this.#tools.hooks) {
      throw new Error('the check does not list webhooks in its needs')
    }
    this.#blockIfUnreachable()
    const hook = this.#tools.hooks.open(
      (delivery, url) => this.traffic.push(recordDelivery(delivery, url, this.#tools.redactor)),
      async () => {
        const fault = await this.#tools.webhookFault()
        this.#blockIfUnreachable()
        if (fault && !this.#notes.includes(fault.cause)) this.#notes.push(fault.cause)
      },
      // Where nothing arrives at all, no check need wait as long as for an event that may be slow.
      this.#tools.knownWebhookFault && SHORT_PATIENCE_SECONDS,
    )
    this.#open.push(hook)
    return hook
  }

  #blockIfUnreachable(): void {
    const { knownWebhookFault: fault } = this.#tools
    if (fault?.unreachable) throw new Blocked(fault.cause)
  }

  async #setUpState(name: string, params: JsonObject): Promise<Bindings> {
    const use: StateUse = { state: name, params, run_id: `run-${this.unique()}` }
    // Before it is sent: a set-up that was not answered may have been done.
    this.#used.push(use)
    const bindings = await this.#states.setUp(use)
    for (const { value, path } of walk(bindings)) {
      if (
        typeof value === 'string' &&
        /key|secret|token/.test(String(path.at(-1))) &&
        value.length >= 8
      ) {
        this.#tools.redactor.addUnlessKnown(`${name}.${path.join('.')}`, value)
      }
    }
    return bindings
  }

  sessionFields(need: CredentialNeed): JsonObject {
    return findCredential(this.#tools.target, this.home, need)?.sessionFields ?? {}
  }

  route(name: OpenRoute, id: string): Pick<StepRequest, 'method' | 'path'> {
    const route = this.open.routes[name]
    if (!route || !this.#check.needs.routes?.includes(name)) {
      throw new Error(`the check does not list the route ${name} in its needs`)
    }
    return { method: route.method, path: route.path.replace('{id}', encodeURIComponent(id)) }
  }

  unique(): string {
    return randomBytes(8).toString('hex')
  }

  shuffle<T>(items: readonly T[]): T[] {
    const left = [...items]
    return Array.from(items, () => left.splice(randomInt(left.length), 1)[0]!)
  }

  /** Why the provider can't make the states that the check needs; undefined when it can. @throws {StateError} */
  unreachable(): string | undefined {
    if (this.#check.slow && !this.#tools.slow) return 'takes up to a minute; --slow runs it'
    const needed = this.#check.needs.states ?? []
    if (needed.length === 0) return undefined
    if (!this.#tools.target.providerStates) {
      return `needs the provider state ${needed.join(', ')}, and the target file names no provider_states`
    }
    const { offered } = this.#tools
    if (offered instanceof Error) throw offered
    const absent = needed.filter((name) => !offered?.has(name))
    return absent.length > 0
      ? `the provider does not offer the state ${absent.join(', ')}`
      : undefined
  }

  /** Makes the keys that the check is going to use, where the provider can. @throws {StateError} */
  async prepare(): Promise<void> {
    const { offered } = this.#tools
    if (!(offered instanceof Set) || !canMakeKeys(offered)) return
    this.#ownKeys = await makeKeys(this.#check.needs.credentials, this.home, (name, params) =>
      this.#setUpState(name, params),
    )
  }

  /** Undoes every state, and hears no more; gives what went wrong with it. */
  async end(): Promise<string[]> {
    const notes = this.#notes
    for (const hook of this.#open.splice(0)) hook.close()
    for (const use of this.#used.splice(0).toReversed()) {
      await this.#states.tearDown(use).catch((error: Error) => notes.push(error.message))
    }
    return notes
  }

  /** One exchange, kept for the reports whatever comes of it. */
  async send(label: string, request: HttpRequest): Promise<Answer> {
    if (Date.now() > this.#tools.deadline)
      throw new Error('the time limit of the run has passed (--time-limit)')
    try {
      const answer = await this.#tools.client.send(request)
      answer.wrappers = this.open.wrappers
      this.traffic.push(record(label, request, answer, this.#tools.redactor))
      return answer
    } catch (error) {
      this.traffic.push(record(label, request, error as Error, this.#tools.redactor))
      throw error
    }
  }

  #credential(need: StepRequest['as']): { key: string; region?: RegionName } | undefined {
    if (need === undefined || isObject(need)) return need
    if (!this.#check.needs.credentials.includes(need)) {
      throw new Error(`the check does not list the credential ${need} in its needs`)
    }
    const { region, name } = place(this.home, need)
    return (
      this.#ownKeys.get(`${region}.${name}`) ??
      (findCredential(this.#tools.target, this.home, need) as Credential)
    )
  }
}

export function providerRequest(
  { providerStates }: Target,
  path: string,
  body: JsonObject | undefined,
): HttpRequest {
  const { url, token } = providerStates!
  return httpRequest({ method: body ? 'POST' : 'GET', path, json: body }, url, token)
}

function httpRequest(request: StepRequest, baseUrl: string, key: string | undefined): HttpRequest {
  const body = request.json === undefined ? request.body : Buffer.from(JSON.stringify(request.json))
  return {
    method: request.method,
    url: new URL(baseUrl + request.path),
    headers: {
      Accept: '*/*',
      // Bytes are compared, so nothing may be compressed on the way.
      'Accept-Encoding': 'identity',
      'User-Agent': 'vskit-conformance',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
      ...(request.json !== undefined && { 'Content-Type': 'application/json' }),
      ...request.headers,
    },
    body,
    alone: request.alone ?? false,
  }
}
