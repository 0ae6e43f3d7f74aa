import { parseJson, withoutEscapes } from './json.ts'

/** A response as received: header names as sent, duplicates, order, and the bytes of the body. */
export class Answer {
  readonly status: number
  readonly statusLine: string
  readonly rawHeaders: readonly (readonly [name: string, value: string])[]
  readonly body: Buffer
  /** Time from the first byte sent to the last byte received. */
  readonly milliseconds: number
  /** Epoch ms by the local clock. A check may judge a response seconds after its arrival. */
  readonly receivedAt: number = Date.now()
  /** Members that hold a resource or a list, as the target file names them; dots separate nested ones. */
  wrappers: readonly string[] = []
  readonly #numbers = new Set<string>()
  #json: { value: unknown } | undefined

  constructor(parts: {
    status: number
    statusLine: string
    rawHeaders: readonly string[]
    body: Buffer
    milliseconds: number
  }) {
    this.status = parts.status
    this.statusLine = parts.statusLine
    this.rawHeaders = pairs(parts.rawHeaders)
    this.body = parts.body
    this.milliseconds = parts.milliseconds
  }

  /** Every value under this name, in any case. */
  headers(name: string): string[] {
    const wanted = name.toLowerCase()
    return this.rawHeaders
      .filter(([sent]) => sent.toLowerCase() === wanted)
      .map(([, value]) => value)
  }

  /** The values under this name, joined as HTTP does; undefined if there are none. */
  header(name: string): string | undefined {
    const values = this.headers(name)
    return values.length === 0 ? undefined : values.join(', ')
  }

  /** The body as text; undefined if it is not UTF-8. */
  get text(): string | undefined {
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(this.body)
    } catch {
      return undefined
    }
  }

  /** The body as JSON, by `parseJson`; undefined if it is not JSON. */
  get json(): unknown {
    this.#json ??= { value: parse(this.text, this.#numbers) }
    return this.#json.value
  }

  /** The body as text to search in, without escapes that JSON does not need. */
  get searchable(): string {
    return withoutEscapes(this.text ?? '')
  }

  /** Whether a text in `json` is a number in the body, too large for a JavaScript number. */
  isLargeNumber(text: string): boolean {
    void this.json
    return this.#numbers.has(text)
  }
}

function pairs(flat: readonly string[]): [string, string][] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!])
}

function parse(text: string | undefined, numbers: Set<string>): unknown {
  try {
    return text === undefined ? undefined : parseJson(text, numbers)
  } catch {
    return undefined
  }
}
