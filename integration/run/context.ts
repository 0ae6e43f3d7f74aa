import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Blocked } from '../../conformance/check/outcome.ts'
import { Answer } from '../../conformance/http/answer.ts'
import { NoAnswer } from '../../conformance/http/client.ts'
import type { HttpRequest } from '../../conformance/http/request.ts'
import { record, type Traffic } from '../../conformance/http/traffic.ts'
import type { Expectation, Observation } from '../../conformance/run/result.ts'
import { shown } from '../../conformance/text.ts'
import type { WebhookEventType } from '../../spec/generated/wire.ts'
import type { Check, Context, SessionOptions, StartedSession } from '../check.ts'
import { DriveFailed, DriverError, DriverLost } from '../driver/driver.ts'
import { type Operation, type Outcome, readOutcome } from '../driver/protocol.ts'
import type { DocumentAnswers } from '../service/documents.ts'
import type { Exchange } from '../service/recording-proxy.ts'
import { signedHeaders, type WebhookParts } from '../service/sign.ts'
import { laterOutcome, poll } from './later-outcome.ts'
import { mayLackSession, readsElsewhere, whyNotJudged } from './reads-elsewhere.ts'
import { OutOfTime, type RunTools } from './run-tools.ts'
import { membersOf } from './session-members.ts'
import { trafficOf } from './traffic.ts'

/** After so many late responses in a row, only the check of the response time waits for further ones. */
const MOST_LATE = 3
/** The check of the response time. */
export const ANSWERS_IN_TIME = 'receiver.answers-in-time'

/** The context of one check's run; records its traffic. */
export class CheckRun implements Context {
  readonly expectations: Expectation[] = []
  readonly observations: Observation[] = []
  /** Advice for the reader of a failure. */
  readonly notes: string[] = []
  readonly answerWithinMs: number
  readonly patienceMs: number
  readonly resetInMs: number
  readonly recoveryMs: number | undefined
  readonly #tools: RunTools
  readonly #check: Check
  readonly #began = Date.now()
  readonly #sent: { at: number; traffic: Traffic; answer: unknown }[] = []
  readonly #files: string[] = []
  /** Why the backend did not begin a verification in this check. */
  beginFailure: string | undefined
  /** Whether the receiver got a webhook of this check and did not respond. */
  #isUnanswered = false

  constructor(tools: RunTools, check: Check) {
    this.#tools = tools
    this.#check = check
    this.answerWithinMs = tools.answerWithinMs
    this.patienceMs = tools.patienceMs
    this.resetInMs = tools.resetInMs
    this.recoveryMs = tools.driver?.ready.recoveryMs
  }

  get simulator(): Context['simulator'] {
    return this.#tools.service.simulator
  }

  get signingSecret(): string {
    return this.#tools.service.secret
  }

  get rules(): Context['rules'] {
    return this.#tools.service.rules
  }

  /** Requests of the check and of the backend, in chronological order. */
  get traffic(): Traffic[] {
    return this.#recorded().map(({ traffic }) => traffic)
  }

  #recorded(): { at: number; traffic: Traffic; answer?: unknown }[] {
    const asked = this.#tools.service.exchanges(this.#began)
    return [
      ...this.#sent,
      ...asked.map((exchange) => ({
        at: exchange.at,
        traffic: trafficOf(exchange, this.#tools.redactor),
      })),
    ].toSorted((a, b) => a.at - b.at)
  }

  can(operation: Operation): boolean {
    return this.#tools.driver?.ready.can.includes(operation) ?? false
  }

  get isStateless(): boolean {
    return this.#tools.driver?.ready.stateless ?? false
  }

  unique(): string {
    return randomBytes(6).toString('hex')
  }

  exchanges(filter: { operation?: string; sessionId?: string; ofRun?: true } = {}): Exchange[] {
    return this.#tools.service
      .exchanges(filter.ofRun ? 0 : this.#began)
      .filter(
        ({ operation, sessionId }) =>
          (filter.operation === undefined || operation === filter.operation) &&
          (filter.sessionId === undefined || sessionId === filter.sessionId),
      )
  }

  async createSession(options: SessionOptions = {}): Promise<string> {
    const { organization } = this.#tools.service
    return (
      await organization.createSession(
        await membersOf(organization, `Check ${this.unique()}`, options),
      )
    ).id
  }

  async begin(options: SessionOptions = {}): Promise<StartedSession> {
    const { organization } = this.#tools.service
    const members = await membersOf(organization, `Check ${this.unique()}`, options)
    if (Object.keys(members).length > 0)
      this.rules.next('createSession', { request: (json) => ({ ...json, ...members }) })
    return this.#begin(`order-${this.unique()}`)
  }

  async tryBegin(
    reference = `order-${this.unique()}`,
  ): Promise<StartedSession | { reference: string; failed: string }> {
    try {
      return await this.#begin(reference)
    } catch (error) {
      if (error instanceof DriverLost || error instanceof OutOfTime) throw error
      return { reference, failed: (error as Error).message }
    }
  }

  async #begin(reference: string): Promise<StartedSession> {
    try {
      const { session_id: sessionId, browser = null } = await this.drive('begin', { reference })
      if (typeof sessionId !== 'string')
        throw new DriverError('the response to "begin" has no "session_id", a string')
      this.#tools.hasBegun = true
      return { reference, sessionId, browser }
    } catch (error) {
      this.beginFailure = (error as Error).message
      throw error
    }
  }

  async result(reference: string): Promise<Outcome> {
    const outcome = readOutcome(await this.drive('result', { reference }))
    if (typeof outcome === 'string') throw new DriverError(`the response to "result": ${outcome}`)
    return outcome
  }

  async drive(
    operation: Operation,
    params: Record<string, unknown>,
  ): Promise<Record<string, unknown>> {
    this.#tools.step(operation)
    try {
      return await this.#tools.driver!.drive(operation, params)
    } catch (error) {
      if (!(error instanceof DriveFailed)) throw error
      throw new Blocked(`the backend failed at "${operation}": ${error.message}`)
    }
  }

  async resultThat(reference: string, fits: (outcome: Outcome) => boolean): Promise<Outcome> {
    const outcome = await poll(this, reference, fits, this.patienceMs)
    if (fits(outcome)) return outcome
    // A queue may be behind: when it has processed a later delivery, it has processed this one too.
    const later = await laterOutcome(this, this.#tools).catch((error: unknown) => {
      if (!(error instanceof Blocked)) throw error
      return null
    })
    return later === null ? outcome : poll(this, reference, fits, this.patienceMs)
  }

  async webhook(sessionId: string, type: string): Promise<WebhookParts> {
    const { organization, simulator } = this.#tools.service
    await simulator.settle()
    const { id, body, headers } = await organization.nextWebhook({
      sessionId,
      type: type as WebhookEventType,
    })
    return {
      id,
      body,
      // `deliver` adds the others, for its own time and scheme.
      headers: Object.fromEntries(
        Object.entries(headers).filter(([name]) => !/-(id|signature|timestamp)$/i.test(name)),
      ),
    }
  }

  async deliver(
    label: string,
    webhook: WebhookParts,
    { mayBeLate = false }: { mayBeLate?: boolean } = {},
  ): Promise<Answer> {
    const { answerWithinMs } = this.#tools
    if (this.#tools.late >= MOST_LATE && this.#check.id !== ANSWERS_IN_TIME)
      throw new Blocked(
        `the receiver took more than ${answerWithinMs / 1000} s to answer ${MOST_LATE} webhooks in a row; let it answer first and process afterwards (${ANSWERS_IN_TIME})`,
      )
    const answer = await this.#send(label, webhook)
    const isLate = answer.milliseconds > answerWithinMs
    if (!mayBeLate) this.#tools.late = isLate ? this.#tools.late + 1 : 0
    if (this.#tools.driver === undefined && mayLackSession(webhook, answer)) {
      const send = this.#send.bind(this)
      this.#tools.readsElsewhere ??= await readsElsewhere(this, this.#tools.service, send)
      if (this.#tools.readsElsewhere) throw new Blocked(whyNotJudged(answer))
    }
    return answer
  }

  async #send(label: string, webhook: WebhookParts): Promise<Answer> {
    const { client, redactor, scheme, service, webhook: url } = this.#tools
    const request: HttpRequest = {
      method: 'POST',
      url: url!,
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(scheme, webhook, service.secret),
      },
      body: Buffer.from(webhook.body),
      alone: false,
    }
    this.#tools.step(label)
    const at = Date.now()
    const got = await client.send(request).catch((error: Error) => error)
    const unanswered = (error: Error): Answer =>
      new Answer({
        status: 0,
        statusLine: error.message,
        rawHeaders: [],
        body: Buffer.alloc(0),
        milliseconds: Date.now() - at,
      })
    const answer = got instanceof Error ? unanswered(got) : got
    this.#sent.push({ at, traffic: record(label, request, got, redactor), answer })
    if (!(got instanceof Error)) return answer
    if (got instanceof NoAnswer && got.unsent)
      throw new Blocked(`${got.message}: the receiver is not judged any further`)
    // A receiver that ends because of a webhook of this check is judged.
    if (got instanceof NoAnswer && got.unreached && !this.#isUnanswered)
      throw new Blocked(
        `nothing listens at the receiver ${url!.href} any more: its log may say why it ended`,
      )
    this.#isUnanswered = true
    return answer
  }

  async settle(): Promise<void> {
    if ((await laterOutcome(this, this.#tools)) === null)
      throw new Blocked(
        'the backend has no outcome of a verification that was completed and delivered, so the check cannot wait for its results',
      )
  }

  document(answers: DocumentAnswers): { file: string; sha256: string } {
    const { bytes, sha256 } = this.#tools.service.documents.add(this.rules, answers)
    const file = join(tmpdir(), `vskit-${this.unique()}.pdf`)
    writeFileSync(file, bytes)
    this.#files.push(file)
    return { file, sha256 }
  }

  expect(id: string, expected: string, holds: boolean, got: unknown, of?: Answer): boolean {
    const requirement = this.#tools.catalogue.get(id)
    if (!requirement || !this.#check.requirements.includes(id))
      throw new Error(`the check does not list the requirement ${id}`)
    const recorded = this.#recorded()
    this.expectations.push({
      requirement: id,
      level: requirement.level,
      text: requirement.text,
      expected,
      got: this.#tools.redactor.text(shown(got)),
      holds,
      after: of ? 1 + recorded.findIndex(({ answer }) => answer === of) : recorded.length,
    })
    return holds
  }

  observe(about: string, note: string): void {
    this.observations.push({ gap: about, note: this.#tools.redactor.text(note) })
  }

  end(): void {
    for (const file of this.#files) rmSync(file, { force: true })
    this.#tools.service.ordinary()
  }
}
