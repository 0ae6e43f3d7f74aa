import type { OperationId } from '../../spec/contract.ts'
import type { SdkEnvelope, SdkStep } from '../../spec/generated/wire.ts'
import { SPECIMEN_HEADER } from '../features/given-specimen.ts'
import { ApiError } from '../service/errors.ts'
import type { Asking, DataPlane } from './data-plane.ts'
import { type Attempt, FRESH, attemptOf, attemptWith } from './fields.ts'
import type { FormBody } from './form-body.ts'
import { type Reply, goTo } from './page.ts'
import {
  type Envelopes,
  endReply,
  homeOf,
  nextStep,
  restReply,
  stepPageOf,
  stepReply,
} from './pages.ts'
import { ceremonyPage, unopenedPage } from './steps/signing.ts'
import { actionOf } from './steps/step.ts'
import type { Visit } from './visit.ts'

/** One request to a page of a session that is there. */
export interface PageRequest {
  visit: Visit
  /** The same session as it is now. @throws {ApiError} resource_not_found, if it is gone */
  again(): Promise<Visit>
  params: { step?: string; act?: string; document?: string }
  form: FormBody
  asking: Asking
}

/** What the pages do. Every act is a call to the data plane, which decides. */
export class Journey {
  readonly #plane: DataPlane

  constructor(plane: DataPlane) {
    this.#plane = plane
  }

  /** The first step that is left, or what is to be said when none is. */
  async show(
    { visit, asking }: PageRequest,
    attempt: Attempt = FRESH,
    status = 200,
  ): Promise<Reply> {
    const step = nextStep(visit)
    if (step) return this.#step(visit, step, asking, attempt, status)
    return restReply(visit, await this.#envelopes(visit, asking), attempt, status)
  }

  /** The documents of a step, also when they are signed; another step has no page of its own. */
  async showStep(request: PageRequest): Promise<Reply> {
    const { visit, asking, params } = request
    const step = visit.shown.steps.find(({ id }) => id === params.step)
    if (step?.type !== 'esign' || !visit.opened.includes(step.id)) return goTo(homeOf(visit))
    return this.#step(visit, step, asking, FRESH, 200)
  }

  async submit(request: PageRequest): Promise<Reply> {
    const { visit, params, form, asking } = request
    const step = visit.shown.steps.find(({ id }) => id === params.step)
    // No page offers it: done and over since, or no step at all. The data plane says which.
    const offered = step?.status === 'open' && step.type !== 'esign'
    const handed = offered ? stepPageOf(step).read(step, visit, form) : { body: {} }
    if ('problems' in handed) return this.#step(visit, step!, asking, handed, 422)
    const headers = { ...asking.headers, [SPECIMEN_HEADER.toLowerCase()]: handed.specimen }
    try {
      await this.#plane.call(
        'submitSdkStep',
        visit.owner,
        { ...asking, headers },
        { step_id: params.step! },
        handed.body,
      )
    } catch (error) {
      return this.#refused(request, step, error)
    }
    return goTo(homeOf(visit))
  }

  async askEnd({ visit }: PageRequest): Promise<Reply> {
    return nextStep(visit) ? endReply(visit) : goTo(homeOf(visit))
  }

  async end(request: PageRequest): Promise<Reply> {
    try {
      await this.#plane.call('endSdkSession', request.visit.owner, request.asking)
    } catch (error) {
      return this.#refused(request, undefined, error)
    }
    return goTo(homeOf(request.visit))
  }

  /** What a signer does with the documents of a step. */
  async act(request: PageRequest): Promise<Reply> {
    const {
      visit,
      params: { step: stepId, act },
      form,
      asking,
    } = request
    const wanted = Object.hasOwn(ACTS, act!) ? ACTS[act!] : undefined
    if (!wanted) throw new ApiError('resource_not_found')
    const step = visit.shown.steps.find(({ id }) => id === stepId)
    try {
      await this.#plane.call(
        wanted.operationId,
        visit.owner,
        asking,
        { step_id: stepId! },
        wanted.body?.(form),
      )
    } catch (error) {
      return this.#refused(request, step, error)
    }
    // Whoever has done something with a document sees what came of it before going on.
    return goTo(act === 'sign' ? homeOf(visit) : actionOf(visit, { id: stepId! }))
  }

  async download({ visit, params, asking }: PageRequest): Promise<Reply> {
    const { status, bytes, contentType, headers } = await this.#plane.call(
      'downloadSdkDocument',
      visit.owner,
      asking,
      { step_id: params.step!, document_id: params.document! },
    )
    return { status, bytes: bytes!, contentType: contentType!, headers: headers ?? [] }
  }

  async #step(
    visit: Visit,
    step: SdkStep,
    asking: Asking,
    attempt: Attempt,
    status: number,
  ): Promise<Reply> {
    if (step.type !== 'esign') {
      return stepReply(visit, step, stepPageOf(step).draw(step, visit, attempt), attempt, status)
    }
    const envelope = (await this.#envelopes(visit, asking)).get(step.id)
    const drawn = envelope
      ? ceremonyPage(step, visit, envelope, attempt)
      : unopenedPage(step, visit)
    return stepReply(visit, step, drawn, attempt, status)
  }

  /** Those that were opened: to look at them changes nothing. */
  async #envelopes(visit: Visit, asking: Asking): Promise<Envelopes> {
    const found: Envelopes = new Map()
    for (const step_id of visit.opened) {
      found.set(
        step_id,
        await this.#plane.data<SdkEnvelope>('retrieveSdkEnvelope', visit.owner, asking, {
          step_id,
        }),
      )
    }
    return found
  }

  /** The page as it is now, with what was wrong: at the fields that it still shows, or as one sentence. */
  async #refused(request: PageRequest, step: SdkStep | undefined, error: unknown): Promise<Reply> {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const visit = await request.again()
    const now = visit.shown.steps.find(({ id }) => id === step?.id)
    const { fields } = request.form
    if (error.code === 'validation_error' && now?.status === 'open') {
      return this.#step(visit, now, request.asking, attemptOf(error, fields), error.status)
    }
    const told = attemptWith('', SAYINGS[error.code] ?? error.message, fields)
    return this.show({ ...request, visit }, told, error.status)
  }
}

/** Refusals that a person meets, in a person's words. */
const SAYINGS: Partial<Record<ApiError['code'], string>> = {
  session_already_completed: 'This verification was over already, so nothing was changed.',
  step_already_submitted:
    'You had done that already, perhaps in another window. Nothing was changed.',
  illegal_transition: 'Everything was handed in already, so nothing was changed.',
  consent_required: 'Please agree to sign electronically first.',
  resource_not_found: 'This step has nothing to show. Whoever sent you here has to help.',
}

const ACTS: Record<string, { operationId: OperationId; body?: (form: FormBody) => object }> = {
  open: { operationId: 'retrieveSdkEnvelope' },
  consent: {
    operationId: 'acceptSdkConsent',
    body: ({ fields }) => ({
      version: Number(fields.get('version')),
      hash: fields.get('hash') ?? '',
    }),
  },
  sign: {
    operationId: 'signSdkEnvelope',
    body: ({ fields }) => ({ typedName: fields.get('typedName') ?? '' }),
  },
  decline: {
    operationId: 'declineSdkEnvelope',
    body: ({ fields }) => {
      const reason = fields.get('reason')?.trim()
      return reason ? { reason } : {}
    },
  },
  withdraw: { operationId: 'withdrawSdkConsent' },
  'paper-copy': { operationId: 'requestSdkPaperCopy' },
}
