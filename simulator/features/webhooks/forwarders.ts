import { createHash, randomUUID } from 'node:crypto'
import type { Ports } from '../../ports.ts'
import { iso } from '../../time/clock.ts'
import { newId } from '../../ids/random.ts'
import type { Mode, Organization, WebhookSubscription } from '../../world/world.ts'
import { formatSecret } from './sending/sign.ts'
import { EVENT_TYPES } from './subscriptions.ts'

/** A webhook on its way to a program that takes it over a connection of its own, so that no address is called. */
export interface ForwardedDelivery {
  /** Of this attempt. */
  id: string
  /** As a receiver over HTTPS would get them. */
  headers: Record<string, string>
  body: string
}

/** What became of it: the status that the application answered with, or why there is none. */
export type ForwardOutcome = { status: number } | { error: 'connection_failed' | 'timeout' }

export type Forward = (delivery: ForwardedDelivery) => Promise<ForwardOutcome>

export interface Forwarder {
  id: string
  subscription_id: string
  /** The same for each forwarder of this organization and mode. */
  secret: string
  close(): Promise<void>
}

interface OpenForwarder {
  organization: string
  subscription: WebhookSubscription
  forward: Forward
}

/** `.invalid` never resolves (RFC 2606): without its forwarder nobody is called. */
const HOST = 'forwarder.invalid'

/**
 * The signing secret of the forwarders of an organization and mode. Derived, so that it survives restarts and an application
 * can be configured before its forwarder runs. Knowing it helps nobody: it signs nothing but forwarded deliveries.
 */
export function forwarderSecret(organizationId: string, mode: Mode): string {
  return formatSecret(
    createHash('sha256').update(`vskit forwarder ${organizationId} ${mode}`).digest(),
  )
}

/** Webhook subscriptions that live as long as a program listens. The delivery queue, retries and log are those of any other. */
export class Forwarders {
  #ports: Pick<Ports, 'world' | 'random' | 'clock'>
  #open = new Map<string, OpenForwarder>()

  constructor(ports: Pick<Ports, 'world' | 'random' | 'clock'>) {
    this.#ports = ports
  }

  /** @param events @default every type */
  async open(
    organization: Organization,
    mode: Mode,
    events: readonly string[] = EVENT_TYPES,
    forward: Forward,
  ): Promise<Forwarder> {
    const { random, clock, world } = this.#ports
    const id = newId(random, 'fwd')
    const secret = forwarderSecret(organization.id, mode)
    const subscription: WebhookSubscription = {
      id: newId(random, 'whs'),
      mode,
      url: `https://${HOST}/${id}`,
      events: [...events],
      secrets: [{ secret }],
      status: 'enabled',
      created_at: iso(clock.now()),
      forwarder: true,
    }
    this.#open.set(id, { organization: organization.id, subscription, forward })
    await world.update(() => add(organization, subscription))
    return {
      id,
      subscription_id: subscription.id,
      secret,
      close: async () => {
        if (this.#open.delete(id)) await this.synchronize()
      },
    }
  }

  /** Who takes the deliveries to this URL; undefined for an address that is called. */
  forwardOf(
    url: string,
  ): ((headers: Record<string, string>, body: string) => Promise<ForwardOutcome>) | undefined {
    if (!url.startsWith(`https://${HOST}/`)) return undefined
    const open = this.#open.get(url.slice(`https://${HOST}/`.length))
    return open && ((headers, body) => open.forward({ id: randomUUID(), headers, body }))
  }

  /** To be called when the world was replaced: it holds the subscriptions of the open forwarders, and no others of their kind. */
  async synchronize(): Promise<void> {
    const { world } = this.#ports
    const open = [...this.#open.values()]
    const wanted = new Set(open.map(({ subscription }) => subscription.id))
    const { organizations } = world.file
    const stale = organizations.some(({ webhook_subscriptions = [] }) =>
      webhook_subscriptions.some(({ id, forwarder }) => forwarder && !wanted.has(id)),
    )
    const missing = open.filter(
      ({ organization: id, subscription }) =>
        !world.organization(id)?.webhook_subscriptions?.some((one) => one.id === subscription.id),
    )
    if (!stale && missing.length === 0) return
    await world.update(() => {
      for (const organization of organizations) {
        const { webhook_subscriptions } = organization
        if (webhook_subscriptions)
          organization.webhook_subscriptions = webhook_subscriptions.filter(
            ({ id, forwarder }) => !forwarder || wanted.has(id),
          )
      }
      for (const { organization: id, subscription } of missing) {
        const organization = world.organization(id)
        if (organization) add(organization, subscription)
      }
    })
  }
}

function add(organization: Organization, subscription: WebhookSubscription): void {
  organization.webhook_subscriptions = [
    ...(organization.webhook_subscriptions ?? []),
    { ...subscription },
  ]
}
