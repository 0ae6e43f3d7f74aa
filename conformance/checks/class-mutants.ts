import type { JsonObject } from '../http/json.ts'
import { changeJson, type Fault, type JsonBody, type ProxiedRequest } from '../self-test/proxy.ts'
import { inClass } from './limits/counting-mutants.ts'
import {
  answers,
  changesApplicant,
  creates,
  createsApplicant,
  isImage,
  isSession,
  json,
  lists,
  type Mutant,
  refuse,
  type Which,
} from '../self-test/wire-faults.ts'

const keyOf = ({ headers }: ProxiedRequest): string =>
  (headers['authorization'] ?? '').slice('Bearer '.length)

/** Takes a bad credential on some routes as if it were the last good key that made a session. */
function letsIn(isBad: (key: string) => boolean, to: Which): () => Fault {
  return () => {
    const revoked = new Set<string>()
    let good: string | undefined
    let region: 'us' | 'eu' = 'us'
    return {
      bindings(_, { revoked_key }) {
        if (typeof revoked_key === 'string') revoked.add(revoked_key)
      },
      request(request) {
        const key = keyOf(request)
        const bad = revoked.has(key) || (revoked.size === 0 && isBad(key))
        if (bad && good !== undefined && to(request)) {
          request.headers['authorization'] = `Bearer ${good}`
          request.region = region
        } else if (!bad && creates(request)) {
          good = key
          region = request.region
        }
      },
    }
  }
}

const onRoute =
  (method: string, form: RegExp): Which =>
  (request) =>
    request.method === method && form.test(request.path)

const ROUTES: readonly [name: string, to: Which][] = [
  ['the list of applicants', onRoute('GET', /^\/v1\/applicants$/)],
  ['the report', onRoute('GET', /\/report\.pdf$/)],
  ['the change of a template', onRoute('PATCH', /^\/v1\/workflow-templates\//)],
  ['the wallet', onRoute('GET', /^\/v1\/wallet$/)],
  ['the delivery log', onRoute('GET', /^\/v1\/webhook-events/)],
  ['the mint', onRoute('POST', /\/browser_token$/)],
]

const CREDENTIALS: readonly [
  what: string,
  killedBy: string,
  breaks: string[],
  isBad: (key: string) => boolean,
][] = [
  ['no credential', 'envelope.no-credential-on-any-route', ['END-001'], (key) => key === ''],
  [
    'a key of the other region',
    'planes.key-of-the-other-region-on-any-route',
    ['PLN-005', 'ERR-030'],
    (key) => key.startsWith('ah_sk_eu_'),
  ],
  ['a revoked key', 'scopes.revoked-key-on-any-route', ['AUT-007'], () => false],
  [
    'a publishable key',
    'tokens.publishable-key-on-any-route',
    ['KEY-009'],
    (key) => key.startsWith('ah_pk_'),
  ],
  [
    'a browser token',
    'tokens.browser-token-on-any-route',
    ['TOK-005', 'AUT-015'],
    (key) => key.startsWith('bt_'),
  ],
]

const LIMITED = ['dsar:create', 'sessions:read_report', 'idv:create', 'global'] as const

const EVERY = 'envelope.every-problem-at-once'

/** Keeps the first problem, or the first key of a problem. */
const first = (of: 'issues' | 'keys', to: Which): (() => Fault) =>
  json(to, ({ error }) => {
    const issues = error?.details?.issues
    if (!issues) return
    if (of === 'issues') error!.details!.issues = issues.slice(0, 1)
    else for (const issue of issues) if (issue.keys) issue.keys = issue.keys.slice(0, 1)
  })

const UNSERVED = 'images.unserved-artifact'
const HASHES = 'verify.what-it-takes'

/** A path that is put right before it is looked at. */
const readsAs = (wrong: RegExp, right: string): (() => Fault) => {
  return () => ({
    request(request) {
      if (isImage(request)) request.path = request.path.replace(wrong, right)
    },
  })
}

/** Faults of whole classes: each route, each artifact, each spelling. */
export const CLASS_MUTANTS: readonly Mutant[] = [
  ...(
    [
      [402, 'billing.wallet-empty'],
      [403, 'billing.plan-canceled'],
      [429, 'limits.each-class-used-up'],
    ] as const
  ).flatMap(([status, killedBy]): Mutant[] =>
    (
      [
        ['type', ['ENV-001', 'ENV-002']],
        ['doc_url', ['ENV-001', 'ENV-003']],
        ['request_id', ['ENV-001', 'ENV-004']],
      ] as const
    ).map(([member, breaks]) => ({
      name: `leaves ${member} out of a ${status}, seen by ${killedBy}`,
      killedBy,
      breaks,
      fault: answers(
        () => true,
        (response) => {
          if (response.status === status)
            changeJson(response, ({ error }) => {
              delete error?.[member]
            })
        },
      ),
    })),
  ),
  ...ROUTES.map(([route, to]): Mutant => ({
    name: `sends no rate headers with ${route}`,
    killedBy: 'limits.headers-on-every-route',
    breaks: ['LIM-022', 'LIM-023', 'LIM-024', 'LIM-025'],
    fault: answers(to, (response) => {
      response.headers = response.headers.filter(([name]) => !/^x-ratelimit/i.test(name))
    }),
  })),
  ...(
    [
      ['x-webhook-signature', ['EVT-002']],
      ['x-webhook-event-version', ['HDR-001', 'HDR-002']],
    ] as const
  ).map(([header, breaks]): Mutant => ({
    name: `sends no ${header} with what was signed`,
    killedBy: 'esign.signing-moves-no-status',
    breaks,
    fault: () => ({
      delivery(delivery) {
        delivery.headers = delivery.headers.filter(([name]) => name.toLowerCase() !== header)
      },
    }),
  })),
  {
    name: 'keeps the date of birth that a change names',
    killedBy: 'applicants.change',
    breaks: 'END-021',
    fault: json(changesApplicant, ({ data }) => {
      if (data) data['date_of_birth'] = null
    }),
  },
  ...(
    [
      ['postal_code', 'APP-024'],
      ['place_id', 'APP-025'],
    ] as const
  ).map(([field, breaks]): Mutant => ({
    name: `drops the ${field} of a changed address`,
    killedBy: 'applicants.change',
    breaks,
    fault: json(changesApplicant, ({ data }) => {
      const address = data?.['address'] as JsonObject | null | undefined
      if (address) delete address[field]
    }),
  })),
  ...CREDENTIALS.flatMap(([what, killedBy, breaks, isBad]) =>
    ROUTES.map(([route, to]): Mutant => ({
      name: `asks for no better than ${what} on ${route}`,
      killedBy,
      breaks,
      fault: letsIn(isBad, to),
    })),
  ),
  ...(
    [
      ['a new applicant', createsApplicant, ['VAL-001']],
      ['a changed applicant', changesApplicant, ['VAL-001', 'VAL-008']],
      ['a new session', creates, ['VAL-001']],
    ] as const
  ).flatMap(([what, to, breaks]): Mutant[] => [
    {
      name: `names one problem of ${what}`,
      killedBy: EVERY,
      breaks,
      fault: first('issues', to),
    },
    {
      name: `names one unknown field of ${what}`,
      killedBy: EVERY,
      breaks: [...breaks, 'VAL-005'],
      fault: first('keys', to),
    },
  ]),
  {
    name: 'leads to the object and not to the field',
    killedBy: EVERY,
    breaks: 'VAL-003',
    fault: json(creates, ({ error }) => {
      for (const issue of (error?.details?.issues ?? []) as unknown as JsonObject[])
        if (Array.isArray(issue['path'])) issue['path'] = issue['path'].slice(0, -1)
    }),
  },
  {
    name: 'does not look into the applicant of a session with other problems',
    killedBy: EVERY,
    breaks: ['VAL-001', 'VAL-010'],
    fault: json(creates, ({ error }) => {
      const issues = error?.details?.issues as unknown as JsonObject[] | undefined
      if (issues && issues.length > 1)
        error!.details!.issues = issues.filter(
          ({ path }) => !Array.isArray(path) || path[0] !== 'applicant',
        ) as never
    }),
  },
  {
    name: 'reads artifacts in capitals',
    killedBy: UNSERVED,
    breaks: 'IMG-017',
    fault: readsAs(/\/(Front|FRONT)$/, '/front'),
  },
  ...(
    [
      ['a blank', '%20'],
      ['a line feed', '%0A'],
    ] as const
  ).flatMap(([what, code]): Mutant[] => [
    {
      name: `cuts ${what} off an artifact`,
      killedBy: UNSERVED,
      breaks: 'IMG-017',
      fault: readsAs(new RegExp(`front${code}$`), 'front'),
    },
    {
      name: `cuts ${what} off an id`,
      killedBy: UNSERVED,
      breaks: 'IMG-019',
      fault: readsAs(new RegExp(`${code}/`), '/'),
    },
  ]),
  ...(
    [
      ['cuts a line feed off a hash', /\\n"/, '"', 'VFY-009'],
      ['cuts a space off the front of a hash', /" a/, '"a', 'VFY-009'],
      ['reads a hash with a capital', /A"/, 'a"', 'VFY-008'],
    ] as const
  ).map(([name, wrong, right, breaks]): Mutant => ({
    name,
    killedBy: HASHES,
    breaks,
    fault: () => ({
      request(request) {
        if (request.path !== '/v1/esign/verify') return
        request.body = Buffer.from(request.body.toString().replace(wrong, right))
      },
    }),
  })),
  ...(['portrait', 'front', 'selfie'] as const).flatMap((artifact): Mutant[] => {
    const to: Which = ({ path }) => path.endsWith(`/idv-image/${artifact}`)
    return [
      {
        name: `lets the ${artifact} be cached`,
        killedBy: 'images.all-three',
        breaks: 'IMG-013',
        fault: answers(to, (response) => {
          response.headers = response.headers.filter(([name]) => !/^cache-control$/i.test(name))
        }),
      },
      ...(['retention', 'erasure'] as const).map((by): Mutant => ({
        name: `calls the ${artifact} unknown after ${by}`,
        killedBy: `images.missing-${by}`,
        breaks: [by === 'retention' ? 'IMG-027' : 'IMG-028', 'ERR-009'],
        fault: answers(to, (response) => {
          if (response.status === 404) refuse(response, 404, 'resource_not_found')
        }),
      })),
      {
        name: `enters no export of the ${artifact}`,
        killedBy: 'activity.one-entry-each',
        breaks: ['ACT-001', 'ACT-007'],
        fault: () => ({
          bindings({ state }, bindings) {
            if (state !== 'activity_log') return
            bindings['entries'] = (bindings['entries'] as JsonObject[]).filter(
              (one) =>
                one['artifact'] !== artifact || one['action'] !== 'kyc.idv.evidence_exported',
            )
          },
        }),
      },
    ]
  }),
  ...(
    [
      ['cuts keys at dots', (key, value) => [key.split('.')[0] || key, value], 'SES-010'],
      ['trims keys', (key, value) => [key.trim(), value], 'SES-010'],
      ['writes keys in small letters', (key, value) => [key.toLowerCase(), value], 'SES-010'],
      ['trims values', (key, value) => [key, value.trim()], 'SES-009'],
      ['reads values as numbers', (key, value) => [key, reread(value)], 'SES-009'],
    ] as [string, (key: string, value: string) => [string, unknown], string][]
  ).flatMap(([name, rewrite, breaks]): Mutant[] => {
    const tidy = (record: JsonObject): void => {
      const entries = Object.entries((record['metadata'] ?? {}) as Record<string, string>)
      record['metadata'] = Object.fromEntries(entries.map((one) => rewrite(...one))) as JsonObject
    }
    return [
      {
        name: `${name} of metadata`,
        killedBy: 'sessions.metadata-shapes',
        breaks,
        fault: json(isSession, ({ data }) => tidy(data)),
      },
      {
        name: `${name} of metadata in lists`,
        killedBy: 'sessions.metadata-shapes',
        breaks,
        fault: json(lists, ({ data }) => (data as unknown as JsonObject[]).forEach(tidy)),
      },
    ]
  }),
  ...LIMITED.flatMap((name, i): Mutant[] => {
    const killedBy = 'limits.each-class-used-up'
    const refused = (change: (json: JsonBody) => void): (() => Fault) =>
      answers(inClass(name), (response) => {
        if (response.status === 429) changeJson(response, change)
      })
    const details = (member: string, value: unknown): (() => Fault) =>
      refused(({ error }) => {
        Object.assign(error!.details!, { [member]: value })
      })
    const named: Mutant[] = [
      {
        name: `gives the refusal of ${name} the class global2`,
        killedBy,
        breaks: ['LIM-017', 'LIM-029'],
        fault: details('route_class', 'global2'),
      },
    ]
    // Using a budget up takes long, so one class stands for all in the others.
    if (i > 0) return named
    return [
      ...named,
      {
        name: `says another limit in the refusal of ${name}`,
        killedBy,
        breaks: 'LIM-027',
        fault: details('limit', 7),
      },
      {
        name: `stops one request too early in ${name}`,
        killedBy,
        breaks: ['LIM-008', 'LIM-023'],
        fault: answers(inClass(name), (response) => {
          const left = response.headers.find(([one]) => one === 'X-RateLimit-Remaining')?.[1]
          if (left !== '0' || response.status >= 300) return
          response.status = 429
          response.body = Buffer.from(
            JSON.stringify({
              error: { code: 'rate_limit_exceeded', details: { route_class: name } },
            }),
          )
        }),
      },
      {
        name: `sends no rate headers with the refusal of ${name}`,
        killedBy,
        breaks: ['LIM-022', 'LIM-024', 'LIM-025'],
        fault: answers(inClass(name), (response) => {
          if (response.status === 429)
            response.headers = response.headers.filter(([one]) => !/^x-ratelimit/i.test(one))
        }),
      },
    ]
  }),
  {
    name: 'drops empty values of metadata',
    killedBy: 'sessions.metadata-shapes',
    breaks: ['SES-010', 'VER-016'],
    fault: json(isSession, ({ data }) => {
      delete data.metadata?.['empty']
    }),
  },
]

function reread(value: string): unknown {
  try {
    return JSON.parse(value) as unknown
  } catch {
    return value
  }
}
