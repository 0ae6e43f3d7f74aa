import {
  unlessApplicantNeedsMore,
  withApplicantFields,
} from '../check/resources/applicant-fields.ts'
import { MOST_WINDOWS } from '../check/patience.ts'
import type { Check, Context, StepRequest } from '../check/check.ts'
import { Blocked, type BrokenStep } from '../check/outcome.ts'
import type { Answer } from '../http/answer.ts'
import type { HttpRequest } from '../http/request.ts'
import { NoAnswer } from '../http/client.ts'
import { codedResponses } from '../http/content-coding.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import type { Traffic } from '../http/traffic.ts'
import { openRequest, type OpenChoices, type OpenRoute } from '../target/open-choices.ts'
import type { Hook } from '../receiver/hooks.ts'
import type { FeatureName } from '../target/features.ts'
import type { Bindings } from '../target/states.ts'
import type { Credential, CredentialNeed, RegionName } from '../target/target.ts'
import { shown, shownWhole } from '../text.ts'
import type { Expectation, Measurement, Observation } from './result.ts'
import { isAddressLimited, MOST_RESETS, RESET_STATE } from './address-limit.ts'
import { completeAnswer } from './closed-connections/complete-answer.ts'
import { keepExchange } from './exchange-numbers.ts'
import { findCredential, lackingState, otherThan, place, type Plane, planeOf } from './needs.ts'
import { hideBindings } from './hide-bindings.ts'
import { SessionFields } from './session-fields.ts'
import { httpRequest } from './http-request.ts'
import { canMakeKeys, makeKeys } from './own-keys.ts'
import { noteAnswer, noteDelivery, markKeyOfState } from './note-answer.ts'
import { shuffle, unique } from '../random.ts'
import { refuseIfOver } from './run-end.ts'
import type { RunTools } from './run-tools.ts'
import { StateUses } from './state-uses.ts'
import { addressLimited, persistent429, unusable } from './unusable.ts'

const SHORT_PATIENCE_SECONDS = 1

/** The context of one check's run; keeps the evidence. */
export class CheckRun implements Context {
  readonly expectations: Expectation[] = []
  readonly observations: Observation[] = []
  readonly measurements: Measurement[] = []
  readonly traffic: Traffic[] = []
  readonly unique = unique
  readonly shuffle = shuffle
  readonly home: RegionName
  readonly mode: Plane['mode']
  readonly baseUrl: string
  readonly other: RegionName
  readonly open: OpenChoices
  readonly id: string
  isDisturbed = false // Whether only the repetition of a request got a response of the service.
  readonly #states: StateUses
  readonly #tools: RunTools
  readonly #fields: SessionFields
  readonly #check: Check
  readonly #open: { close(): void }[] = []
  readonly #notes: string[] = []
  /** Keys of organizations that belong to this check alone, by label; empty if those of the target file are used. */
  #ownKeys: ReadonlyMap<string, Credential> = new Map()

  constructor(tools: RunTools, check: Check) {
    this.#tools = tools
    this.#check = check
    this.id = check.id
    ;({ home: this.home, mode: this.mode } = planeOf(check, tools.home))
    this.baseUrl = tools.target.regions[this.home]?.baseUrl ?? ''
    this.other = otherThan(this.home)
    this.open = tools.target.openChoices
    this.#fields = new SessionFields(tools.target)
    this.#states = new StateUses(
      tools.target,
      this.send.bind(this),
      this.#exchange.bind(this),
      () => tools.hooks?.patienceSeconds ?? 0,
    )
  }

  async step(label: string, request: StepRequest): Promise<Answer> {
    const credential = this.#credential(request.as)
    const region = this.#tools.target.regions[request.region ?? credential?.region ?? this.home]
    if (!region)
      throw new Error(`"${label}" uses a region that the check does not list in its needs`)
    const baseUrl = request.baseUrl ?? region.baseUrl
    const whole = this.#fields.complete(withApplicantFields(request, this.open), credential?.key)
    const prepared = httpRequest(whole, baseUrl, credential?.key)
    for (let attempt = 1, resets = 0; ; attempt++) {
      const before = this.#tools.addressLimit.count
      const answer = await completeAnswer(this, this.#tools.firstTries, label, request, prepared)
      if (answer.status !== 429 || request.keeps429 === 'address') {
        noteAnswer(this, this.#tools, { request, answer, credential })
        return unlessApplicantNeedsMore(request, answer)
      }
      const traffic = this.traffic.at(-1)!
      // Asked once: other checks may use the limit up meanwhile.
      let asked: Promise<boolean> | undefined
      const isLimited = () => (asked ??= isAddressLimited(this, baseUrl))
      if (resets < MOST_RESETS && (await this.#resetsAddressLimit(isLimited, before))) {
        resets++
        attempt--
        continue
      }
      if (request.keeps429 && !(await isLimited()))
        return noteAnswer(this, this.#tools, { request, answer, credential, traffic })
      const windows = MOST_WINDOWS[this.#isOwn(request.as) ? 'own' : 'shared']
      const { patience } = this.#tools
      if (attempt <= windows && (await patience.waitFor(answer, Date.now(), label))) continue
      if (await isLimited()) throw addressLimited(label, answer)
      throw persistent429(label, answer, attempt > 2 && this.#isOwn(request.as))
    }
  }

  /** Whether a key was made for this check, so that it has every scope and no other client uses it. */
  #isOwn(need: StepRequest['as']): boolean {
    return isObject(need) || (need !== undefined && this.#ownKey(need) !== undefined)
  }

  #ownKey(need: CredentialNeed): Credential | undefined {
    const { region, name } = place(this.home, need)
    return this.#ownKeys.get(`${region}.${name}`)
  }

  /** Requests a reset of the limit by address if it is used up. @returns whether any check has reset it since */
  async #resetsAddressLimit(isLimited: () => Promise<boolean>, before: number): Promise<boolean> {
    if (!this.offers(RESET_STATE)) return false
    const { addressLimit } = this.#tools
    const params = { region: this.home, mode: 'test' }
    if (await isLimited()) await addressLimit.reset(() => this.#setUpState(RESET_STATE, params))
    else await addressLimit.settled()
    return addressLimit.count !== before
  }

  async setUp(label: string, request: StepRequest): Promise<Answer> {
    const answer = await this.step(label, request)
    if (answer.status >= 200 && answer.status < 300) return answer
    throw this.unusable(label, request, answer)
  }

  unusable(label: string, request: StepRequest, answer: Answer): Error {
    return unusable(this, this.#tools.target, label, request, answer, this.#isOwn(request.as))
  }

  reportBroken(step: BrokenStep, exchange = this.traffic.length): void {
    this.#tools.prerequisites.add({
      check: this.#check.id,
      step: { ...step, got: this.#tools.redactor.text(step.got) },
      traffic: this.traffic.slice(Math.max(0, exchange - 1), exchange),
    })
  }

  expect(id: string, expected: string, holds: boolean, got: unknown): boolean {
    const requirement = this.#tools.catalogue.get(id)
    if (!requirement || !this.#check.requirements.includes(id))
      throw new Error(`the check does not list the requirement ${id}`)
    const { level, text } = requirement
    this.expectations.push({
      requirement: id,
      level,
      text,
      expected,
      got: this.#tools.redactor.text(holds ? shown(got) : shownWhole(got)),
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
    const { states = [], optionalStates = [] } = this.#check.needs
    if (!states.includes(name) && !optionalStates.includes(name))
      throw new Error(`the check does not list the state ${name} in its needs`)
    return this.#setUpState(name, { region: this.home, mode: this.mode, ...params })
  }

  offers(state: string): boolean {
    return this.#tools.offered instanceof Set && this.#tools.offered.has(state)
  }

  has(feature: FeatureName): boolean {
    const { features, optionalFeatures = [] } = this.#check.needs
    if (![...features, ...optionalFeatures].includes(feature))
      throw new Error(`the check does not list the feature ${feature} in its needs`)
    return this.#tools.target.features[feature]
  }

  receiver(): Hook {
    if (!this.#check.needs.webhooks || !this.#tools.hooks)
      throw new Error('the check does not list webhooks in its needs')
    this.#blockIfUnreachable()
    const hook = this.#tools.hooks.open(
      (delivery, url) => noteDelivery(this, this.#tools, delivery, url),
      async () => {
        const fault = await this.#tools.webhookFault()
        this.#blockIfUnreachable()
        if (fault && !this.#notes.includes(fault.cause)) this.#notes.push(fault.cause)
      },
      // If nothing arrives at all, a check need not wait as long as for a slow event.
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
    refuseIfOver(this.#tools)
    const use = { state: name, params, run_id: `run-${this.unique()}` }
    const bindings = await this.#states.setUp(use)
    hideBindings(this.#tools.redactor, name, bindings)
    markKeyOfState(this.#tools, name, bindings)
    this.#fields.keep(bindings)
    return bindings
  }

  sessionFields(need: CredentialNeed): JsonObject {
    const listed = findCredential(this.#tools.target, this.home, need)
    return this.#fields.of(this.#ownKey(need)?.key, listed)
  }

  route(name: OpenRoute, id: string): Pick<StepRequest, 'method' | 'path' | 'json'> {
    const request = openRequest(this.open, name, id)
    if (!request || !this.#check.needs.routes?.includes(name))
      throw new Error(`the check does not list the route ${name} in its needs`)
    return request
  }

  /** Returns why the check cannot be run; undefined if it can. @throws {StateError} */
  unreachable(): string | undefined {
    if (this.#check.slow && !this.#tools.slow) return 'takes up to a minute; --slow runs it'
    return lackingState(this.#check, this.#tools.target, this.#tools.offered)
  }

  /** Makes the keys that the check uses, if the provider can. @throws {StateError} */
  async prepare(): Promise<void> {
    if (!canMakeKeys(this.#tools.offered)) return
    const setUp = this.#setUpState.bind(this)
    this.#ownKeys = await makeKeys(this.#check.needs.credentials, this, setUp)
  }

  /** Undoes every state and closes the receiver; returns the problems. */
  async end(): Promise<string[]> {
    for (const hook of this.#open.splice(0)) hook.close()
    const coded = codedResponses(this.traffic)
    if (coded !== undefined) this.#notes.push(coded)
    return [...this.#notes, ...(await this.#states.tearDown())]
  }

  async send(label: string, request: HttpRequest): Promise<Answer> {
    refuseIfOver(this.#tools)
    return this.#exchange(label, request)
  }

  /** Makes one exchange, and keeps it for the reports in any case. */
  async #exchange(label: string, request: HttpRequest): Promise<Answer> {
    try {
      const answer = await this.#tools.service.send(request)
      answer.wrappers = this.open.wrappers
      this.#tools.prerequisites.observe(`responses of ${request.url.origin}`)
      keepExchange(this.traffic, this.#tools.redactor, label, request, answer)
      return answer
    } catch (error) {
      if (error instanceof NoAnswer && error.sporadic) this.isDisturbed = true
      keepExchange(this.traffic, this.#tools.redactor, label, request, error as Error)
      throw error
    }
  }

  #credential(need: StepRequest['as']): { key: string; region?: RegionName } | undefined {
    if (need === undefined || isObject(need)) return need
    if (!this.#check.needs.credentials.includes(need))
      throw new Error(`the check does not list the credential ${need} in its needs`)
    return this.#ownKey(need) ?? (findCredential(this.#tools.target, this.home, need) as Credential)
  }
}
