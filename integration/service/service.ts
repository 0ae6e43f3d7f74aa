import { createSimulator } from '../../library/create.ts'
import type { Simulator, TestOrganization } from '../../library/types/simulator.ts'
import { DocumentService } from './documents.ts'
import { type Exchange, RecordingProxy } from './recording-proxy.ts'
import { Rules } from './rules.ts'

/** The service for judging an integration: a simulator with a recording proxy in front of each region. */
export class Service {
  readonly simulator: Simulator
  readonly organization: TestOrganization
  readonly rules: Rules
  readonly documents = new DocumentService()
  /** Signing secret of the webhooks. */
  readonly secret: string
  readonly #proxies: Record<'us' | 'eu', RecordingProxy>

  private constructor(
    simulator: Simulator,
    organization: TestOrganization,
    rules: Rules,
    secret: string,
    proxies: Record<'us' | 'eu', RecordingProxy>,
  ) {
    this.simulator = simulator
    this.organization = organization
    this.rules = rules
    this.secret = secret
    this.#proxies = proxies
  }

  /** @param secret of the webhooks @default a generated one */
  static async start(secret?: string): Promise<Service> {
    const simulator = await createSimulator({ journal: false })
    try {
      const organization = await simulator.organization({ name: 'Integration under test' })
      const rules = new Rules()
      const { us, eu } = simulator.regions
      const proxies = {
        us: await RecordingProxy.start('us', us.url, rules),
        eu: await RecordingProxy.start('eu', eu.url, rules),
      }
      return new Service(
        simulator,
        organization,
        rules,
        secret ?? organization.webhookSecret,
        proxies,
      )
    } catch (error) {
      await simulator.close()
      throw error
    }
  }

  /** Returns the variables from which a backend gets the service: those of `vskit exec`. */
  get environment(): Record<string, string> {
    return {
      VSKIT_URL: this.#proxies.us.url,
      VSKIT_US_URL: this.#proxies.us.url,
      VSKIT_EU_URL: this.#proxies.eu.url,
      VSKIT_KEY: this.organization.key,
      VSKIT_WEBHOOK_SECRET: this.secret,
    }
  }

  /** Restores ordinary behaviour. The key set is the kit's own, since its documents are. */
  ordinary(): void {
    this.rules.clear()
    this.rules.add({
      when: ({ operation }) => operation === 'listSealKeys',
      action: { answer: this.documents.keySet },
    })
  }

  /** Returns the requests since a moment, in epoch milliseconds, in the order of arrival. */
  exchanges(since: number): Exchange[] {
    return Object.values(this.#proxies)
      .flatMap(({ exchanges }) => exchanges)
      .filter(({ at }) => at >= since)
      .toSorted((a, b) => a.at - b.at)
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#proxies).map((proxy) => proxy.close()))
    await this.simulator.close()
  }
}
