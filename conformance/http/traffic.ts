import { createHash } from 'node:crypto'
import { beginning, count, printable } from '../text.ts'
import type { Answer } from './answer.ts'
import type { HttpRequest } from './request.ts'
import type { Delivery } from '../receiver/receiver.ts'
import type { Redactor } from './redactor.ts'

/** One exchange as the reports show it: text, redacted, bounded. */
export interface Traffic {
  label: string
  /** Set if the target sent this request to the suite's receiver. */
  received?: true
  request: { method: string; url: string; headers: [string, string][]; body?: RecordedBody }
  answer?: {
    status_line: string
    headers: [string, string][]
    body?: RecordedBody
    milliseconds: number
  }
  /** Why there is no response. */
  error?: string
}

export interface RecordedBody {
  bytes: number
  sha256: string
  /** Absent if the bytes are not UTF-8. */
  text?: string
  /** Whether the text is truncated. */
  cut?: true
}

/** Longest part of a body that a report contains. */
const LONGEST = 64 * 1024

export function record(
  label: string,
  request: HttpRequest,
  outcome: Answer | Error,
  redactor: Redactor,
): Traffic {
  const headers = (list: readonly (readonly [string, string])[]): [string, string][] =>
    list.map(([name, value]) => [redactor.text(name), redactor.text(value)])
  const traffic: Traffic = {
    label,
    request: {
      method: request.method,
      url: redactor.text(request.url.href),
      headers: headers(Object.entries(request.headers)),
      ...body(request.body, redactor),
    },
  }
  if (outcome instanceof Error) return { ...traffic, error: redactor.text(outcome.message) }
  return {
    ...traffic,
    answer: {
      status_line: redactor.text(outcome.statusLine),
      headers: headers(outcome.rawHeaders),
      ...body(outcome.body, redactor),
      milliseconds: Math.round(outcome.milliseconds),
    },
  }
}

/** Returns the exchange of a received webhook. */
export function recordDelivery(delivery: Delivery, url: string, redactor: Redactor): Traffic {
  const { method, rawHeaders } = delivery
  return {
    label: 'received a webhook',
    received: true,
    request: {
      method,
      url: redactor.text(url),
      headers: rawHeaders.map(([name, value]) => [redactor.text(name), redactor.text(value)]),
      ...body(delivery.body, redactor),
    },
  }
}

/** Formats an exchange for a terminal: `>` marks lines that the kit sent, `<` those that the target sent. */
export function readable(traffic: Traffic, number: number): string {
  const { request, answer, error } = traffic
  const [mark, back] = traffic.received ? ['  < ', '  > '] : ['  > ', '  < ']
  const lines = [
    `#${number} ${traffic.label}`,
    `${mark}${request.method} ${request.url}`,
    ...request.headers.map(([name, value]) => `${mark}${name}: ${value}`),
    ...bodyLines(request.body, mark),
  ]
  if (answer) {
    lines.push(
      `${back}${answer.status_line}   (${answer.milliseconds} ms)`,
      ...answer.headers.map(([name, value]) => `${back}${name}: ${value}`),
      ...bodyLines(answer.body, back),
    )
  }
  if (error !== undefined) lines.push(`  ! ${error}`)
  return printable(lines.join('\n'))
}

/** Redacted before it is truncated: half a key is still a secret. */
function body(bytes: Buffer | undefined, redactor: Redactor): { body?: RecordedBody } {
  if (bytes === undefined || bytes.byteLength === 0) return {}
  const recorded: RecordedBody = {
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  let text: string
  try {
    text = redactor.text(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return { body: recorded }
  }
  return {
    body: {
      ...recorded,
      text: beginning(text, LONGEST),
      ...(text.length > LONGEST && { cut: true as const }),
    },
  }
}

const SHOWN_CHARACTERS = 2000

function bodyLines(body: RecordedBody | undefined, mark: string): string[] {
  if (!body) return []
  const note = (text: string): string => `${mark}(${text})`
  if (body.text === undefined)
    return [note(`${count(body.bytes, 'byte')} of binary data, sha256 ${body.sha256}`)]
  const rest = body.text.length - SHOWN_CHARACTERS
  const lines = ['', ...body.text.slice(0, SHOWN_CHARACTERS).split('\n')].map((line) =>
    (mark + line).trimEnd(),
  )
  return rest > 0 || body.cut
    ? [...lines, note(`truncated: ${count(body.bytes, 'byte')} in total`)]
    : lines
}
