import type { ServerResponse } from 'node:http'
import type { Answer } from '../call/answer.ts'
import { ConnectionCut } from '../call/errors.ts'

/** Keeps proxies from closing a silent connection, and detects that the reader has disconnected. */
const PING_MS = 15_000
/** Maximum number of buffered bytes; a reader with more is disconnected. */
const MOST_BEHIND_BYTES = 16 * 1024 * 1024

type Begin<T> = (write: (item: T) => void, end: () => void) => () => void

/** Responses that stay open while the caller reads. */
export class LineStreams {
  #open = new Set<ServerResponse>()
  #report: (error: Error) => void

  /** @param report called when a reader is disconnected */
  constructor(report: (error: Error) => void) {
    this.#report = report
  }

  /**
   * Streams lines of JSON (NDJSON).
   *
   * @param begin starts to write lines; the function that it returns is called when the stream has ended
   */
  answer(begin: Begin<object>): Answer {
    const ping = `${JSON.stringify({ kind: 'ping' })}\n`
    return this.#endless('application/x-ndjson', ping, (write, end) =>
      begin((line) => write(`${JSON.stringify(line)}\n`), end),
    )
  }

  /** Streams server-sent events. @param begin writes whole events, each with its final empty line */
  events(begin: Begin<string>): Answer {
    return this.#endless('text/event-stream', ': ping\n\n', begin)
  }

  #endless(contentType: string, ping: string, begin: Begin<string>): Answer {
    return {
      status: 200,
      contentType,
      stream: (response) => {
        const write = (text: string): void => {
          // Requests may complete after the streams were closed.
          if (response.writableEnded || response.destroyed) return
          if (response.writableLength <= MOST_BEHIND_BYTES) return void response.write(text)
          response.destroy()
          this.#report(
            new ConnectionCut(
              `A stream was closed: its client left more than ${MOST_BEHIND_BYTES} bytes unread.`,
            ),
          )
        }
        const pings = setInterval(() => write(ping), PING_MS)
        this.#open.add(response)
        const ended = begin(write, () => response.end())
        const gone = (): void => {
          clearInterval(pings)
          this.#open.delete(response)
          ended()
        }
        if (response.closed || response.destroyed) gone()
        else response.once('close', gone)
      },
    }
  }

  close(): void {
    for (const response of this.#open) response.end()
  }
}
