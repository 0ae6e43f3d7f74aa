import { createHash } from 'node:crypto'
import type { Redactor } from '../../conformance/http/redactor.ts'
import type { RecordedBody, Traffic } from '../../conformance/http/traffic.ts'
import type { Exchange } from '../service/recording-proxy.ts'

const LONGEST = 64 * 1024

/** Says how a check has disturbed an exchange. */
const LOST = {
  request: 'the check reset the connection before the service had the request',
  response: 'the service did this, and the check reset the connection before the response',
  end: 'the check cut off the response in the middle of its body',
}

/** Formats a request of the backend for reports. */
export function trafficOf(exchange: Exchange, redactor: Redactor): Traffic {
  const { method, path, query, region, operation, rawHeaders, status, at, endedAt, lost } = exchange
  const headers = (list: readonly [string, string][]): [string, string][] =>
    list.map(([name, value]) => [name, redactor.text(value)])
  const time = new Date(at).toISOString().slice(11, 23)
  return {
    label: `${time} the backend called ${operation ?? 'an unknown route'} (${region})`,
    received: true,
    request: {
      method,
      url: redactor.text(`${path}${query === '' ? '' : `?${query}`}`),
      headers: headers(rawHeaders),
      ...bodyOf(Buffer.from(exchange.body), redactor),
    },
    ...(status === null
      ? { error: lost ? LOST[lost] : 'the connection was reset, and no response was sent' }
      : {
          answer: {
            status_line: `HTTP/1.1 ${status}`,
            headers: headers(exchange.responseHeaders),
            ...bodyOf(exchange.responseBody, redactor),
            milliseconds: endedAt - at,
          },
        }),
  }
}

function bodyOf(bytes: Buffer, redactor: Redactor): { body?: RecordedBody } {
  if (bytes.byteLength === 0) return {}
  const recorded = {
    bytes: bytes.byteLength,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }
  try {
    const text = redactor.text(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return {
      body: {
        ...recorded,
        text: text.slice(0, LONGEST),
        ...(text.length > LONGEST && { cut: true as const }),
      },
    }
  } catch {
    return { body: recorded }
  }
}
