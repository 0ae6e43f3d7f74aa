import type { JsonObject } from '../../http/json.ts'
import { changeJson, type Fault } from '../../self-test/proxy.ts'
import { answers, creates, type Mutant, type Which } from '../../self-test/wire-faults.ts'
import { FOREIGN_CURSOR_MUTANTS } from './foreign-cursor-mutants.ts'
import { LOGGED_SECRET_MUTANTS } from './logged-secret-mutants.ts'

const log: Which = ({ path }) => path.startsWith('/v1/webhook-events')

const ROWS = 'deliveries.a-row-for-each-attempt'

/** Changes the rows of the log when they are read. */
const rows = (change: (rows: JsonObject[]) => unknown[]): (() => Fault) =>
  answers(log, (response) =>
    changeJson(response, (page) => {
      page.data = change(page.data as unknown as JsonObject[]) as never
    }),
  )

const each = (name: string, breaks: string, change: (row: JsonObject) => void): Mutant => ({
  name,
  killedBy: ROWS,
  breaks,
  fault: rows((all) => {
    for (const row of all) change(row)
    return all
  }),
})

/** A log that shows only the first delivered event. */
const showing = (name: string, show: (page: JsonObject, payload: Buffer) => void): Mutant => ({
  name,
  killedBy: ROWS,
  breaks: 'DLV-008',
  fault() {
    let payload: Buffer | undefined
    return {
      delivery(one) {
        payload ??= one.body
      },
      response(request, response) {
        if (log(request) && payload)
          changeJson(response, (page) => {
            show(page as unknown as JsonObject, payload!)
          })
      },
    }
  },
})

/** Ignores the filter of a request. */
const unheeded =
  (filter: string): (() => Fault) =>
  () => ({
    request(request) {
      if (log(request)) request.path = request.path.replace(new RegExp(`${filter}=[^&]*&?`), '')
    },
  })

/** Ignores a filter whose id nothing had before. */
const ignoresUnknown = (filter: string) => (): Fault => {
  const known: string[] = []
  return {
    bindings(_, bindings) {
      known.push(JSON.stringify(bindings))
    },
    response(request, response) {
      if (creates(request)) known.push(response.body.toString())
    },
    request(request) {
      const id = new RegExp(`${filter}=([^&]*)`).exec(request.path)?.[1]
      if (log(request) && id !== undefined && !known.some((text) => text.includes(id)))
        request.path = request.path.replace(`${filter}=${id}`, '')
    },
  }
}

/** The second of two pages begins with the last row of the first, as if rows were counted. */
const overlappingPages = (): Fault => {
  let last: unknown
  return {
    response(request, response) {
      if (!log(request) || !request.path.includes('limit=2')) return
      changeJson(response, (page) => {
        const shown = page.data as unknown as unknown[]
        if (!request.path.includes('cursor=')) last = shown.at(-1)
        else page.data = [last, ...shown] as never
      })
    },
  }
}

export const DELIVERIES_MUTANTS: readonly Mutant[] = [
  {
    name: 'logs only the last attempt',
    killedBy: ROWS,
    breaks: 'DLV-001',
    fault: rows((all) => all.slice(0, 1)),
  },
  {
    name: 'has no log',
    killedBy: ROWS,
    breaks: 'END-024',
    fault: answers(log, (response) => {
      response.status = 404
    }),
  },
  each('replaces the values of each row by the word attempt', 'DLV-002', (row) => {
    for (const name of ['status', 'error_code', 'id', 'created_at']) row[name] = 'attempt'
  }),
  each('logs no status', 'DLV-002', (row) => {
    delete row['status']
  }),
  each('gives each attempt the same status', 'DLV-002', (row) => {
    row['status'] = 'attempted'
  }),
  each('logs no HTTP codes', 'DLV-003', (row) => {
    row['http_code'] = null
  }),
  each('logs no latency', 'DLV-004', (row) => {
    delete row['latency_ms']
  }),
  // Sets the latency to 2 ms, which must not count as a second attempt.
  each('counts no attempts', 'DLV-005', (row) => {
    row['attempt'] = 1
    if (row['http_code'] === 200) row['latency_ms'] = 2
  }),
  each('logs errors in sentences', 'DLV-006', (row) => {
    row['id'] =
      row['status'] =
      row['error_code'] =
        row['http_code'] === 503 ? 'The receiver is busy' : 'It went well'
  }),
  ...FOREIGN_CURSOR_MUTANTS,
  ...LOGGED_SECRET_MUTANTS,
  showing('logs the payload', (page, payload) => {
    page['payload'] = payload.toString()
  }),
  showing('logs the beginning of the payload of failed attempts', (page, payload) => {
    for (const row of page['data'] as JsonObject[])
      if (row['status'] !== 'delivered') row['trouble'] = payload.toString().slice(0, 200)
  }),
  showing('logs the payload in Base64', (page, payload) => {
    page['payload'] = payload.toString('base64')
  }),
  showing('logs the payload under other names', (page, payload) => {
    const fields = Object.entries(JSON.parse(payload.toString()) as object)
    for (const row of page['data'] as JsonObject[])
      row['event'] = fields.map(([name, value]) => ({ name, value }))
  }),
  {
    name: 'ignores session_id',
    killedBy: 'deliveries.filters',
    breaks: 'DLV-010',
    fault: unheeded('session_id'),
  },
  {
    name: 'ignores subscription_id',
    killedBy: 'deliveries.filters',
    breaks: ['DLV-011', 'END-024'],
    fault: unheeded('subscription_id'),
  },
  {
    name: 'ignores subscription_id beside session_id',
    killedBy: 'deliveries.filters',
    breaks: ['DLV-010', 'DLV-011'],
    fault: () => ({
      request(request) {
        if (log(request) && request.path.includes('session_id='))
          request.path = request.path.replace(/&?subscription_id=[^&]*/, '')
      },
    }),
  },
  ...(
    [
      ['logs every success as 200', 202, 200],
      ['logs every refusal as 400', 404, 400],
    ] as const
  ).map(([name, from, to]): Mutant => ({
    name,
    killedBy: 'deliveries.code-as-received',
    breaks: 'DLV-003',
    fault: rows((all) =>
      all.map((row) => ({ ...row, ...(row['http_code'] === from && { http_code: to }) })),
    ),
  })),
  {
    name: 'logs no attempts without a response',
    killedBy: 'deliveries.attempt-without-response',
    breaks: 'DLV-001',
    fault: rows((all) => all.filter(({ http_code }) => http_code !== null)),
  },
  ...(
    [
      ['no error', () => null],
      ['the error of the library', () => 'request failed, reason: socket hang up'],
      ['the address that failed', (url: string) => `reset:${url.slice('https://'.length)}`],
    ] as const
  ).map(([what, errorOf]): Mutant => ({
    name: `logs ${what} of an attempt without a response`,
    killedBy: 'deliveries.attempt-without-response',
    breaks: 'DLV-006',
    fault: () => {
      let url = ''
      return {
        ...rows((all) => {
          for (const row of all) if (row['http_code'] === null) row['error_code'] = errorOf(url)
          return all
        })(),
        state({ params }) {
          url = String(params['url'] ?? url)
        },
      }
    },
  })),
  ...(
    [
      ['session_id', 'DLV-010'],
      ['subscription_id', 'DLV-011'],
    ] as const
  ).map(([filter, breaks]): Mutant => ({
    name: `ignores an unknown ${filter}`,
    killedBy: 'deliveries.filters',
    breaks,
    fault: ignoresUnknown(filter),
  })),
  ...(
    [
      ['session_id', 'DLV-010'],
      ['subscription_id', 'DLV-011'],
    ] as const
  ).map(([filter, breaks]): Mutant => ({
    name: `ignores ${filter} after the first page`,
    killedBy: 'deliveries.pages',
    breaks,
    fault: () => ({
      request(request) {
        if (log(request) && request.path.includes('cursor='))
          request.path = request.path.replace(new RegExp(`${filter}=[^&]*&?`), '')
      },
    }),
  })),
  {
    name: 'logs no replays',
    killedBy: 'deliveries.rows-of-replays',
    breaks: 'DLV-001',
    fault: rows((all) => all.slice(-1)),
  },
  {
    name: 'counts the rows before a page',
    killedBy: 'deliveries.pages',
    breaks: 'DLV-009',
    fault: overlappingPages,
  },
  {
    name: 'shows the same page again',
    killedBy: 'deliveries.pages',
    breaks: 'DLV-009',
    fault: () => ({
      request(request) {
        if (log(request)) request.path = request.path.replace(/cursor=[^&]*/, '')
      },
    }),
  },
  {
    name: 'ends after one page',
    killedBy: 'deliveries.pages',
    breaks: ['DLV-009', 'END-024'],
    fault: answers(log, (response) =>
      changeJson(response, (page) => {
        Object.assign(page, { next_cursor: null })
      }),
    ),
  },
  ...['form_flagged', 'document_signed', 'document_declined'].map((event): Mutant => ({
    name: `finds no ${event} by its session`,
    killedBy: 'deliveries.occurrences-of-a-session',
    breaks: 'DLV-010',
    fault: answers(
      (request) => log(request) && request.path.includes('session_id='),
      (response) =>
        changeJson(response, (page) => {
          page.data = [page.data]
            .flat()
            .filter(({ event_type }) => event_type !== `kyc.session.${event}`) as never
        }),
    ),
  })),
  {
    name: 'finds no failed attempts of an endpoint',
    killedBy: 'deliveries.code-as-received',
    breaks: 'DLV-011',
    fault: answers(
      (request) => log(request) && request.path.includes('subscription_id='),
      (response) =>
        changeJson(response, (page) => {
          page.data = [page.data].flat().filter(({ status }) => status !== 'failed') as never
        }),
    ),
  },
]
