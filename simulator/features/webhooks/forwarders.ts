import { createHash, randomUUID } from 'node:crypto'
import { changeSubscriptions } from './subscription-order.ts'
import type { Ports } from '../../ports.ts'
import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Mode, Organization, WebhookSubscription } from '../../world/world.ts'
import { formatSecret } from './sending/sign.ts'
import { EVENT_TYPES } from './subscriptions.ts'

/** A webhook for a program that receives it over its own connection, so that no address is called. */
export interface ForwardedDelivery {
  /** Of this attempt. */
  id: string
  /** As a receiver gets them over HTTPS. */
  headers: Record<string, string>
  body: string
}

/** Result: the status of the application, or the reason why there is none. */
export type ForwardOutcome = { status: number } | { error: 'connection_failed' | 'timeout' }

export type Forward = (delivery: ForwardedDelivery) => Promise<ForwardOutcome>

export interface Forwarder {
  id: string
  subscription_id: string
  /** The same for each forwarder of this organization and mode. */
  secret: string
  /** Resolves when it is closed, also because its organization no longer exists. */
  ended: Promise<void>
  close(): Promise<void>
}

interface OpenForwarder {
  organization: string
  subscription: WebhookSubscription
  forward: Forward
  end: () => void
}

/** `.invalid` never resolves (RFC 2606): without its forwarder no address is called. */
const HOST = 'forwarder.invalid'

/**
 * Returns the signing secret of the forwarders of an organization and mode. Derived, so that it survives restarts and
 * an application can be configured before its forwarder runs. It signs only forwarded deliveries, so leaking it does no
 * harm.
 */
export function forwarderSecret(organizationId: string, mode: Mode): string {
  return formatSecret(
    createHash('sha256').update(`vskit forwarder ${organizationId} ${mode}`).digest(),
  )
}

/** The replicas that share a world. Each forwarder is connected to one of them. */
export interface Replicas {
  /** Number of this replica. */
  readonly slot: number
  /** Numbers of the living replicas. */
  livingSlots(): Promise<Set<number>>
  /** Passes a delivery to the replica that has the connection. */
  relay(id: string, headers: Record<string, string>, body: string): Promise<ForwardOutcome>
  serve(forwarders: Forwarders): void
}

/** Webhook subscriptions that live as long as a program listens. The delivery queue, retries and log are those of any other. */
export class Forwarders {
  #ports: Pick<Ports, 'world' | 'random' | 'clock'>
  #replicas: Replicas | undefined
  #open = new Map<string, OpenForwarder>()
  #changing: Promise<void> = Promise.resolve()

  /** @param replicas the processes that share the world. @default only this one */
  constructor(ports: Pick<Ports, 'world' | 'random' | 'clock'>, replicas?: Replicas) {
    this.#ports = ports
    this.#replicas = replicas
    replicas?.serve(this)
  }

  /** Ids of the forwarders connected to this replica. */
  get localIds(): string[] {
    return [...this.#open.keys()]
  }

  /** Whether there is a forwarder, connected to any replica. */
  get any(): boolean {
    return this.#open.size > 0 || this.#stored.length > 0
  }

  /** Whether the world holds the subscription of a forwarder. */
  exists(id: string): boolean {
    return this.#stored.some(({ url }) => url === urlOf(id))
  }

  /** @param events @default every type */
  async open(
    { id: organization }: Pick<Organization, 'id'>,
    mode: Mode,
    events: readonly string[] = EVENT_TYPES,
    forward: Forward,
  ): Promise<Forwarder> {
    const { random, clock } = this.#ports
    const id = newId(random, 'fwd')
    const secret = forwarderSecret(organization, mode)
    const subscription: WebhookSubscription = {
      id: newId(random, 'whs'),
      mode,
      url: urlOf(id),
      events: [...events],
      secrets: [{ secret }],
      status: 'enabled',
      created_at: iso(clock.now()),
      forwarder: true,
    }
    const { promise: ended, resolve: end } = Promise.withResolvers<void>()
    this.#open.set(id, { organization, subscription, forward, end })
    try {
      await this.synchronize()
    } catch (error) {
      this.#open.delete(id)
      throw error
    }
    return {
      id,
      subscription_id: subscription.id,
      secret,
      ended,
      close: async () => {
        end()
        if (this.#open.delete(id)) await this.synchronize()
      },
    }
  }

  /** Returns the forwarder of a URL; undefined if the address is called. */
  forwardOf(
    url: string,
  ): ((headers: Record<string, string>, body: string) => Promise<ForwardOutcome>) | undefined {
    if (!url.startsWith(urlOf(''))) return undefined
    const id = url.slice(urlOf('').length)
    if (!this.#open.has(id) && !this.#replicas) return undefined
    return (headers, body) =>
      this.#open.has(id)
        ? this.forward(id, headers, body)
        : this.#replicas!.relay(id, headers, body)
  }

  /** Passes a delivery to a program that is connected to this replica. */
  async forward(
    id: string,
    headers: Record<string, string>,
    body: string,
  ): Promise<ForwardOutcome> {
    const open = this.#open.get(id)
    return open?.forward({ id: randomUUID(), headers, body }) ?? { error: 'connection_failed' }
  }

  /**
   * Synchronizes the forwarder subscriptions of the world with the open forwarders of all living replicas, and closes
   * those of organizations that no longer exist. Call after the world was replaced or an organization was deleted.
   */
  synchronize(): Promise<void> {
    const run = this.#changing.then(() => this.#synchronize())
    this.#changing = run.catch(() => undefined)
    return run
  }

  /** Resolves when no change of subscriptions is under way. */
  idle(): Promise<void> {
    return this.#changing
  }

  async #synchronize(): Promise<void> {
    const { world } = this.#ports
    const slot = this.#replicas?.slot
    for (const [id, { organization, end }] of this.#open) {
      if (world.organization(organization)) continue
      this.#open.delete(id)
      end()
    }
    const wanted = new Map(
      [...this.#open.values()].map(({ organization, subscription }) => [
        subscription.id,
        {
          organization,
          subscription: { ...subscription, ...(slot !== undefined && { held_by: slot }) },
        },
      ]),
    )
    const foreign = this.#stored.some(({ held_by }) => held_by !== undefined && held_by !== slot)
    const living = foreign ? await this.#replicas?.livingSlots() : undefined
    const isHere = ({ id, held_by }: WebhookSubscription): boolean =>
      wanted.has(id) || held_by === undefined || held_by === slot || !living?.has(held_by)
    const isRight = ({ id, held_by }: WebhookSubscription): boolean =>
      wanted.has(id) && held_by === slot
    const stale = this.#stored.filter((one) => isHere(one) && !isRight(one))
    const missing = [...wanted.values()].filter(
      ({ subscription: { id } }) => !this.#stored.some((one) => one.id === id && isRight(one)),
    )
    if (stale.length + missing.length === 0) return
    await world.update(({ organizations }) => {
      const gone = new Set(
        [...stale, ...missing.map(({ subscription }) => subscription)].map(({ id }) => id),
      )
      for (const organization of organizations) {
        const { webhook_subscriptions } = organization
        if (webhook_subscriptions?.some(({ id }) => gone.has(id)))
          changeSubscriptions(organization, (all) => all.filter(({ id }) => !gone.has(id)))
      }
      for (const { organization: id, subscription } of missing) {
        const organization = world.organization(id)
        if (organization)
          changeSubscriptions(organization, (others) => [...others, { ...subscription }])
      }
    })
  }

  /** The subscriptions of forwarders, of all replicas. */
  get #stored(): WebhookSubscription[] {
    return this.#ports.world.file.organizations.flatMap(({ webhook_subscriptions = [] }) =>
      webhook_subscriptions.filter(({ forwarder }) => forwarder),
    )
  }
}

function urlOf(id: string): string {
  return `https://${HOST}/${id}`
}
