import type pg from 'pg'
import { PRESENCE_CLASS } from './schema/living.ts'

/** Pause before a lost connection is reopened. */
const RETRY_MS = 100

/**
 * Listens on a channel with a separate connection, which is reopened after a loss. While it is open,
 * it holds a shared advisory lock, from which other replicas learn that this process is connected.
 */
export class Listener {
  #connection: () => pg.Client
  #channel: string
  #presence: number
  #onPayload: (payload: string) => void
  #client: pg.Client | undefined
  #closed = false

  constructor(
    connection: () => pg.Client,
    channel: string,
    presence: number,
    told: (payload: string) => void,
  ) {
    this.#connection = connection
    this.#channel = channel
    this.#presence = presence
    this.#onPayload = told
  }

  /** Reopens the connection. The former one keeps the lock until the new one has it. */
  async listen(): Promise<void> {
    if (this.#closed) return
    const former = this.#client
    const client = this.#connection()
    const again = (): void => {
      if (this.#client !== client || this.#closed) return
      this.#client = undefined
      setTimeout(() => void this.listen(), RETRY_MS).unref()
    }
    client.on('error', again)
    client.on('end', again)
    client.on('notification', ({ payload }) => this.#onPayload(payload ?? ''))
    this.#client = client
    try {
      await client.connect()
      await client.query(
        `LISTEN ${this.#channel}; SELECT pg_advisory_lock_shared(${PRESENCE_CLASS}, ${this.#presence})`,
      )
    } catch {
      again()
    } finally {
      former?.connection.stream.destroy()
      if (this.#closed) client.connection.stream.destroy()
    }
  }

  close(): void {
    this.#closed = true
    this.#client?.connection.stream.destroy()
  }
}
