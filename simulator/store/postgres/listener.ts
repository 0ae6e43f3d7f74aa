import type pg from 'pg'

/** Pause before a lost connection is reopened. */
const RETRY_MS = 100

/** Listens on a channel with a separate connection, which is reopened after a loss. */
export class Listener {
  #connection: () => pg.Client
  #channel: string
  #onPayload: (payload: string) => void
  #client: pg.Client | undefined
  #closed = false

  constructor(connection: () => pg.Client, channel: string, told: (payload: string) => void) {
    this.#connection = connection
    this.#channel = channel
    this.#onPayload = told
  }

  /** Reopens the connection. */
  async listen(): Promise<void> {
    this.#client?.connection.stream.destroy()
    if (this.#closed) return
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
      await client.query(`LISTEN ${this.#channel}`)
    } catch {
      again()
    }
  }

  close(): void {
    this.#closed = true
    this.#client?.connection.stream.destroy()
  }
}
