import { changeJson, type Fault, type JsonBody, type ProxiedRequest, type ProxiedResponse } from './proxy.ts'

/** One fault, the check that must find it, and the requirement that it breaks. */
export interface Mutant {
  name: string
  killedBy: string
  breaks: string
  /** New for each run, as some remember what passed. */
  fault: () => Fault
}

const isSession = ({ path }: ProxiedRequest) => /^\/v1\/sessions\/[^/]+$/.test(path)
const isImage = ({ path }: ProxiedRequest) => path.includes('/idv-image/')
const creates = ({ method, path }: ProxiedRequest) => method === 'POST' && path === '/v1/sessions'
const createsApplicant = ({ method, path }: ProxiedRequest) => method === 'POST' && path === '/v1/applicants'
const lists = ({ method, path }: ProxiedRequest) => method === 'GET' && path === '/v1/sessions'

/** Changes the answers to some requests. */
function answers(
  to: (request: ProxiedRequest) => boolean, change: (response: ProxiedResponse, request: ProxiedRequest) => void,
): () => Fault {
  return () => ({ response: (request, response) => { if (to(request)) change(response, request) } })
}

const json = (to: (request: ProxiedRequest) => boolean,
  change: (json: JsonBody, request: ProxiedRequest) => unknown): (() => Fault) =>
  answers(to, (response, request) => changeJson(response, (body) => change(body, request)))

const refuse = (response: ProxiedResponse, status: number, code: string): void => {
  response.status = status
  changeJson(response, ({ error }) => { error!.code = code })
}

/** Changes the answers about sessions that others made: those with a key in which `owner` stands. */
function aboutSessionsOf(
  owner: string, to: (request: ProxiedRequest) => boolean, change: (response: ProxiedResponse) => void,
): () => Fault {
  return () => {
    const theirs = new Set<string>()
    return {
      response(request, response) {
        const byOwner = request.headers['authorization']?.includes(owner)
        if (byOwner && creates(request)) theirs.add((JSON.parse(response.body.toString()) as JsonBody).data.id)
        if (!byOwner && to(request) && theirs.has(request.path.split('/')[3]!)) change(response)
      },
    }
  }
}

const reword = (from: RegExp, to: string) => (body: JsonBody): void => {
  for (const issue of body.error?.details?.issues ?? []) issue.message = issue.message.replace(from, to)
}

export const MUTANTS: readonly Mutant[] = [
  { name: 'lets strangers list sessions', killedBy: 'envelope.no-credential', breaks: 'END-001',
    fault: answers((request) => lists(request) && !request.headers['authorization'],
      (response) => { response.status = 200 }) },
  { name: 'leaves details out of the envelope', killedBy: 'envelope.no-credential', breaks: 'ENV-001',
    fault: json(lists, ({ error }) => { delete error?.details }) },
  { name: 'numbers requests without req_', killedBy: 'envelope.no-credential', breaks: 'ENV-004',
    fault: json(lists, ({ error }) => { if (error) error.request_id = '123456' }) },
  { name: 'gives a relative doc_url', killedBy: 'envelope.no-credential', breaks: 'ENV-003',
    fault: json(lists, ({ error }) => { if (error) error.doc_url = '/errors/authentication_required' }) },
  { name: 'shows idv on creation', killedBy: 'sessions.create-and-retrieve', breaks: 'IDV-026',
    fault: json(creates, ({ data }) => { data.idv = null }) },
  { name: 'shows an empty idv before any check', killedBy: 'sessions.create-and-retrieve', breaks: 'IDV-024',
    fault: json(isSession, ({ data }) => { data.idv = {} }) },
  { name: 'retrieves without the data wrapper', killedBy: 'sessions.create-and-retrieve', breaks: 'END-011',
    fault: json(isSession, ({ data }) => data) },
  { name: 'makes metadata keys snake_case', killedBy: 'sessions.metadata-keys', breaks: 'SES-010',
    fault: json(isSession, ({ data }) => { data.metadata = Object.fromEntries(Object.entries(data.metadata)
      .map(([key, value]) => [key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value])) }) },
  { name: 'drops the metadata key __proto__', killedBy: 'sessions.metadata-keys', breaks: 'SES-010',
    fault: json(isSession, ({ data }) => { delete data.metadata['__proto__'] }) },
  { name: 'normalizes metadata keys', killedBy: 'sessions.metadata-keys', breaks: 'VER-016',
    fault: json(isSession, ({ data }) => { data.metadata = Object.fromEntries(Object.entries(data.metadata)
      .map(([key, value]) => [key.normalize('NFC'), value])) }) },
  { name: 'shows idv in lists', killedBy: 'sessions.list-has-no-idv', breaks: 'IDV-025',
    fault: json(lists, ({ data }) => ({ data: [{ id: 'vs_1', idv: { available_images: [] } }, data] })) },
  { name: 'drops unknown fields of sessions', killedBy: 'sessions.unknown-fields', breaks: 'VAL-009',
    fault: answers(creates, (response) => { if (
      response.status === 422) { response.status = 201; response.body = Buffer.from('{"data":{"id":"vs_1"}}') } }) },
  { name: 'reports the first unknown field only', killedBy: 'sessions.unknown-fields', breaks: 'VAL-001',
    fault: json(creates, ({ error }) => { error?.details?.issues?.splice(1) }) },
  { name: 'does not propose the field that was meant', killedBy: 'sessions.unknown-fields', breaks: 'VAL-011',
    fault: json(creates, reword(/, did you mean.*/, '')) },
  { name: 'does not name unknown fields in keys', killedBy: 'applicants.unknown-fields', breaks: 'VAL-005',
    fault: json(createsApplicant,
      ({ error }) => { for (const issue of error?.details?.issues ?? []) delete issue.keys }) },
  { name: 'drops unknown fields of a change', killedBy: 'applicants.unknown-fields', breaks: 'VAL-008',
    fault: answers(({ method }) => method === 'PATCH', (response) => { response.status = 200 }) },
  { name: 'does not say what replaces first_name', killedBy: 'applicants.removed-names', breaks: 'VAL-016',
    fault: json(createsApplicant, reword(/'first_name' was removed.*/, 'Unrecognized key')) },
  { name: 'does not say that given_names is a list', killedBy: 'applicants.removed-names', breaks: 'VAL-013',
    fault: json(createsApplicant, reword(/was removed: send given_names.*/, 'was removed: send given_names')) },
  { name: 'still takes full_name', killedBy: 'applicants.removed-names', breaks: 'APP-035',
    fault: answers((request) => createsApplicant(request) && request.body.includes('full_name'),
      (response) => { response.status = 201 }) },
  { name: 'drops X-RateLimit-Reset on refusals', killedBy: 'limits.headers', breaks: 'LIM-024',
    fault: answers(() => true, (response) => { if (response.status >= 400) response.headers = response.headers.filter(
      ([name]) => name !== 'X-RateLimit-Reset') }) },
  { name: 'gives the reset as seconds from now', killedBy: 'limits.headers', breaks: 'LIM-024',
    fault: answers(() => true,
      ({ headers }) => { for (const header of headers) if (header[0] === 'X-RateLimit-Reset') header[1] = '42' }) },
  { name: 'never counts down', killedBy: 'limits.headers', breaks: 'LIM-023',
    fault: answers(() => true,
      ({ headers }) => { for (const header of headers) if (header[0] === 'X-RateLimit-Remaining') header[1] = '7' }) },
  { name: 'counts in windows of an hour', killedBy: 'limits.headers', breaks: 'LIM-009',
    fault: answers(() => true,
      ({ headers }) => { for (const header of headers) if (header[0] === 'X-RateLimit-Window') header[1] = '3600' }) },
  { name: 'looks for the image before it asks for the scope', killedBy: 'scopes.image-needs-read-report',
    breaks: 'IMG-009',
    fault: answers(isImage,
      (response) => { if (response.status === 403) refuse(response, 404, 'artifact_not_available') }) },
  { name: 'takes a us key at eu for an unknown key', killedBy: 'planes.us-key-at-eu', breaks: 'PLN-011',
    fault: answers(({ region, headers }) => region === 'eu' && headers['authorization']!.includes('_us_'),
      (response) => refuse(response, 401, 'invalid_api_key')) },
  { name: 'takes an eu key at us for an unknown key', killedBy: 'planes.eu-key-at-us', breaks: 'PLN-012',
    fault: answers(({ region, headers }) => region === 'us' && headers['authorization']!.includes('_eu_'),
      (response) => refuse(response, 401, 'invalid_api_key')) },
  { name: 'answers a malformed id by 422', killedBy: 'hiding.unknown-session', breaks: 'ERR-005',
    fault: answers(({ path }) => path.includes('not-a-session'),
      (response) => refuse(response, 422, 'validation_error')) },
  { name: 'answers 403 for an id of the other mode', killedBy: 'hiding.other-mode-session', breaks: 'PLN-017',
    fault: aboutSessionsOf('_live_', isSession, (response) => refuse(response, 403, 'insufficient_scope')) },
  { name: 'words the refusal of a live id differently', killedBy: 'hiding.other-mode-session', breaks: 'PLN-007',
    fault: aboutSessionsOf('_live_', isSession,
      (response) => changeJson(response, ({ error }) => { error!.message += ' Try the other mode.' })) },
  { name: 'adds a header for ids of the other region', killedBy: 'hiding.other-region-session', breaks: 'PLN-014',
    fault: aboutSessionsOf('_eu_', isSession, ({ headers }) => { headers.push(['X-Home-Region', 'eu']) }) },
  { name: 'shows sessions of other organizations', killedBy: 'hiding.other-organization-session', breaks: 'ERR-006',
    fault: aboutSessionsOf('globex', isSession, (response) => { response.status = 200 }) },
  { name: 'tells that a live session has no image', killedBy: 'hiding.other-mode-image', breaks: 'IMG-021',
    fault: aboutSessionsOf('_live_', isImage, (response) => refuse(response, 404, 'artifact_not_available')) },
  { name: 'sorts headers differently for another region\'s image', killedBy: 'hiding.other-region-image',
    breaks: 'IMG-022',
    fault: aboutSessionsOf('_eu_', isImage, (response) => { response.headers.reverse() }) },
  { name: 'answers 403 for another organization\'s image', killedBy: 'hiding.other-organization-image',
    breaks: 'ERR-006',
    fault: aboutSessionsOf('globex', isImage, (response) => refuse(response, 403, 'insufficient_scope')) },
  { name: 'echoes the artifact', killedBy: 'images.unserved-artifact', breaks: 'IMG-018',
    fault: json(isImage, ({ error }, { path }) =>
      { if (error) error.message = `No artifact ${path.split('/').at(-1)}.` }) },
  { name: 'says that the back is not stored', killedBy: 'images.unserved-artifact', breaks: 'IMG-005',
    fault: answers(({ path }) => path.endsWith('/back'),
      (response) => refuse(response, 404, 'artifact_not_available')) },
  { name: 'sends a second Vary for unserved artifacts', killedBy: 'images.unserved-artifact', breaks: 'IMG-022',
    fault: answers(({ path }) => path.includes('/side-'),
      ({ headers }) => { headers.push(['Vary', 'Accept'], ['Vary', 'Accept']) }) },
  { name: 'refers to a schema that is not there', killedBy: 'openapi.references-resolve', breaks: 'END-027',
    fault: json(({ path }) => path === '/openapi.json',
      ({ components }) => { delete components.schemas[Object.keys(components.schemas)[0]!] }) },
  { name: 'serves a description without paths', killedBy: 'openapi.references-resolve', breaks: 'END-026',
    fault: json(({ path }) => path === '/openapi.json', (document) => { delete document.paths }) },
]
