import type { JsonObject } from '../http/json.ts'
import { type SubscriptionValues, subscriptionBody } from './subscription-body.ts'

/**
 * Routes whose method and path the contract leaves open. A check that needs one runs if the target
 * file names it.
 */
export const OPEN_ROUTES = {
  cancel_session: 'GAP-SESSION-ACTIONS',
  resend_session: 'GAP-SESSION-ACTIONS',
  add_session_note: 'GAP-SESSION-ACTIONS',
  skip_session_step: 'GAP-SESSION-ACTIONS',
  retrieve_applicant: 'GAP-LISTS',
  delete_applicant: 'GAP-APPLICANT-DELETE',
  retrieve_workflow_template: 'GAP-TEMPLATE-READS',
  mint_client_token: 'GAP-CLIENT-TOKEN',
  retrieve_data_subject_request: 'GAP-DSR',
  retrieve_webhook_subscription: 'GAP-SUBSCRIPTION-ROUTES',
  update_webhook_subscription: 'GAP-SUBSCRIPTION-ROUTES',
  delete_webhook_subscription: 'GAP-SUBSCRIPTION-ROUTES',
  rotate_webhook_secret: 'GAP-SUBSCRIPTION-ROUTES',
  test_webhook_subscription: 'GAP-SUBSCRIPTION-ROUTES',
} as const

export type OpenRoute = keyof typeof OPEN_ROUTES

export interface Route {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE' | 'PUT'
  /** `{id}` stands for the id of the resource. */
  path: string
}

/** `list_next` is the member of a page that contains the cursor of the next one, or its address. */
export interface Paging {
  list_limit: string
  list_cursor: string
  list_next: string
}

/** Open points of the contract that the suite needs to send requests. */
export interface OpenChoices {
  /** Entries in the target file; for others, the suite assumes the simulator's choice. */
  named: ReadonlySet<OpenChoiceName>
  /** Members that hold a resource or a list where that is not `data` (GAP-CREATE-SESSION, GAP-LISTS). */
  wrappers: readonly string[]
  /** GAP-ADDRESS-FIELDS: the field of an address that holds the country. */
  countryField: string
  /** GAP-APPLICANT-REQUIRED: fields that each new applicant gets, unless a check sends them itself. `{unique}` as in templates. */
  applicantFields: JsonObject
  /**
   * GAP-TEMPLATE-WRITE: the smallest body of a workflow template creation, without screening rules.
   * `{unique}` is replaced by text that no other request has.
   */
  templateFields: JsonObject
  /** GAP-DOCUMENT-TEMPLATES: the same for a template with a document to sign, with texts in several languages. */
  documentTemplateFields: JsonObject
  /** GAP-ID-SCAN-BODY: the part of a standalone scan that holds the front of the document. */
  scanImagePart: string
  /** GAP-ID-SCAN-BODY: the part with the back of the document. */
  scanBackPart: string
  /**
   * GAP-DSR: the body of a data subject request. `{applicant_id}` is replaced by the applicant's id in
   * the type of the service, `{applicant_id:text}` by the id as a string.
   */
  dataSubjectRequest: JsonObject
  /** GAP-DELIVERY-LOG: query parameters and member for paging the delivery log. */
  paging: Paging
  /** GAP-VERDICT-TIME: seconds that the verdict may take after the last submission. */
  verdictSeconds: number
  routes: Partial<Record<OpenRoute, Route>>
  /**
   * Bodies of these routes; a route without one gets none. In that of `update_webhook_subscription`, `{events}` and `{url}`
   * are replaced by the types and the address.
   */
  bodies: Partial<Record<OpenRoute, JsonObject>>
}

export type OpenChoiceName = keyof OpenChoicesFile

/** As written in the target file. */
export interface OpenChoicesFile {
  country_field?: string
  applicant_fields?: JsonObject
  template_fields?: JsonObject
  document_template_fields?: JsonObject
  scan_image_part?: string
  scan_back_part?: string
  data_subject_request?: JsonObject
  paging?: Partial<Paging>
  verdict_seconds?: number
  wrappers?: string[]
  /** As in `POST /v1/sessions/{id}/cancel`. */
  routes?: Partial<Record<OpenRoute, string>>
  bodies?: Partial<Record<OpenRoute, JsonObject>>
}

/** Defaults are the simulator's, except for routes: a target has only the routes that it names. */
export function readOpenChoices(file: OpenChoicesFile = {}): OpenChoices {
  return {
    named: new Set(Object.keys(file) as OpenChoiceName[]),
    wrappers: file.wrappers ?? [],
    countryField: file.country_field ?? ASSUMED.country_field,
    applicantFields: file.applicant_fields ?? {},
    templateFields: file.template_fields ?? ASSUMED.template_fields,
    documentTemplateFields: file.document_template_fields ?? ASSUMED.document_template_fields,
    scanImagePart: file.scan_image_part ?? ASSUMED.scan_image_part,
    scanBackPart: file.scan_back_part ?? ASSUMED.scan_back_part,
    dataSubjectRequest: file.data_subject_request ?? ASSUMED.data_subject_request,
    paging: { ...ASSUMED.paging, ...file.paging },
    verdictSeconds: file.verdict_seconds ?? ASSUMED.verdict_seconds,
    routes: Object.fromEntries(
      Object.entries(file.routes ?? {}).map(([name, route]) => [name, readRoute(route)]),
    ),
    bodies: { ...ASSUMED.bodies, ...file.bodies },
  }
}

const DOCUMENT_TEMPLATE: JsonObject = {
  name: 'Conformance suite, signing {unique}',
  steps: [
    {
      id: 'lease',
      type: 'esign',
      config: {
        documents: [
          {
            id: 'lease',
            documentClass: 'rental_or_lease_agreement',
            carveOutsAcknowledged: true,
            title: { en: 'Lease', 'de-CH': 'Mietvertrag', 'zh-Hant-TW': '\u79df\u7d04' },
            body: {
              en: 'The flat is let.',
              'de-CH': 'Die Wohnung wird vermietet.',
              'zh-Hant-TW': '\u51fa\u79df\u3002',
            },
          },
        ],
      },
    },
  ],
}

/** The simulator's choices, used if a target file names none. */
export const ASSUMED = {
  country_field: 'country',
  template_fields: {
    name: 'Conformance suite {unique}',
    steps: [{ id: 'identity', type: 'id_verification', config: { allowPhotoUpload: true } }],
  } as JsonObject,
  document_template_fields: DOCUMENT_TEMPLATE,
  scan_image_part: 'front',
  scan_back_part: 'back',
  data_subject_request: { type: 'access', applicant_id: '{applicant_id}' } as JsonObject,
  paging: { list_limit: 'limit', list_cursor: 'cursor', list_next: 'next_cursor' },
  verdict_seconds: 10,
  bodies: {
    add_session_note: { text: 'Seen by the conformance suite.' },
    skip_session_step: { step_id: 'identity' },
    update_webhook_subscription: { events: ['kyc.session.expired'] },
  } as Partial<Record<OpenRoute, JsonObject>>,
} satisfies OpenChoicesFile

/** A change of a subscription that any service accepts, for checks to which its values do not matter. */
const ANY_SUBSCRIPTION: SubscriptionValues = {
  events: ['kyc.session.expired'],
  url: 'https://receiver.example/vskit',
}

/** Returns the request of an open route for one resource; undefined if the target file does not name it. */
export function openRequest(
  { routes, bodies }: Pick<OpenChoices, 'routes' | 'bodies'>,
  name: OpenRoute,
  id: string,
): { method: Route['method']; path: string; json?: JsonObject } | undefined {
  const route = routes[name]
  if (!route) return undefined
  const body = bodies[name]
  const json = body && (subscriptionBody(body, ANY_SUBSCRIPTION) ?? body)
  const path = route.path.replace('{id}', encodeURIComponent(id))
  return { method: route.method, path, ...(json && { json }) }
}

/** Whether the target file names the route of a request. */
export function namesRoute(
  { routes }: Pick<OpenChoices, 'routes'>,
  request: { method: string; path: string },
): boolean {
  const [path] = request.path.split('?')
  return Object.values(routes).some((route) => {
    const [before, after] = route.path.split('{id}')
    return (
      route.method === request.method &&
      (after === undefined
        ? path === before
        : path!.startsWith(before!) &&
          path!.endsWith(after) &&
          /^[^/]+$/.test(path!.slice(before!.length, path!.length - after.length)))
    )
  })
}

function readRoute(route: string): Route {
  const [method, path] = route.split(' ') as [Route['method'], string]
  return { method, path }
}
