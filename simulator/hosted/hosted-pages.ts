import type { SdkEnvelope, SdkStep } from '../../spec/generated/wire.ts'
import { SPECIMEN_HEADER } from '../features/sessions/given-specimen.ts'
import { ApiError } from '../call/errors.ts'
import type { Ports } from '../ports.ts'
import type { BrowserRequest, DataPlane } from './data-plane.ts'
import { type Envelopes, confirmEndReply, finalReply } from './end-pages.ts'
import { type Attempt, FIRST_ATTEMPT, type FieldKind, attemptOf, attemptWith } from './fields.ts'
import type { FormBody } from './form-body.ts'
import { homeOf, repeatedOf } from './page-frame.ts'
import { type Reply, redirectTo } from './page.ts'
import { nextStep, stepPageOf, stepReply } from './pages.ts'
import { advance } from './progress.ts'
import { startReply } from './start.ts'
import { CAPTURE_ACTS } from './steps/capture-state.ts'
import { captureProblem } from './steps/capture-problems.ts'
import { hostedCeremony, unopenedPage } from './steps/signing.ts'
import { ACTS } from './steps/signing-acts.ts'
import { forgetName, nameProblem, rememberName, rememberedName } from './steps/signing-review.ts'
import { signingScreen } from './steps/signing-screens.ts'
import { actionOf } from './steps/step.ts'
import { type Visit, isOver } from './visit.ts'

/** A request to a page of an existing session. */
export interface PageRequest {
  visit: Visit
  /** Reloads the session. @throws {ApiError} resource_not_found if it was deleted */
  reload(): Promise<Visit>
  params: { step?: string; act?: string; document?: string }
  form: FormBody
  /** The `Cookie` header. */
  cookies: string | undefined
  browserRequest: BrowserRequest
}

/** Actions of the pages. Each is a call to the data plane, which validates it. */
export class HostedPages {
  readonly #plane: DataPlane
  readonly #ports: Ports

  constructor(plane: DataPlane, ports: Ports) {
    this.#plane = plane
    this.#ports = ports
  }

  /** Shows the first open step, or the end page if no step is open. */
  async show(
    { visit, browserRequest }: PageRequest,
    attempt: Attempt = FIRST_ATTEMPT,
    status = 200,
  ): Promise<Reply> {
    const step = nextStep(visit)
    if (!step)
      return finalReply(visit, await this.#envelopes(visit, browserRequest), attempt, status)
    const fresh = visit.shown.status === 'created' && !visit.progress.started
    if (fresh && attempt === FIRST_ATTEMPT) return startReply(visit)
    return this.#step(visit, step, browserRequest, attempt, status)
  }

  async start(request: PageRequest): Promise<Reply> {
    if (!nextStep(request.visit)) return redirectTo(homeOf(request.visit))
    return this.#advance(request, (progress) =>
      progress.started ? progress : { ...progress, started: true },
    )
  }

  /** The documents of a step, also after signing; other steps have no separate page. */
  async showStep(request: PageRequest): Promise<Reply> {
    const { visit, browserRequest, params } = request
    const step = visit.shown.steps.find(({ id }) => id === params.step)
    if (step?.type !== 'esign' || !visit.opened.includes(step.id)) return redirectTo(homeOf(visit))
    return this.#step(visit, step, browserRequest, FIRST_ATTEMPT, 200)
  }

  async submit(request: PageRequest): Promise<Reply> {
    const { visit, params, form, browserRequest } = request
    const step = visit.shown.steps.find(({ id }) => id === params.step)
    // No page offers this action: the step is done or does not exist. The data plane returns the
    // error.
    const offered = step?.status === 'open' && step.type !== 'esign'
    const submission = offered ? stepPageOf(step).read(step, visit, form) : { body: {} }
    if ('problems' in submission) return this.#step(visit, step!, browserRequest, submission, 422)
    const headers = {
      ...browserRequest.headers,
      [SPECIMEN_HEADER.toLowerCase()]: submission.specimen,
    }
    try {
      await this.#plane.call(
        'submitSdkStep',
        visit.owner,
        { ...browserRequest, headers },
        { step_id: params.step! },
        submission.body,
      )
    } catch (error) {
      return this.#refused(request, step, error)
    }
    return redirectTo(homeOf(visit))
  }

  async confirmEnd({ visit }: PageRequest): Promise<Reply> {
    return nextStep(visit) ? confirmEndReply(visit) : redirectTo(homeOf(visit))
  }

  async end(request: PageRequest): Promise<Reply> {
    try {
      await this.#plane.call('endSdkSession', request.visit.owner, request.browserRequest)
    } catch (error) {
      return this.#refused(request, undefined, error)
    }
    return redirectTo(homeOf(request.visit))
  }

  /** Actions of a signer on the documents of a step. */
  async act(request: PageRequest): Promise<Reply> {
    const {
      visit,
      params: { step: stepId, act },
      form,
      browserRequest,
    } = request
    const step = visit.shown.steps.find(({ id }) => id === stepId)
    if (Object.hasOwn(CAPTURE_ACTS, act!)) return this.#capture(request, step)
    if (act === 'read' || act === 'review') return this.#readOrReview(request, step)
    const wanted = Object.hasOwn(ACTS, act!) ? ACTS[act!] : undefined
    if (!wanted) throw new ApiError('resource_not_found')
    try {
      await this.#plane.call(
        wanted.operationId,
        visit.owner,
        browserRequest,
        { step_id: stepId! },
        wanted.body?.(form),
      )
    } catch (error) {
      return this.#refused(request, step, error)
    }
    // After an action on a document, the page shows the result before the next step.
    return act === 'sign'
      ? forgetName(visit, { id: stepId! }, redirectTo(homeOf(visit)))
      : redirectTo(actionOf(visit, { id: stepId! }))
  }

  async download({ visit, params, browserRequest }: PageRequest): Promise<Reply> {
    const { status, bytes, contentType, headers } = await this.#plane.call(
      'downloadSdkDocument',
      visit.owner,
      browserRequest,
      { step_id: params.step!, document_id: params.document! },
    )
    return { status, bytes: bytes!, contentType: contentType!, headers: headers ?? [] }
  }

  /** One screen of a capture. An outdated form redirects to the current screen. */
  async #capture(request: PageRequest, step: SdkStep | undefined): Promise<Reply> {
    const { visit, params, form, browserRequest } = request
    if (!step && visit.shown.steps.length > 0) throw new ApiError('resource_not_found')
    if (step?.type !== 'id_verification' || step.status !== 'open') return redirectTo(homeOf(visit))
    const problem = await captureProblem(this.#ports.uploads, visit, step, params.act!, form)
    if (problem) return this.#step(visit, step, browserRequest, problem, 422)
    return this.#advance(request, (progress) =>
      CAPTURE_ACTS[params.act!]!(progress, step, form.fields),
    )
  }

  async #readOrReview(request: PageRequest, step: SdkStep | undefined): Promise<Reply> {
    const { visit, params, form, browserRequest } = request
    if (!step && visit.shown.steps.length > 0) throw new ApiError('resource_not_found')
    if (step?.type !== 'esign' || step.status !== 'open' || !visit.opened.includes(step.id))
      return redirectTo(homeOf(visit))
    if (params.act === 'read') {
      const { id } = step
      return this.#advance(request, (progress) =>
        progress.read?.includes(id)
          ? progress
          : { ...progress, read: [...(progress.read ?? []), id] },
      )
    }
    const typedName = form.fields.get('typedName')?.trim() ?? ''
    const problem = nameProblem(visit, step, typedName)
    if (problem !== undefined) {
      const attempt = attemptWith('typedName', problem, form.fields)
      return this.#step(visit, step, browserRequest, attempt, 422)
    }
    return rememberName(visit, step, typedName)
  }

  /** The page that `review` redirects to. Without its cookie, it asks for the name again. */
  async showReview({ visit, params, cookies, browserRequest }: PageRequest): Promise<Reply> {
    const step = visit.shown.steps.find(({ id }) => id === params.step)
    const stepPage = redirectTo(actionOf(visit, { id: params.step! }))
    if (step?.type !== 'esign' || step.status !== 'open' || !visit.opened.includes(step.id))
      return stepPage
    const envelope = (await this.#envelopes(visit, browserRequest)).get(step.id)!
    const name = rememberedName(visit, step, cookies)
    if (!envelope.consent || (name === undefined && !visit.progress.read?.includes(step.id)))
      return stepPage
    const attempt = { ...FIRST_ATTEMPT, words: visit.words.signing }
    return stepReply(visit, step, signingScreen(visit, step, envelope, attempt, { name }), attempt)
  }

  async #advance(request: PageRequest, change: Parameters<typeof advance>[3]): Promise<Reply> {
    const { visit, browserRequest } = request
    try {
      await advance(this.#ports, visit, browserRequest.now, change)
    } catch (error) {
      return this.#refused(request, undefined, error)
    }
    return redirectTo(homeOf(visit))
  }

  async #step(
    visit: Visit,
    step: SdkStep,
    browserRequest: BrowserRequest,
    made: Attempt,
    status: number,
  ): Promise<Reply> {
    const attempt: Attempt = { ...made, words: visit.words.signing }
    if (step.type !== 'esign') {
      return stepReply(visit, step, stepPageOf(step).render(step, visit, attempt), attempt, status)
    }
    const envelope = (await this.#envelopes(visit, browserRequest)).get(step.id)
    const drawn = envelope
      ? signingScreen(visit, step, envelope, attempt)
      : unopenedPage(hostedCeremony(visit, step.id))
    return stepReply(visit, step, drawn, attempt, status)
  }

  /** Returns the opened envelopes. Reading them has no side effect. */
  async #envelopes(visit: Visit, browserRequest: BrowserRequest): Promise<Envelopes> {
    const found: Envelopes = new Map()
    for (const step_id of visit.opened) {
      found.set(
        step_id,
        await this.#plane.data<SdkEnvelope>('retrieveSdkEnvelope', visit.owner, browserRequest, {
          step_id,
        }),
      )
    }
    return found
  }

  /**
   * Renders the current page with its errors, at fields that it still shows or as one sentence. A repeated action,
   * from a double click or another window, is no error: the page continues from there, with a message.
   */
  async #refused(request: PageRequest, step: SdkStep | undefined, error: unknown): Promise<Reply> {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const visit = await request.reload()
    if (error.code === 'step_already_submitted' && step && nextStep(visit))
      return redirectTo(repeatedOf(visit, step))
    if (isOver(visit) || DONE_ALREADY.has(error.code)) return redirectTo(homeOf(visit))
    const now = visit.shown.steps.find(({ id }) => id === step?.id)
    const { fields } = request.form
    if (error.code === 'validation_error' && now?.status === 'open') {
      const attempt = attemptOf(error, fields, visit.words, (name) => kindOf(now, name))
      return this.#step(visit, now, request.browserRequest, attempt, error.status)
    }
    const { text, signing } = visit.words
    const message =
      error.code === 'consent_required'
        ? signing.problemConsent
        : error.code === 'resource_not_found'
          ? text.problemNothingHere
          : text.problemInvalid
    const failedAttempt = attemptWith('', message, fields, signing)
    return this.show({ ...request, visit }, failedAttempt, error.status)
  }
}

function kindOf(step: SdkStep, name: string): FieldKind {
  if (step.type === 'esign') return name === 'typedName' ? 'name' : 'text'
  return stepPageOf(step).kindOf(step, name)
}

/** Errors for actions that are already done. */
const DONE_ALREADY = new Set<ApiError['code']>([
  'session_already_completed',
  'step_already_submitted',
  'illegal_transition',
])
