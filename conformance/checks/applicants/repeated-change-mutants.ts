import { isObject, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type ProxiedRequest } from '../../self-test/proxy.ts'
import { changesApplicant, type Mutant } from '../../self-test/wire-faults.ts'

const AGAIN = 'applicants.phone-changed-again'

const sentTo = (request: ProxiedRequest): JsonObject =>
  changesApplicant(request) ? (JSON.parse(request.body.toString()) as JsonObject) : {}

/** Shows another phone than the stored one once an applicant has got its second phone by a change. */
const fromTheSecondChange = (shown: (first: unknown, sent: unknown) => unknown) => (): Fault => {
  const phones = new Map<string, { first: unknown; last?: unknown }>()
  return {
    response(request, response) {
      const { phone } = sentTo(request)
      if (!changesApplicant(request) || response.status >= 300) return
      changeJson(response, ({ data }) => {
        const known = phones.get(request.path)
        if (known === undefined && phone !== undefined)
          phones.set(request.path, { first: data?.['phone'] })
        if (known && phone !== undefined) known.last = phone
        if (known?.last !== undefined && data) data['phone'] = shown(known.first, known.last)
      })
    },
  }
}

/** Reads a number as it was read before, with another country. */
const cachesNumbers = (): Fault => {
  const languages = new Map<unknown, string>()
  return {
    request(request) {
      const { phone } = sentTo(request)
      if (phone === undefined) return
      const { 'accept-language': sent } = request.headers
      const known = languages.get(phone)
      if (sent === undefined && known !== undefined) request.headers['accept-language'] = known
      else if (sent !== undefined) languages.set(phone, sent)
    },
  }
}

/** Takes the country of a national number from an earlier change of any applicant. */
const remembersCountry = (): Fault => {
  let language: string | undefined
  return {
    request(request) {
      if (sentTo(request)['phone'] === undefined) return
      const { 'accept-language': sent } = request.headers
      if (sent === undefined && language !== undefined)
        request.headers['accept-language'] = language
      else language = sent
    },
  }
}

/** Of changes that overlap, keeps only the one that came first. */
const losesOverlapping = (): Fault => {
  let open = 0
  const lost = new Set<string>()
  return {
    request(request) {
      if (changesApplicant(request) && open++ > 0)
        for (const field of Object.keys(sentTo(request))) lost.add(field)
    },
    response(request, response) {
      if (!changesApplicant(request)) return
      open--
      const sent = sentTo(request)
      changeJson(response, ({ data }) => {
        if (!isObject(data)) return
        for (const field of lost) if (!(field in sent)) data[field] = null
      })
    },
  }
}

/** Faults that only the second change of an applicant shows, or changes that overlap. */
export const REPEATED_CHANGE_MUTANTS: readonly Mutant[] = [
  {
    name: 'keeps the first changed phone at later changes',
    killedBy: AGAIN,
    breaks: ['END-021', 'APP-020'],
    fault: fromTheSecondChange((first) => first),
  },
  {
    name: 'normalizes only the first phone that a change sends',
    killedBy: AGAIN,
    breaks: ['APP-016', 'APP-017'],
    fault: fromTheSecondChange((_first, sent) => sent),
  },
  {
    name: 'takes the country of a national number from an earlier change',
    killedBy: AGAIN,
    breaks: 'APP-018',
    fault: remembersCountry,
  },
  {
    name: 'caches numbers by their text',
    killedBy: AGAIN,
    breaks: ['APP-018', 'APP-020'],
    fault: cachesNumbers,
  },
  {
    name: 'loses a change that overlaps another one',
    killedBy: 'applicants.changed-at-once',
    breaks: 'END-021',
    fault: losesOverlapping,
  },
]
