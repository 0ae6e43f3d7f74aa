import {
  answers,
  creates,
  isImage,
  isSession,
  json,
  lists,
  type Mutant,
  sending,
  takes,
  type Which,
  headerFault,
} from '../../self-test/wire-faults.ts'
import { at } from '../../http/json.ts'
import { changeJson } from '../../self-test/proxy.ts'

const EVERY = 'envelope.every-refusal'
const VALIDATION = 'envelope.validation-error'

const isText = (value: unknown): boolean => typeof value === 'string'

const refused: Which = ({ path }) => path.startsWith('/v1/sessions')

export const ENVELOPE_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['metadata that is a list', ({ metadata }) => Array.isArray(metadata)],
      ['a list of applicants', ({ applicant }) => Array.isArray(applicant)],
      ['an inline address that is a string', (body) => isText(at(body, 'applicant', 'address'))],
    ] as [string, Parameters<typeof sending>[1]][]
  ).map(([name, isSent]): Mutant => ({
    name: `accepts ${name} in a session creation`,
    killedBy: VALIDATION,
    breaks: ['ERR-001', 'ERR-002'],
    fault: takes(sending(creates, isSent)),
  })),
  {
    name: 'lists sessions without a credential',
    killedBy: 'envelope.no-credential',
    breaks: 'END-001',
    fault: answers(
      (request) => lists(request) && !request.headers['authorization'],
      (response) => {
        response.status = 200
      },
    ),
  },
  {
    name: 'refuses requests without a credential in HTML',
    killedBy: 'envelope.no-credential',
    breaks: 'END-002',
    fault: answers(lists, ({ headers }) => {
      for (const header of headers)
        if (header[0].toLowerCase() === 'content-type') header[1] = 'text/html'
    }),
  },
  {
    name: 'refuses browsers in HTML',
    killedBy: 'envelope.no-credential',
    breaks: 'END-002',
    fault: answers(lists, (response, request) => {
      if (request.headers['accept']?.startsWith('text/html'))
        response.body = Buffer.from('<h1>Unauthorized</h1>')
    }),
  },
  {
    name: 'omits details from the error body',
    killedBy: 'envelope.no-credential',
    breaks: 'ENV-001',
    fault: json(lists, ({ error }) => {
      delete error?.details
    }),
  },
  {
    name: 'sends request ids without req_',
    killedBy: 'envelope.no-credential',
    breaks: 'ENV-004',
    fault: json(lists, ({ error }) => {
      if (error) error.request_id = '123456'
    }),
  },
  ...['x-request-id', 'x-correlation-id'].map((header): Mutant => ({
    name: `returns the ${header} of the client as the request id`,
    killedBy: 'envelope.no-credential',
    breaks: 'ENV-004',
    fault: json(lists, ({ error }, { headers }) => {
      if (error && headers[header]) error.request_id = headers[header]
    }),
  })),
  {
    name: 'gives a relative doc_url',
    killedBy: 'envelope.no-credential',
    breaks: 'ENV-003',
    fault: json(lists, ({ error }) => {
      if (error) error.doc_url = '/errors/authentication_required'
    }),
  },
  ...['type', 'doc_url'].map((member, i): Mutant => ({
    name: `sends the same ${member} in all refusals`,
    killedBy: EVERY,
    breaks: `ENV-00${2 + i}`,
    fault: json(refused, ({ error }) => {
      if (error) Object.assign(error, { [member]: 'https://docs.vskit.example/errors' })
    }),
  })),
  ...['type', 'doc_url'].map((member, i): Mutant => ({
    name: `names the status in ${member}`,
    killedBy: EVERY,
    breaks: `ENV-00${2 + i}`,
    fault: answers(refused, (response) =>
      changeJson(response, ({ error }) => {
        if (error)
          Object.assign(error, { [member]: `https://docs.vskit.example/errors/${response.status}` })
      }),
    ),
  })),
  {
    name: 'sends request ids without req_ in refusals of sessions',
    killedBy: EVERY,
    breaks: 'ENV-004',
    fault: json(refused, ({ error }) => {
      if (error) error.request_id = 'r1'
    }),
  },
  {
    name: 'omits the message',
    killedBy: EVERY,
    breaks: 'ENV-001',
    fault: json(refused, ({ error }) => {
      delete (error as { message?: string })?.message
    }),
  },
  {
    name: 'lists no issues',
    killedBy: EVERY,
    breaks: 'ENV-005',
    fault: json(creates, ({ error }) => {
      if (error) error.details = {}
    }),
  },
  ...(
    [
      [creates, ['ERR-004', 'VAL-021']],
      [isSession, ['ERR-008']],
      [isImage, ['ERR-014']],
    ] as const
  ).map(([to, breaks]): Mutant => ({
    name: `changes values between equal requests: ${breaks.join()}`,
    killedBy: EVERY,
    breaks,
    fault: () => {
      let asked = 0
      return {
        response(request, response) {
          if (to(request) && response.status >= 400 && ++asked > 1) response.status = 500
        },
      }
    },
  })),
  {
    name: 'returns 400 for invalid bodies',
    killedBy: VALIDATION,
    breaks: ['ERR-001', 'ERR-002'],
    fault: answers(creates, (response) => {
      if (response.status === 422) response.status = 400
    }),
  },
  {
    name: 'returns a different code for invalid queries',
    killedBy: VALIDATION,
    breaks: 'ERR-003',
    fault: json(
      ({ path }) => path.startsWith('/v1/sessions?'),
      ({ error }) => {
        if (error) error.code = 'bad_query'
      },
    ),
  },
  headerFault('Content-Type', 'text/plain', 'envelope.no-credential', 'END-002'),
  {
    name: 'sends the code in place of its URL',
    killedBy: 'envelope.no-credential',
    breaks: 'ENV-002',
    fault: json(lists, ({ error }) => {
      if (error) error.type = error.code
    }),
  },
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
      name: `omits ${member} from a ${status}, seen by ${killedBy}`,
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
]
