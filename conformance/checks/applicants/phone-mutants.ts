import { at } from '../../http/json.ts'
import {
  answers,
  changesApplicant,
  creates,
  createsApplicant,
  json,
  type Mutant,
  refuses,
  sending,
  takes,
  type Which,
} from '../../self-test/wire-faults.ts'

const PHONES: readonly {
  id: string
  breaks: string
  to: Which
  phoneOf: (body: unknown) => unknown
}[] = [
  {
    id: 'applicants.phone-on-creation',
    breaks: 'APP-019',
    to: createsApplicant,
    phoneOf: (body) => at(body, 'phone'),
  },
  {
    id: 'applicants.phone-on-change',
    breaks: 'APP-020',
    to: changesApplicant,
    phoneOf: (body) => at(body, 'phone'),
  },
  {
    id: 'applicants.phone-inside-a-session',
    breaks: 'APP-021',
    to: creates,
    phoneOf: (body) => at(body, 'applicant', 'phone'),
  },
]

const phoneMutants: readonly Mutant[] = PHONES.flatMap(({ id, breaks, to, phoneOf }) => [
  ...(id === 'applicants.phone-inside-a-session'
    ? []
    : [
        {
          name: `keeps a phone as sent beside other fields in ${id}`,
          killedBy: id,
          breaks: 'APP-016',
          fault: json(
            sending(
              to,
              (body) => Object.hasOwn(body, 'phone') && Object.hasOwn(body, 'name_suffix'),
            ),
            ({ data }, { body }) => {
              data['phone'] = phoneOf(JSON.parse(body.toString()))
            },
          ),
        },
      ]),
  {
    name: `accepts any text as a phone in ${id}`,
    killedBy: id,
    breaks: 'APP-015',
    fault: takes(sending(to, (body) => phoneOf(body) === 'call me')),
  },
  {
    name: `accepts a number of 20 digits in ${id}`,
    killedBy: id,
    breaks: 'APP-015',
    fault: takes(sending(to, (body) => String(phoneOf(body)).length > 20)),
  },
  {
    name: `takes an Accept-Language of any kind for a country in ${id}`,
    killedBy: id,
    breaks: 'APP-018',
    fault: takes((request) => to(request) && request.headers['accept-language'] === '*'),
  },
  {
    name: `guesses the country of a national number in ${id}`,
    killedBy: id,
    breaks: 'APP-018',
    fault: takes(sending(to, (body) => String(phoneOf(body)).startsWith('0'))),
  },
  {
    name: `takes national numbers for American ones in ${id}`,
    killedBy: id,
    breaks: 'APP-018',
    fault: takes(sending(to, (body) => String(phoneOf(body)).startsWith('('))),
  },
  {
    name: `does not read Accept-Language in ${id}`,
    killedBy: id,
    breaks: 'APP-017',
    fault: refuses((request) => to(request) && request.headers['accept-language'] !== undefined),
  },
  {
    name: `reads no Accept-Language with several languages in ${id}`,
    killedBy: id,
    breaks: 'APP-017',
    fault: refuses(
      (request) => to(request) && request.headers['accept-language']?.includes(',') === true,
    ),
  },
  {
    name: `rejects every phone in ${id}`,
    killedBy: id,
    breaks,
    fault: refuses(sending(to, (body) => !!phoneOf(body))),
  },
  {
    name: `does not name the phone in param in ${id}`,
    killedBy: id,
    breaks: 'VAL-006',
    fault: json(to, ({ error }) => {
      for (const issue of error?.details?.issues ?? []) delete issue.param
    }),
  },
])

/** Replaces the phone in each response by the text that was sent. */
const typedPhone = (killedBy: string, to: Which, breaks: string): Mutant => ({
  name: `stores the phone as typed, seen in ${killedBy}`,
  killedBy,
  breaks,
  fault: answers(to, (response) => {
    response.body = Buffer.from(
      response.body.toString().replaceAll('+442079460018', '+44 20 7946 0018'),
    )
  }),
})

const isOtherChange: Which = (request) =>
  changesApplicant(request) && !request.body.includes('"phone"')

const TRUNK = '+44 (0)20 7946 0018'

/** Shows another number in each response after a request whose phone is misread. */
const misread = (
  name: string,
  killedBy: string,
  by: Which,
  number: string,
  right = '+442079460018',
): Mutant => ({
  name: `${name}, seen in ${killedBy}`,
  killedBy,
  breaks: 'APP-016',
  fault: () => {
    let isMisread = false
    return {
      request(request) {
        if (request.body.includes('"phone"')) isMisread = by(request)
      },
      response(_, response) {
        const text = response.body.toString()
        if (isMisread) response.body = Buffer.from(text.replaceAll(right, number))
      },
    }
  },
})

const hasTrunk: Which = ({ body }) => body.includes(TRUNK)
const isItalian: Which = ({ body }) => body.includes('+39 ')
const isGerman: Which = ({ headers }) => headers['accept-language']?.startsWith('de') === true

export const PHONE_MUTANTS: readonly Mutant[] = [
  ...phoneMutants,
  ...PHONES.flatMap(({ id }) => [
    misread('stores the trunk prefix of a phone', id, hasTrunk, '+4402079460018'),
    misread('takes every number for one of the language', id, isGerman, '+492079460018'),
    misread('drops the 0 of an Italian number', id, isItalian, '+39612345678', '+390612345678'),
  ]),
  typedPhone('applicants.phone-on-creation', createsApplicant, 'APP-016'),
  typedPhone('applicants.phone-on-change', changesApplicant, 'APP-016'),
  ...['applicants.phone-on-creation', 'applicants.phone-on-change'].map((id) => ({
    ...typedPhone(id, isOtherChange, 'APP-016'),
    name: `shows the phone as typed after a change of another field, seen in ${id}`,
  })),
  typedPhone(
    'applicants.phone-inside-a-session',
    ({ path }) => path.startsWith('/v1/applicants'),
    'VER-020',
  ),
  ...[false, true].map((isKept): Mutant => ({
    name: isKept
      ? 'keeps the country of a request for those without one'
      : 'normalizes a number with the country of the request before',
    killedBy: 'applicants.phones-at-once',
    breaks: isKept ? 'APP-018' : ['APP-016', 'APP-017'],
    fault: () => {
      let last: string | undefined
      return {
        request(request) {
          if (!createsApplicant(request)) return
          const { headers } = request
          const own = headers['accept-language']
          const used = isKept ? (own ?? last) : own && (last ?? own)
          last = own ?? last
          if (used !== undefined) headers['accept-language'] = used
        },
      }
    },
  })),
]
