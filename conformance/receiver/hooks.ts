import { randomBytes } from 'node:crypto'
import type { Target } from '../target/target.ts'
import { type Delivery, headerOf, Receiver, type ReceiverAnswer } from './receiver.ts'
import { checkSignature, type SignatureScheme, type SignatureVerdict } from './signature.ts'
import { wait } from '../waiting.ts'

/** An address for webhooks of one check. */
export interface Hook {
  /** The URL to register with the target. */
  readonly url: string
  /** Deliveries so far, in order and unparsed. */
  readonly deliveries: readonly Delivery[]
  /**
   * Returns the first matching delivery, past or future; undefined if none arrives in time.
   * @param wanted @default any
   * @param seconds @default the patience of the target file
   */
  wait(wanted?: (delivery: Delivery) => boolean, seconds?: number): Promise<Delivery | undefined>
  /** Sets the response from now on; 200 until then. */
  answer(answers: ReceiverAnswer | ((delivery: Delivery) => ReceiverAnswer)): void
  /**
   * Whether a delivery is signed with the secret, by the scheme that the target file names;
   * undefined if it names none.
   */
  signature(delivery: Delivery, secret: string): SignatureVerdict | undefined
  /** Signature scheme of the target, if its file names one. */
  readonly scheme: SignatureScheme | undefined
}

export type WebhookSettings = NonNullable<Target['webhooks']>

/** No check reads more; a target that sends without end must not fill the memory. */
const MOST_DELIVERIES = 500
/**
 * The time-out elapses in steps. A machine that was suspended or busy loses one step, and reads pending deliveries
 * before the next, so they do not count as late.
 */
const STEP_MS = 100

/** One receiver for a whole run, with an address for each check that needs one. */
export class Hooks {
  readonly #receiver: Receiver
  #settings: WebhookSettings
  readonly #open = new Map<string, OpenHook>()

  private constructor(receiver: Receiver, settings: WebhookSettings) {
    this.#receiver = receiver
    this.#settings = settings
    // Deliveries of a check that has ended are still accepted, so that the target does not retry
    // them.
    receiver.answer((delivery) => this.#hookOf(delivery)?.answers(delivery) ?? {})
  }

  static async start(settings: WebhookSettings): Promise<Hooks> {
    const { host, port, plainHttp } = settings.receiver
    let hooks: Hooks | undefined
    const receiver = await Receiver.start({
      host,
      port,
      plainHttp,
      keeps: () => false,
      onDelivery: (delivery) => {
        if (hooks) hooks.#hookOf(delivery)?.take(delivery)
      },
    }).catch((error: NodeJS.ErrnoException) => {
      const advice =
        error.code === 'EADDRINUSE'
          ? `port ${port} is taken; choose another one, or 0 for a free one`
          : error.message
      throw new Error(`webhooks.receiver: ${advice}`, { cause: error })
    })
    return (hooks = new Hooks(receiver, settings))
  }

  /** The address where it listens, regardless of a proxy in front. */
  get address(): string {
    return this.#receiver.url
  }

  /** Default time to wait for a delivery. */
  get patienceSeconds(): number {
    return this.#settings.patienceSeconds
  }

  /** Raises the default time to wait, for hooks that open later. */
  waitAtLeast(seconds: number): void {
    const patienceSeconds = Math.max(seconds, this.patienceSeconds)
    this.#settings = { ...this.#settings, patienceSeconds }
  }

  /**
   * @param onArrival called with each delivery as it arrives, until the hook is closed
   * @param missing called if a delivery did not arrive in the time that the target file grants
   */
  open(
    onArrival: (delivery: Delivery, url: string) => void,
    missing: () => Promise<void> = async () => {},
    patienceSeconds: number = this.patienceSeconds,
  ): Hook & { close(): void } {
    const name = randomBytes(12).toString('hex')
    const url = `${(this.#settings.receiver.publicUrl ?? this.#receiver.url).replace(/\/+$/, '')}/${name}`
    const hook = new OpenHook(
      url,
      { ...this.#settings, patienceSeconds },
      (delivery) => onArrival(delivery, url),
      missing,
      () => this.#open.delete(name),
    )
    this.#open.set(name, hook)
    return hook
  }

  close(): Promise<void> {
    return this.#receiver.close()
  }

  /** Only the last segment identifies the hook: a proxy in front may have changed the others. */
  #hookOf({ path }: Delivery): OpenHook | undefined {
    return this.#open.get(path.split('?')[0]!.split('/').at(-1)!)
  }
}

class OpenHook implements Hook {
  readonly url: string
  readonly deliveries: Delivery[] = []
  readonly close: () => void
  answers: (delivery: Delivery) => ReceiverAnswer = () => ({})
  readonly #settings: WebhookSettings
  readonly #onArrival: (delivery: Delivery) => void
  readonly #missing: () => Promise<void>
  readonly #waiting = new Set<() => void>()

  constructor(
    url: string,
    settings: WebhookSettings,
    onArrival: (delivery: Delivery) => void,
    missing: () => Promise<void>,
    close: () => void,
  ) {
    this.url = url
    this.#settings = settings
    this.#onArrival = onArrival
    this.#missing = missing
    this.close = close
  }

  take(delivery: Delivery): void {
    if (this.deliveries.length >= MOST_DELIVERIES) return
    this.deliveries.push(delivery)
    this.#onArrival(delivery)
    for (const wake of this.#waiting) wake()
  }

  async wait(
    wanted: (delivery: Delivery) => boolean = () => true,
    seconds?: number,
  ): Promise<Delivery | undefined> {
    for (let left = (seconds ?? this.#settings.patienceSeconds) * 1000; ;) {
      const found = this.deliveries.find(wanted)
      if (found) return found
      if (left <= 0) {
        if (seconds === undefined) await this.#missing()
        return this.deliveries.find(wanted)
      }
      const step = Math.min(left, STEP_MS)
      const began = performance.now()
      await wait(this.#nextOr(step))
      left -= Math.min(step, performance.now() - began)
    }
  }

  /** Waits for a delivery, or for this many milliseconds. */
  #nextOr(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, milliseconds)
      this.#waiting.add(wake)
    })
  }

  answer(answers: ReceiverAnswer | ((delivery: Delivery) => ReceiverAnswer)): void {
    this.answers = typeof answers === 'function' ? answers : () => answers
  }

  get scheme(): SignatureScheme | undefined {
    return this.#settings.signature
  }

  signature(delivery: Delivery, secret: string): SignatureVerdict | undefined {
    const header = (name: string) => headerOf(delivery, name)
    return this.scheme && checkSignature(this.scheme, { header, body: delivery.body }, secret)
  }
}
