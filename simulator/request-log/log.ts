import { feedLine } from '../control/feed.ts'
import type { FeedSource } from '../feed.ts'
import type { LogForm } from './log-form.ts'
import { type LogLine, formatLine } from './log-line.ts'

/** Prints one line per API request and per delivery attempt, with the journal's redaction. */
export function startLog(feed: FeedSource, form: LogForm, print: (line: string) => void): void {
  if (form === 'off') return
  feed.subscribe(['request', 'delivery'], (item) => {
    const line = feedLine(item)
    print(form === 'json' ? JSON.stringify(line) : formatLine(line as unknown as LogLine))
  })
}
