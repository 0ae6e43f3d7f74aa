import { type ErrorCode, type ErrorEntry, errors } from '../../../spec/generated/errors.ts'
import { escaped, page, prose } from './html.ts'

/** Advice for callers, by the recovery word of the error table. */
const RETRY: Record<ErrorEntry['retryable'], string> = {
  no: 'No: change the request first.',
  after_top_up: 'After adding money to the wallet.',
  after_restart: 'After restarting the subscription.',
  after_reset: 'After the time in `details.reset_at`.',
  safe: 'Yes, with backoff between attempts.',
}

/** All error codes. */
export function errorIndex(): string {
  const rows = Object.values(errors as Record<string, ErrorEntry>)
    .map(
      ({ code, status, title }) =>
        `<tr><td><a href="/docs/errors/${code}"><code>${code}</code></a></td><td>${status}</td><td>${escaped(title)}</td></tr>`,
    )
    .join('')
  return page(
    'Errors',
    `<h1>Errors</h1><table><thead><tr><th>Code</th><th>HTTP</th><th>Meaning</th></tr></thead><tbody>${rows}</tbody></table>`,
  )
}

/** Shown for a mistyped or outdated URL. */
export function notFoundPage(path: string): string {
  const code = /^\/docs\/errors\/(.+)$/.exec(path)?.[1]
  const what =
    code === undefined
      ? `There is no page <code>${escaped(path)}</code>.`
      : `No error of the service has the code <code>${escaped(code)}</code>.`
  return page(
    'Not found',
    `<h1>Not found</h1><p>${what}</p>
<p><a href="/docs/api">Public API</a> · <a href="/docs/control">Control API</a> · <a href="/docs/errors">All errors</a></p>`,
  )
}

/** Returns the page for the `doc_url` of an error; undefined for an unknown code. */
export function errorPage(code: string): string | undefined {
  if (!Object.hasOwn(errors, code)) return undefined
  const { status, title, message, when, retryable, gap } = errors[code as ErrorCode] as ErrorEntry
  const note =
    gap === undefined
      ? ''
      : `<p class="soft">A choice of the simulator: ledger row <code>${escaped(gap)}</code>.</p>`
  return page(
    code,
    `<h1><code>${code}</code></h1><p><strong>${escaped(title)}.</strong> ${prose(when)}</p>
<dl class="facts"><div><dt>HTTP status</dt><dd>${status}</dd></div>
<div><dt>Can be retried</dt><dd>${prose(RETRY[retryable])}</dd></div>
<div><dt>Message</dt><dd>${prose(message)}</dd></div></dl>${note}
<p><a href="/docs/errors">All errors</a></p>`,
  )
}
