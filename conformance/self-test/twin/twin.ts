import { randomBytes } from 'node:crypto'
import { at, type JsonObject } from '../../http/json.ts'
import { changeJson, type Fault, type JsonBody, type ProxiedRequest, type ProxiedResponse } from '../proxy.ts'
import { APPLICANT_CHOICES } from './applicants.ts'
import { additiveEvents, DELIVERY_CHOICES } from './deliveries.ts'
import { RECORD_CHOICES } from './records.ts'
import { LIMIT_CHOICES } from './limits.ts'
import { SCAN_CHOICES } from './scans.ts'
import { TEMPLATE_CHOICES } from './templates.ts'

/** The field that this twin demands on creation, as a service may. */
export const DEMANDED = { workflow_template_id: 'wt_demanded' }

const creates = ({ method, path }: ProxiedRequest) => method === 'POST' && path === '/v1/sessions'

/** Choices that concern every route, and sessions. */
const COMMON_CHOICES: Fault = {
  // GAP-CREATE-SESSION: a template field may be required.
  request(request) {
    if (!creates(request) || !request.headers['authorization']?.startsWith('Bearer ah_sk_')) return
    const text = request.body.toString()
    const { workflow_template_id: _, ...rest } = JSON.parse(text) as JsonObject
    if (!text.includes(DEMANDED.workflow_template_id)) return refusal(422, 'validation_error')
    // The text is edited where the order of keys or `__proto__` matter, as re-writing it would be a fault.
    request.body = Buffer.from(text.includes('"metadata"') ? text.replace('"workflow_template_id":"wt_demanded",', '')
      : JSON.stringify(rest))
  },
  response(request, response) {
    // GAP-CREATE-SESSION, GAP-APPLICANT-RESPONSE: 200, and no wrapper.
    if (request.method !== 'GET' && response.status === 201) response.status = 200
    // That the scan says data.mode is stated.
    const isScan = request.path === '/v1/id-verification'
    if (request.method !== 'GET' && response.status === 200 && !isScan) changeJson(response, ({ data }) => data)
    // GAP-LISTS: a bare array.
    if (request.path === '/v1/sessions' && request.method === 'GET' && response.status === 200) {
      changeJson(response, ({ data }) => data)
    }
    if (response.status >= 400) chooseOtherwise(response)
    // Infrastructure adds to answers whatever it likes, each time something else.
    response.headers.push(['Server-Timing', `total;dur=${Math.random()}`],
      ['X-Trace-Id', randomBytes(8).toString('hex')])
  },
}

/**
 * A service that chooses otherwise wherever the ledger lets it, as far as the checks can see: nothing of this breaks
 * the contract, so nothing of it may be found. Requests pass the choices in this order, answers in the other.
 */
export const LIBERAL_TWIN: Fault = composed([
  COMMON_CHOICES, APPLICANT_CHOICES, RECORD_CHOICES, SCAN_CHOICES, LIMIT_CHOICES, TEMPLATE_CHOICES, DELIVERY_CHOICES, additiveEvents(),
])

function composed(faults: readonly Fault[]): Fault {
  return {
    request(request) {
      for (const { request: change } of faults) {
        const answer = change?.(request)
        if (answer) return answer
      }
    },
    response(request, response) {
      for (const { response: change } of faults.toReversed()) change?.(request, response)
    },
    bindings(use, bindings) {
      for (const { bindings: change } of faults) change?.(use, bindings)
    },
    delivery(delivery) {
      for (const { delivery: change } of faults) change?.(delivery)
    },
  }
}

function chooseOtherwise(response: ProxiedResponse): void {
  const code = at(JSON.parse(response.body.toString()), 'error', 'code')
  // GAP-ERROR-STATUSES, GAP-WRONG-CREDENTIAL, GAP-FURTHER-CODES.
  if (code === 'region_mismatch') response.status = 421
  if (code === 'authentication_required') response.status = 403
  changeJson(response, (body: JsonBody) => {
    const error = body.error!
    if (code === 'authentication_required') error.code = 'forbidden'
    // GAP-ERROR-URLS: other addresses, two different ones.
    error.type = `https://errors.twin.example/${error.code}`
    error.doc_url = `https://docs.twin.example/${error.code}.html#top`
    // This one message is stated.
    if (error.message !== 'Unresolvable screening-rule field') error.message = `Please note: ${error.message}`
    // The codes of issues are not stated but for one, nor is their order.
    for (const issue of error.details?.issues ?? []) {
      Object.assign(issue, { ...(at(issue, 'code') !== 'custom' && { code: 'other_code' }),
        message: `Hint: ${issue.message}` })
    }
    error.details?.issues?.reverse()
  })
}

function refusal(status: number, code: string): ProxiedResponse {
  const url = `https://docs.twin.example/${code}`
  const error = { type: url, code, message: 'No template.', request_id: `req_${randomBytes(6).toString('hex')}`,
    doc_url: url, details: { issues: [] } }
  return { status, headers: [['Content-Type', 'application/json']], body: Buffer.from(JSON.stringify({ error })) }
}
