import { isObject, type JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { createsApplicant, type Mutant } from '../../self-test/wire-faults.ts'

/** Stores an applicant otherwise than the response to its creation says. */
const storing =
  (change: (applicant: JsonObject) => void): (() => Fault) =>
  () => {
    const sent = new WeakMap<object, JsonObject>()
    return {
      request(request) {
        if (!createsApplicant(request)) return
        const applicant = JSON.parse(request.body.toString()) as JsonObject
        sent.set(request, structuredClone(applicant))
        change(applicant)
        request.body = Buffer.from(JSON.stringify(applicant))
      },
      response(request, response) {
        const applicant = sent.get(request)
        if (!applicant || response.status >= 300) return
        const { data } = JSON.parse(response.body.toString()) as { data: JsonObject }
        response.body = Buffer.from(JSON.stringify({ data: { ...data, ...applicant } }))
      },
    }
  }

const loses = (field: string) =>
  storing((applicant) => {
    delete applicant[field]
  })

const losesOfAddress = (part: string) =>
  storing(({ address }) => {
    if (isObject(address)) delete address[part]
  })

const mutant = (name: string, breaks: string[], fault: () => Fault): Mutant => ({
  name,
  killedBy: 'applicants.created-fields-are-kept',
  breaks,
  fault,
})

export const KEPT_CREATION_MUTANTS: readonly Mutant[] = [
  ...(
    [
      ['name_suffix', 'APP-012'],
      ['phone', 'APP-014'],
      ['date_of_birth', 'APP-022'],
    ] as const
  ).map(([field, requirement]) =>
    mutant(
      `does not store the ${field} of a new applicant`,
      ['END-021', requirement],
      loses(field),
    ),
  ),
  ...(
    [
      ['postal_code', 'APP-024'],
      ['place_id', 'APP-025'],
      ['country', 'APP-026'],
    ] as const
  ).map(([part, requirement]) =>
    mutant(
      `does not store the ${part} of a new applicant`,
      ['END-021', requirement],
      losesOfAddress(part),
    ),
  ),
  mutant(
    'stores two given names of a new applicant',
    ['END-020', 'END-021', 'APP-007'],
    storing((applicant) => {
      if (Array.isArray(applicant['given_names']))
        applicant['given_names'] = applicant['given_names'].slice(0, 2)
    }),
  ),
  mutant(
    'stores the family name of a new applicant without accents',
    ['END-020', 'END-021', 'APP-001'],
    storing((applicant) => {
      applicant['family_name'] = String(applicant['family_name'])
        .normalize('NFD')
        .replaceAll(/\p{M}/gu, '')
    }),
  ),
]
