import {
  changeJson,
  type Fault,
  type JsonBody,
  type ProxiedResponse,
} from '../../self-test/proxy.ts'
import { inClass, setRate } from './counting-mutants.ts'
import { answers, isImage, type Mutant, type Which } from '../../self-test/wire-faults.ts'

const LIMITED = ['dsar:create', 'sessions:read_report', 'idv:create', 'global'] as const

/** Routes other than the one with which the check uses up the class. Each must be refused too. */
const UNLIMITED: readonly [what: string, method: string, path: RegExp][] = [
  ['templates be listed', 'GET', /^\/v1\/workflow-templates$/],
  ['templates be created', 'POST', /^\/v1\/workflow-templates$/],
  ['templates be changed', 'PATCH', /^\/v1\/workflow-templates\//],
  ['sessions be cancelled', 'POST', /\/cancel$/],
  ['client tokens be minted', 'POST', /\/client_token$/],
  ['applicants be deleted', 'DELETE', /^\/v1\/applicants\//],
  ['fronts be fetched', 'GET', /\/idv-image\/front$/],
]

/** Counts some requests for each session: another session than the first one is never refused. */
function countsForEachSession(to: Which): () => Fault {
  return () => {
    let first: string | undefined
    return {
      response(request, response) {
        if (!to(request)) return
        const session = request.path.split('/')[3]
        first ??= session
        if (response.status === 429 && session !== first) response.status = 200
      },
    }
  }
}

/** Counts some requests for all keys together. */
function countsAllKeysTogether(to: Which): () => Fault {
  return () => {
    let refusal: ProxiedResponse | undefined
    return {
      response(request, response) {
        if (!to(request)) return
        if (response.status === 429) refusal ??= { ...response, body: Buffer.from(response.body) }
        if (refusal) Object.assign(response, { ...refusal, body: Buffer.from(refusal.body) })
      },
    }
  }
}

/** Faults in the refusals of each route class. */
export const USED_UP_CLASS_MUTANTS: readonly Mutant[] = LIMITED.flatMap((name, i): Mutant[] => {
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
      name: `sends the class global2 in the refusal of ${name}`,
      killedBy,
      breaks: ['LIM-017', 'LIM-029'],
      fault: details('route_class', 'global2'),
    },
  ]
  // Using up a budget takes long, so these mutants exist for one class only.
  if (name === 'global')
    named.push(
      ...UNLIMITED.map(([what, method, path]): Mutant => ({
        name: `lets ${what} when its class is used up`,
        killedBy,
        breaks: 'LIM-017',
        fault: answers(
          (request) => request.method === method && path.test(request.path),
          (response) => {
            if (response.status === 429) response.status = 200
          },
        ),
      })),
      ...(['sessions:read_image', 'sessions:read_report'] as const).flatMap((one): Mutant[] => [
        {
          name: `counts requests of ${one} for each session`,
          killedBy,
          breaks: 'LIM-017',
          fault: countsForEachSession(inClass(one)),
        },
        {
          name: `counts requests of ${one} for all keys together`,
          killedBy,
          breaks: 'LIM-005',
          fault: countsAllKeysTogether(inClass(one)),
        },
      ]),
      {
        name: 'lets the delivery log be read when every class is used up',
        killedBy,
        breaks: 'ERR-024',
        fault: answers(
          ({ path }) => path.startsWith('/v1/webhook-events'),
          (response) => {
            if (response.status === 429) response.status = 200
          },
        ),
      },
      {
        name: 'names an end that is 70 s too late in refusals of reports',
        killedBy,
        breaks: 'LIM-024',
        fault: answers(inClass('sessions:read_report'), (response) => {
          if (response.status !== 429) return
          response.headers = response.headers.map(([header, value]) =>
            header.toLowerCase() === 'x-ratelimit-reset'
              ? [header, String(Number(value) + 70)]
              : [header, value],
          )
          changeJson(response, ({ error }) => {
            const details = error!.details as { reset_at: number }
            details.reset_at += 70
          })
        }),
      },
      {
        name: 'sends an unknown tier in the refusal of an image',
        killedBy,
        breaks: 'LIM-014',
        fault: answers(inClass('sessions:read_image'), (response) => {
          if (response.status === 429)
            changeJson(response, ({ error }) => {
              Object.assign(error!.details!, { tier: 'Standard' })
            })
        }),
      },
      {
        name: 'reports one remaining request in the refusal of an image',
        killedBy,
        breaks: 'LIM-023',
        fault: answers(inClass('sessions:read_image'), (response) => {
          if (response.status === 429) setRate(response, 'Remaining', 1)
        }),
      },
      {
        name: 'lets applicants be changed when their class is used up',
        killedBy,
        breaks: 'LIM-017',
        fault: answers(
          ({ method, path }) => method === 'PATCH' && path.startsWith('/v1/applicants/'),
          (response) => {
            response.status = 200
          },
        ),
      },
      {
        name: 'sends another class in the refusal of a list of applicants',
        killedBy,
        breaks: 'LIM-017',
        fault: answers(
          ({ method, path }) => method === 'GET' && path === '/v1/applicants',
          (response) => {
            if (response.status === 429)
              changeJson(response, ({ error }) => {
                Object.assign(error!.details!, { route_class: 'lists' })
              })
          },
        ),
      },
    )
  if (i > 0) return named
  return [
    ...named,
    {
      name: `sends another limit in the refusal of ${name}`,
      killedBy,
      breaks: 'LIM-027',
      fault: details('limit', 7),
    },
    {
      name: `refuses one request too early in ${name}`,
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
})

/** Changes the details of each refused image. */
const refusedImage = (change: (details: Record<string, unknown>) => void): (() => Fault) =>
  answers(isImage, (response) => {
    if (response.status === 429)
      changeJson(response, ({ error }) => change(error!.details as Record<string, unknown>))
  })

/** Faults in the refusals of images on the higher tiers. */
export const TIER_OF_IMAGES_MUTANTS: readonly Mutant[] = [
  ...['enterprise', 'custom'].map((tier): Mutant => ({
    name: `says standard in refusals of images on ${tier}`,
    killedBy: 'limits.images-on-higher-tiers',
    breaks: 'LIM-014',
    fault: refusedImage((details) => {
      if (details['tier'] === tier) details['tier'] = 'standard'
    }),
  })),
  {
    name: 'says another limit in refusals of images on custom',
    killedBy: 'limits.images-on-higher-tiers',
    breaks: ['LIM-020', 'LIM-027'],
    fault: refusedImage((details) => {
      if (details['tier'] === 'custom') details['limit'] = 240
    }),
  },
]
