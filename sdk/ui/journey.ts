import type { SdkSession, SdkStep } from '../../spec/generated/wire.ts'
import { VskitError } from '../core/errors.ts'
import { SUBMIT_SECONDS, within } from '../core/time-limits.ts'
import type { Acquisition, Submission } from '../core/submission.ts'
import type { Verification } from '../core/verification.ts'
import type { JourneyMessages } from '../messages/en/journey.ts'
import type { SigningCopy } from '../signing/frame.ts'
import { h } from './dom.ts'
import { problemsOf } from './fields.ts'
import {
  type Ending,
  endingScreen,
  failureScreen,
  header,
  repeatedScreen,
  unsentScreen,
} from './screens.ts'
import type { Screen } from './stage.ts'
import { showSigning } from './steps/signing.ts'
import type { Attempt, StepContext, StepSubmission, StepView } from './steps/step.ts'
import { FIRST_ATTEMPT } from './steps/step.ts'
import { isSigned, openStepsOf, viewOf } from './steps/views.ts'

/**
 * Submits a step; `verification.submit` by default. Pass `acquisition` on: without it a camera is
 * recorded (IDV-021).
 */
export type SubmitCallback = (
  stepId: string,
  submission: Submission,
  acquisition: Acquisition | undefined,
  verification: Verification,
) => unknown

/** Options of the mounted pages. */
export interface JourneyOptions {
  submit?: SubmitCallback | undefined
  signingCopy?: SigningCopy | undefined
}

/** Errors that show that the session has changed in another window. The next screen tells its state. */
const MOVED_ON = ['session_already_completed', 'illegal_transition']

/** Shows the remaining steps, one at a time. */
export class Journey {
  readonly #drawing: StepContext
  readonly #options: JourneyOptions
  #ending: Ending | undefined
  /** The step of the screen, and of the screens that interrupt it. */
  #current: SdkStep | undefined
  /**
   * Steps whose documents were opened, stored before the end of the session, when it lists no
   * steps. After the end, the service shows no others.
   */
  readonly #opened = new Set<string>()
  /**
   * Typed values by step, in memory only: a failure or another screen must not cost the applicant
   * their answers.
   */
  readonly #typed = new Map<string, FormData>()
  /** Photos by step whose submission has failed, in memory only. */
  readonly #unsent = new Map<string, StepSubmission>()

  constructor(drawing: StepContext, options: JourneyOptions) {
    this.#drawing = drawing
    this.#options = options
  }

  get #session(): SdkSession {
    return this.#drawing.verification.session
  }

  /** Resolves when no steps remain, or when the page is unmounted. */
  async run(): Promise<void> {
    for (;;) {
      // An esign step must not be opened for a page that is gone.
      if (this.#drawing.stage.unmounted) return
      try {
        if (await this.#next()) break
      } catch (error) {
        await this.#failed(error)
      }
    }
    this.#drawing.verification.emit({ type: 'finished', session: this.#session })
    await this.#rest()
  }

  /** Shows the first remaining step. @returns whether there is none */
  async #next(): Promise<boolean> {
    const { verification, stage, messages } = this.#drawing
    const { steps } = this.#session
    // Without them, the page would say that nothing is left to do.
    if (!Array.isArray(steps))
      throw new VskitError('unexpected_response', 'Expected the session to have a list of steps.')
    for (const { id } of steps.filter(isSigned)) this.#opened.add(id)
    const open = openStepsOf(this.#session)
    const [step] = open
    this.#current = step
    if (!step) return true
    const footer = this.#footer(step)
    stage.setFrame(header(this.#session, step, messages), footer)
    verification.emit({ type: 'step_shown', stepId: step.id, stepType: step.type })
    const left =
      step.type === 'esign'
        ? await this.#sign(step, footer)
        : await this.#fillIn(step, viewOf(step.type))
    // With other steps open, a session that is over ended elsewhere.
    this.#ending = left === 'done' && open.length > 1 ? undefined : left
    if (step.type === 'esign') {
      stage.busy(true)
      await verification.refresh()
    }
    return false
  }

  async #fillIn(step: SdkStep, view: StepView): Promise<Ending> {
    const { stage, messages } = this.#drawing
    const keep = (typed: FormData): void => void this.#typed.set(step.id, typed)
    let attempt: Attempt = { ...FIRST_ATTEMPT, typed: this.#typed.get(step.id), keep }
    for (;;) {
      const given = (await this.#unsentOf(step)) ?? (await view(this.#drawing, step, attempt))
      const { typed } = given
      if (given.submission.images) this.#unsent.set(step.id, given)
      stage.busy(true)
      try {
        await this.#submit(step.id, given)
        this.#typed.delete(step.id)
        this.#unsent.delete(step.id)
        return 'done'
      } catch (error) {
        if (!(error instanceof VskitError)) throw error
        if (error.code === 'name_components_required')
          attempt = { problems: new Map([['', messages.problemNames]]), typed, keep }
        else if (error.code === 'validation_error')
          attempt = { problems: problemsOf(error.issues, messages), typed, keep }
        else throw error
        this.#unsent.delete(step.id)
      }
    }
  }

  /** Photos of a failed submission, if the applicant wants to send them again. */
  async #unsentOf({ id }: SdkStep): Promise<StepSubmission | undefined> {
    const { stage, messages } = this.#drawing
    const unsent = this.#unsent.get(id)
    if (unsent && (await stage.ask<boolean>((answer) => unsentScreen(messages, answer))))
      return unsent
    this.#unsent.delete(id)
    return undefined
  }

  async #submit(stepId: string, { submission, acquisition }: StepSubmission): Promise<void> {
    const { verification } = this.#drawing
    const { submit } = this.#options
    if (!submit) return void (await verification.submit(stepId, submission, acquisition))
    const call = async (): Promise<unknown> => submit(stepId, submission, acquisition, verification)
    const message = `submit has not answered within ${SUBMIT_SECONDS} seconds. Let it reject if your backend does not answer.`
    await within(SUBMIT_SECONDS, call(), () =>
      verification.report(new VskitError('submit_timeout', message)),
    )
    await verification.refresh()
  }

  async #sign({ id }: SdkStep, footer: HTMLElement): Promise<Ending | undefined> {
    const isLast = openStepsOf(this.#session).length === 1
    const { signingCopy } = this.#options
    const left = await showSigning(this.#drawing, id, signingCopy, false, ({ status, live }) => {
      this.#opened.add(id)
      // With the last signature, the session is over or in review: nothing is left to end.
      if (!live || (isLast && status !== 'sent')) footer.remove()
    })
    if (left === 'declined' || left === 'withdrawn') return left
    return left === 'sent' ? undefined : 'done'
  }

  /** Links of a step: documents of other steps, and the end of the verification. */
  #footer(step: SdkStep): HTMLElement {
    const { messages } = this.#drawing
    const signed = this.#session.steps.filter((each) => isSigned(each) && each.id !== step.id)
    return h(
      'footer',
      {},
      signed.map(({ id }) => this.#documents(id, true, () => this.#resume())),
      h(
        'button',
        { type: 'button', class: 'link', onclick: () => void this.#askEnd() },
        messages.end,
      ),
    )
  }

  #documents(stepId: string, live: boolean, then: () => void): HTMLElement {
    const { messages, stage } = this.#drawing
    const show = async (): Promise<void> => {
      stage.setFrame(undefined, undefined)
      try {
        await showSigning(this.#drawing, stepId, this.#options.signingCopy, true)
      } catch (error) {
        await (live ? this.#failed(error) : this.#tell(error))
      }
      then()
    }
    return h(
      'p',
      {},
      h(
        'button',
        { type: 'button', class: 'link', onclick: () => void show() },
        messages.documents,
      ),
      // After the end of the session, documents can only be saved.
      live && [' ', h('span', { class: 'hint' }, messages.documentsHint)],
    )
  }

  /**
   * Shows the current step if the session has changed while the browser kept the page in its
   * back/forward cache. A pending request shows its own result, and a signing frame reloads itself.
   */
  async restored(): Promise<void> {
    const { stage, verification } = this.#drawing
    const step = this.#current
    if (stage.isBusy || !step || step.type === 'esign') return
    const session = await verification.refresh().catch(() => undefined)
    if (!session || stage.unmounted || stage.isBusy || this.#current !== step) return
    if (openStepsOf(session)[0]?.id !== step.id) this.#resume()
  }

  /** Shows the step again after its screen was replaced. */
  #resume(): void {
    void this.run()
  }

  async #askEnd(): Promise<void> {
    const { stage, messages, verification } = this.#drawing
    stage.setFrame(undefined, undefined)
    const sure = await stage.ask<boolean>((answer) => ({
      title: messages.endTitle,
      body: [
        h('p', {}, messages.endText),
        h(
          'button',
          { type: 'button', class: 'grave', onclick: () => answer(true) },
          messages.endConfirm,
        ),
        h(
          'button',
          { type: 'button', class: 'second', onclick: () => answer(false) },
          messages.endCancel,
        ),
      ],
    }))
    if (sure) {
      stage.busy(true)
      try {
        await verification.end()
        this.#ending = 'ended'
      } catch (error) {
        await this.#failed(error)
      }
    }
    this.#resume()
  }

  async #rest(): Promise<void> {
    const { stage, messages, verification } = this.#drawing
    // In review: the rights of the signer last as long as the session (CER-034).
    const live = this.#session.status === 'awaiting_review'
    const opened = verification.tokensRefused ? [] : [...this.#opened]
    const documents = opened.map((id) => this.#documents(id, live, () => void this.#rest()))
    stage.setFrame(undefined, documents.length > 0 && h('footer', {}, documents))
    stage.show(endingScreen(this.#session, this.#ending, messages))
  }

  /**
   * Tells the error unless it only shows that the session has changed, and reloads the steps. If the
   * service is still unreachable, the next request fails again.
   */
  async #failed(cause: unknown): Promise<void> {
    const code = cause instanceof VskitError ? cause.code : ''
    // Without a message, the applicant would believe that their answers were used.
    if (code === 'step_already_submitted') await this.#show(repeatedScreen)
    else if (!MOVED_ON.includes(code)) await this.#tell(cause)
    await this.#drawing.verification.refresh().catch(() => undefined)
  }

  /** Shows the error and waits until the applicant continues. */
  async #tell(cause: unknown): Promise<void> {
    if (!(cause instanceof VskitError)) console.error('vskit:', cause)
    await this.#show((messages, answer) => failureScreen(cause, messages, answer))
  }

  /** Shows a message and waits until the applicant continues. */
  async #show(draw: (messages: JourneyMessages, answer: () => void) => Screen): Promise<void> {
    const { stage, messages } = this.#drawing
    await stage.ask<void>((answer) => draw(messages, answer))
    stage.busy(true)
  }
}
