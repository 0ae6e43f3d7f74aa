import type { Case } from '../check/cases.ts'
import { isObject, type JsonObject } from '../http/json.ts'
import {
  changeJson,
  type Fault,
  type JsonBody,
  type ProxiedRequest,
  type ProxiedResponse,
} from './proxy.ts'

/** One fault, the check that must find it, and the requirements that it breaks at once. */
export interface Mutant {
  name: string
  killedBy: string
  breaks: string | readonly string[]
  /** Created anew for each run, as some remember earlier exchanges. */
  fault: () => Fault
}

/** Selects the requests that a fault applies to. */
export type Which = (request: ProxiedRequest) => boolean

export const isSession: Which = ({ path }) => /^\/v1\/sessions\/[^/]+$/.test(path)
export const isImage: Which = ({ path }) => path.includes('/idv-image/')
export const creates: Which = ({ method, path }) => method === 'POST' && path === '/v1/sessions'
export const createsApplicant: Which = ({ method, path }) =>
  method === 'POST' && path === '/v1/applicants'
export const changesApplicant: Which = ({ method, path }) =>
  method === 'PATCH' && path.startsWith('/v1/applicants/')
export const lists: Which = ({ method, path }) => method === 'GET' && path === '/v1/sessions'

/** Changes the responses to some requests. */
export function answers(
  to: Which,
  change: (response: ProxiedResponse, request: ProxiedRequest) => void,
): () => Fault {
  return () => ({
    response: (request, response) => {
      if (to(request)) change(response, request)
    },
  })
}

export const json = (
  to: Which,
  change: (json: JsonBody, request: ProxiedRequest) => unknown,
): (() => Fault) =>
  answers(to, (response, request) => changeJson(response, (body) => change(body, request)))

export const refuse = (response: ProxiedResponse, status: number, code: string): void => {
  response.status = status
  changeJson(response, ({ error }) => {
    error!.code = code
  })
}

/** Selects requests with a JSON body that meets a condition. */
export function sending(to: Which, holds: (body: JsonObject) => boolean): Which {
  return (request) => {
    if (!to(request) || request.body.byteLength === 0) return false
    const body: unknown = JSON.parse(request.body.toString())
    return isObject(body) && holds(body)
  }
}

/** Accepts values that it should reject, and returns them as if they were stored. */
export const takes = (to: Which): (() => Fault) =>
  answers(to, (response, request) => {
    if (response.status < 400) return
    response.status = request.method === 'POST' ? 201 : 200
    response.body = Buffer.from(
      JSON.stringify({ data: { id: 'x_1', ...(JSON.parse(request.body.toString()) as object) } }),
    )
  })

/** Rejects values that it should accept. */
export const refuses = (to: Which, status = 422, code = 'validation_error'): (() => Fault) =>
  answers(to, (response) => {
    if (response.status >= 400) return
    response.status = status
    response.body = Buffer.from(
      JSON.stringify({
        error: {
          type: 'https://docs.vskit.example/x',
          code,
          message: 'No.',
          request_id: 'req_1',
          doc_url: 'https://docs.vskit.example/x',
          details: { issues: [] },
        },
      }),
    )
  })

/** Changes the responses about sessions of others: those with another key, marked by `owner`. */
export function aboutSessionsOf(
  owner: string,
  to: Which,
  change: (response: ProxiedResponse) => void,
): () => Fault {
  return () => {
    const makers = new Map<string, string>()
    return {
      response(request, response) {
        const key = request.headers['authorization'] ?? ''
        if (creates(request) && key.includes(owner) && response.status < 300) {
          makers.set((JSON.parse(response.body.toString()) as JsonBody).data.id, key)
        }
        const maker = makers.get(request.path.split('/')[3] ?? '')
        if (maker !== undefined && maker !== key && to(request)) change(response)
      },
    }
  }
}

export const reword =
  (from: RegExp, to: string) =>
  (body: JsonBody): void => {
    for (const issue of body.error?.details?.issues ?? [])
      issue.message = issue.message.replace(from, to)
  }

/**
 * A mutant for cases of a group, until a mutant breaks each requirement of the group: the tests
 * find a fault by its name, not by its group.
 */
export function mutantsOf<Sent>(
  family: readonly Case<Sent>[],
  killedBy: string,
  does: string,
  fault: (one: Case<Sent>) => () => Fault,
): Mutant[] {
  const broken = new Set<string>()
  return family.flatMap((one) => {
    if (one.requirements.every((requirement) => broken.has(requirement))) return []
    for (const requirement of one.requirements) broken.add(requirement)
    return [{ name: `${does} ${one.label}`, killedBy, breaks: one.requirements, fault: fault(one) }]
  })
}

/** Requests whose JSON body has a field. */
export const sends = (to: Which, field: string): Which =>
  sending(to, (body) => Object.hasOwn(body, field))

/** Changes a header of the responses, or removes it. */
export const headerFault = (
  name: string,
  value: string | undefined,
  killedBy: string,
  breaks: Mutant['breaks'],
  to: Which = () => true,
): Mutant => ({
  name:
    value === undefined
      ? `omits ${name}, seen by ${killedBy}`
      : `sends ${name}: ${value}, seen by ${killedBy}`,
  killedBy,
  breaks,
  fault: answers(to, (response) => {
    response.headers = response.headers.filter(
      ([sent]) => sent.toLowerCase() !== name.toLowerCase(),
    )
    if (value !== undefined) response.headers.push([name, value])
  }),
})

/**
 * Returns old values in reads: `fields` of each record, as the first read of this kind, or an earlier
 * write, showed them.
 */
export function staleReads(
  reads: Which,
  fields: readonly string[],
  writes: Which = () => false,
): () => Fault {
  return () => {
    const first = new Map<unknown, JsonObject>()
    return {
      response(request, response) {
        if (response.status >= 300 || !(reads(request) || writes(request))) return
        changeJson(response, ({ data }) => {
          for (const record of [data].flat()) {
            if (!isObject(record)) continue
            const seen = first.get(record['id']) ?? { ...record }
            first.set(record['id'], seen)
            if (!reads(request)) continue
            for (const field of fields) if (field in record) record[field] = seen[field]
          }
        })
      },
    }
  }
}
