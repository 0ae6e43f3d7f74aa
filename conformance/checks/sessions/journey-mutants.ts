import { transliterate } from '../../../fixtures/transliterate.ts'
import type { JsonObject } from '../../http/json.ts'
import {
  answers,
  changesApplicant,
  creates,
  isSession,
  json,
  type Mutant,
  refuses,
} from '../../self-test/wire-faults.ts'

const selfie = (change: (images: string[]) => string[]) =>
  json(isSession, ({ data }) => {
    const idv = data.idv as { available_images: string[] } | undefined
    if (idv) idv.available_images = change(idv.available_images)
  })

export const JOURNEYS_MUTANTS: readonly Mutant[] = [
  {
    name: 'checks a document for any template',
    killedBy: 'sessions.each-kind-of-check',
    breaks: ['GEN-004', 'SES-008'],
    fault: json(isSession, ({ data }) => {
      data.idv ??= { available_images: [], capture_acquisition: 'camera' }
    }),
  },
  {
    name: 'shows idv only in sessions that are completed',
    killedBy: 'sessions.check-id-verification',
    breaks: 'CHK-001',
    fault: json(isSession, ({ data }) => {
      if (data['status'] !== 'completed') delete data.idv
    }),
  },
  {
    name: 'never completes its checks',
    killedBy: 'sessions.each-kind-of-check',
    breaks: ['CHK-001', 'CHK-008', 'CHK-016', 'CHK-017', 'CHK-018'],
    fault: json(isSession, ({ data }) => {
      data['status'] = 'in_progress'
    }),
  },
  {
    name: 'requires a selfie that the template does not list',
    killedBy: 'images.face-check-by-template',
    breaks: ['CHK-006', 'IMG-006'],
    fault: selfie((images) => [...images, 'selfie']),
  },
  {
    name: 'requires an applicant for each session',
    killedBy: 'sessions.with-and-without-applicant',
    breaks: 'GEN-002',
    fault: refuses((request) => creates(request) && !request.body.includes('family_name')),
  },
  {
    name: 'normalizes captured names',
    killedBy: 'applicants.captured-name',
    breaks: 'APP-027',
    fault: answers(
      ({ path }) => path === '/v1/applicants',
      (response) => {
        response.body = Buffer.from(
          response.body.toString().replaceAll('van der  Berg', 'Van Der Berg'),
        )
      },
    ),
  },
  {
    name: 'composes the accents of captured names',
    killedBy: 'applicants.captured-name',
    breaks: 'APP-027',
    fault: answers(
      ({ path }) => path.startsWith('/v1/applicants'),
      (response) => {
        response.body = Buffer.from(response.body.toString().normalize('NFC'))
      },
    ),
  },
  ...(
    [
      ['captured', 'legal_name', ['APP-027']],
      ['in-own-script', 'localized_name', ['APP-029', 'VER-015']],
    ] as const
  ).map(([kind, field, breaks]): Mutant => ({
    name: `retrieves the ${field} in capitals`,
    killedBy: kind === 'captured' ? 'applicants.captured-name' : 'applicants.name-in-own-script',
    breaks: [...breaks],
    fault: json(
      ({ method, path }) => method === 'GET' && path.startsWith('/v1/applicants/'),
      ({ data }) => {
        if (typeof data?.[field] === 'string') data[field] = `${data[field]} X`.toUpperCase()
      },
    ),
  })),
  {
    name: 'lists applicants without the name in their own script',
    killedBy: 'applicants.name-in-own-script',
    breaks: ['APP-029', 'VER-015'],
    fault: json(
      ({ method, path }) => method === 'GET' && path === '/v1/applicants',
      (list) => {
        for (const one of list.data as unknown as JsonObject[]) delete one['localized_name']
      },
    ),
  },
  {
    name: 'transliterates the name on a document',
    killedBy: 'applicants.name-in-own-script',
    breaks: 'APP-029',
    fault: answers(
      ({ path }) => path.startsWith('/v1/applicants'),
      (response) => {
        response.body = Buffer.from(
          response.body.toString().replace(/[Ѐ-ӿ]+/g, (name) => transliterate(name)),
        )
      },
    ),
  },
  {
    name: 'loses the name on a document at the next change',
    killedBy: 'applicants.name-in-own-script',
    breaks: 'APP-029',
    fault: json(changesApplicant, ({ data }) => {
      delete data?.['localized_name']
    }),
  },
  {
    name: 'changes applicants of the other region',
    killedBy: 'planes.applicant-elsewhere',
    breaks: ['PLN-002', 'PLN-013'],
    fault: answers(
      ({ method, region }) => method === 'PATCH' && region === 'eu',
      (response) => {
        response.status = 200
      },
    ),
  },
  {
    name: 'does not serve the wallet',
    killedBy: 'billing.wallet',
    breaks: 'WAL-001',
    fault: answers(
      ({ path }) => path === '/v1/wallet',
      (response) => {
        response.status = 404
      },
    ),
  },
]
