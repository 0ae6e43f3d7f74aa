import { createHash } from 'node:crypto'

/** The stored record of each order's verification. A real backend keeps it in its database. */
export class Verifications {
  #service
  #byOrder = new Map()
  #bySession = new Map()
  /** Digests of handled webhooks: a retry or replay has the same bytes. */
  #handled = new Set()

  constructor(service) {
    this.#service = service
  }

  async begin(orderId, applicant) {
    const known = this.#byOrder.get(orderId)
    if (known) return known
    const session = await this.#service.openSession(orderId, applicant)
    return this.#keep(orderId, session)
  }

  ofOrder(orderId) {
    return this.#byOrder.get(orderId)
  }

  /** Processes a webhook with a verified signature. Duplicates and unknown types have no effect. */
  async take(body) {
    const digest = createHash('sha256').update(body).digest('hex')
    if (this.#handled.has(digest)) return
    // Marks it before the work, so that a concurrent duplicate does nothing.
    this.#handled.add(digest)
    try {
      await this.#handle(JSON.parse(body))
    } catch (error) {
      // The sender will retry.
      this.#handled.delete(digest)
      throw error
    }
  }

  async #handle(event) {
    const { type, sessionId } = event
    switch (type) {
      // Old events have no type: the session has the current state.
      case undefined:
      case 'kyc.session.completed':
      case 'kyc.session.expired':
      case 'kyc.session.cancelled':
      case 'kyc.session.manual_review_requested':
        return typeof sessionId === 'string' ? this.#refresh(sessionId, event) : undefined
      default:
        console.log(`ignored an event of type ${type}`)
        return undefined
    }
  }

  /** Webhooks can arrive late and out of order, so the current session counts. */
  async #refresh(sessionId, { mode, decisionSource }) {
    const session = await this.#service.session(sessionId)
    const orderId = this.#bySession.get(sessionId) ?? session.metadata?.orderId
    if (orderId === undefined) return
    const verification = this.#keep(orderId, session)
    // Both are optional: an absent one means unknown.
    verification.mode ??= mode ?? null
    verification.decisionSource ??= decisionSource ?? null
    if (session.outcome === 'approved' && verification.shipments === 0) verification.shipments++
    // Requests listed images only; `idv` is absent without an identity check.
    for (const artifact of session.idv?.available_images ?? []) {
      const bytes = await this.#service.image(sessionId, artifact)
      if (bytes) verification.images[artifact] = bytes
    }
  }

  #keep(orderId, { id, status, outcome, hosted_url }) {
    const verification = this.#byOrder.get(orderId) ?? { orderId, images: {}, shipments: 0 }
    Object.assign(verification, { sessionId: id, status, outcome: outcome ?? null })
    if (hosted_url) verification.hostedUrl = hosted_url
    this.#byOrder.set(orderId, verification)
    this.#bySession.set(id, orderId)
    return verification
  }
}
