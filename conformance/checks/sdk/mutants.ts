import {
  answers,
  isSession,
  json,
  type Mutant,
  refuse,
  refuses,
  type Which,
} from '../../self-test/wire-faults.ts'
import { isObject, type JsonObject } from '../../http/json.ts'
import type { Fault, ProxiedRequest } from '../../self-test/proxy.ts'

const isSdk: Which = ({ path }) => path.startsWith('/sdk/v1/')
const tokenOf = ({ headers }: ProxiedRequest): string =>
  (headers['authorization'] ?? '').replace('Bearer ', '')

/** Ignores an origin that is not on the allowed list. */
const overlooks = (origin: RegExp, which: Which) => (): Fault => ({
  request(request) {
    if (isSdk(request) && which(request) && origin.test(request.headers['origin'] ?? ''))
      delete request.headers['origin']
  },
})

/** Replaces a bad credential by the browser token of the session. */
const accepts =
  (isBad: (token: string, request: ProxiedRequest) => boolean, which: Which) => (): Fault => {
    let token = ''
    return {
      bindings({ state }, bindings) {
        if (state.endsWith('_session') && typeof bindings['browser_token'] === 'string')
          token = bindings['browser_token']
      },
      request(request) {
        if (!isSdk(request) || !which(request) || !isBad(tokenOf(request), request)) return
        request.headers['authorization'] = `Bearer ${token}`
        request.region = 'us'
      },
    }
  }

const submits: Which = ({ method, path }) => method === 'POST' && path.endsWith('/submit')
const signs: Which = ({ path }) => path.endsWith('/sign')
const reads: Which = ({ method, path }) => method === 'GET' && path.includes('/documents/')

/** Once a signer has read a document, serves it to every caller that requests its path. */
/** The first of two sessions of one organization reads the document of the second. */
function servesColleagues(): Fault {
  const organizations = new Map<string, unknown>()
  const read = new Map<string, { body: Buffer; organization: unknown }>()
  return {
    bindings(_use, { browser_token: token, organization }) {
      organizations.set(`Bearer ${String(token)}`, organization)
    },
    response(request, response) {
      if (!reads(request)) return
      const organization = organizations.get(String(request.headers['authorization']))
      const known = read.get(request.path)
      if (response.status === 200) read.set(request.path, { body: response.body, organization })
      else if (known?.organization === organization)
        Object.assign(response, { status: 200, body: known!.body })
    },
  }
}

function servesAnybody(): Fault {
  const read = new Map<string, Buffer>()
  return {
    response(request, response) {
      if (!reads(request)) return
      const known = read.get(request.path)
      if (response.status === 200) read.set(request.path, response.body)
      else if (known) Object.assign(response, { status: 200, body: known })
    },
  }
}

/** Changes what a page submits about the applicant. */
const submitting = (change: (applicant: JsonObject) => void) => (): Fault => ({
  request(request) {
    if (!submits(request) || request.body.byteLength === 0) return
    const body = JSON.parse(request.body.toString()) as JsonObject
    const { applicant } = body
    if (!isObject(applicant)) return
    change(applicant)
    request.body = Buffer.from(JSON.stringify(body))
  },
})

function squeeze(applicant: JsonObject): void {
  applicant['legalName'] = String(applicant['legalName']).replaceAll(/ +/g, ' ')
}

function rename(applicant: JsonObject): void {
  applicant['familyName'] = applicant['legalName']
  applicant['givenNames'] = []
  delete applicant['legalName']
}

/** Fields of a submission that a service can lose, by the requirement of the applicant. */
const LOST: readonly [what: string, breaks: string, lose: (applicant: JsonObject) => void][] = [
  ['the order of the given names', 'APP-006', (one) => (one['givenNames'] = ['María', 'Ana'])],
  ['the name suffix', 'APP-012', (one) => delete one['nameSuffix']],
  ['the email', 'APP-013', (one) => delete one['email']],
  ['the phone', 'APP-016', (one) => delete one['phone']],
  ['the date of birth', 'APP-022', (one) => delete one['dateOfBirth']],
  ['the postal code', 'APP-024', (one) => delete (one['address'] as JsonObject)['postalCode']],
  ['the place id', 'APP-025', (one) => delete (one['address'] as JsonObject)['placeId']],
]

const ORIGINS: readonly [what: string, origin: RegExp][] = [
  ['a subdomain of an origin', /^https:\/\/evil\.app\./],
  ['the parent domain of an origin', /^https:\/\/example\.com$/],
  ['an origin with a prefix', /^https:\/\/evilapp\./],
  ['an origin with a suffix', /\.evil\.example$/],
  ['an origin of another scheme', /^http:/],
  ['an origin of another port', /:8443$/],
  ['the origin null', /^null$/],
  ['an origin of another key', /^https:\/\/shop\./],
  ['a development server beside an origin', /localhost|127\.0\.0\.1/],
  ['an origin with a final dot', /\.$/],
]

const BAD: readonly [what: string, breaks: string, isBad: Parameters<typeof accepts>[0]][] = [
  ['no credential', 'AUT-012', (token) => token === ''],
  ['the secret key', 'AUT-012', (token) => token.startsWith('ah_sk_')],
  ['a publishable key', 'KEY-009', (token) => token.startsWith('ah_pk_')],
  ['a token in the other region', 'PLN-014', (_, { region }) => region === 'eu'],
]

export const SDK_MUTANTS: readonly Mutant[] = [
  ...LOST.map(([what, breaks, lose]): Mutant => ({
    name: `loses ${what} of a submission`,
    killedBy: 'sdk.submission-is-kept',
    breaks: ['SDK-006', breaks],
    fault: submitting(lose),
  })),
  ...(
    [
      ['loses the legal name', (one) => Object.assign(one, { legalName: 'Unknown' })],
      ['trims the blanks of the legal name', squeeze],
      ['takes the legal name for a family name', rename],
    ] as [string, (applicant: JsonObject) => void][]
  ).map(([what, change]): Mutant => ({
    name: `${what} of a submission`,
    killedBy: 'sdk.legal-name-is-kept',
    breaks: ['SDK-006', 'APP-027'],
    fault: submitting(change),
  })),
  {
    name: 'serves a document to any browser token',
    killedBy: 'sdk.documents-of-another-session',
    breaks: ['AUT-014', 'TOK-004'],
    fault: servesAnybody,
  },
  {
    name: 'serves a document to the browser tokens of its organization',
    killedBy: 'sdk.documents-of-another-session',
    breaks: ['AUT-014', 'TOK-004'],
    fault: servesColleagues,
  },
  {
    name: 'never completes a session that a page submits',
    killedBy: 'sdk.finishes-the-checks',
    breaks: 'GEN-006',
    fault: json(isSession, ({ data }) => {
      data['status'] = 'in_progress'
    }),
  },
  ...ORIGINS.map(([what, origin], i): Mutant => {
    const [name, killedBy, which] =
      i % 2 === 0
        ? (['a step', 'sdk.origins', submits] as const)
        : (['a signature', 'sdk.origins-of-signing', signs] as const)
    return {
      name: `accepts ${name} from ${what} on the list`,
      killedBy,
      breaks: ['AUT-010', 'ERR-031'],
      fault: overlooks(origin, which),
    }
  }),
  ...BAD.flatMap(([what, breaks, isBad]): Mutant[] => [
    {
      name: `accepts a step with ${what}`,
      killedBy: 'sdk.credentials',
      breaks,
      fault: accepts(isBad, submits),
    },
    {
      name: `shows the document with ${what}`,
      killedBy: 'sdk.credentials-of-signing',
      breaks,
      fault: accepts(isBad, reads),
    },
  ]),
  {
    name: 'accepts a signature with an expired token',
    killedBy: 'sdk.credentials-of-signing',
    breaks: 'TOK-003',
    fault: () => {
      let expired = ''
      return {
        bindings(_, bindings) {
          if (typeof bindings['expired_token'] === 'string') expired = bindings['expired_token']
        },
        response(request, response) {
          if (signs(request) && tokenOf(request) === expired) response.status = 200
        },
      }
    },
  },
  {
    name: 'calls missing name components invalid',
    killedBy: 'sdk.name-components',
    breaks: 'ERR-034',
    fault: answers(submits, (response) => {
      if (response.status === 422) refuse(response, 422, 'validation_error')
    }),
  },
  {
    name: 'needs name components only at the step of the background check',
    killedBy: 'sdk.name-components',
    breaks: 'ERR-034',
    fault: () => ({
      state({ params }) {
        if (Array.isArray(params['checks'])) params['checks'] = params['checks'].slice(0, 1)
      },
    }),
  },
  {
    name: 'rejects requests of the SDK',
    killedBy: 'sdk.name-components',
    breaks: 'SDK-006',
    fault: refuses((request) => submits(request) && request.body.includes('nameSuffix')),
  },
]
