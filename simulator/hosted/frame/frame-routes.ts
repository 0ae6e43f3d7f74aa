import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SdkEnvelope } from '../../../spec/generated/wire.ts'
import { type FrameRecord, findValidFrame, openFrameLink } from '../../features/signing/frames.ts'
import { ApiError, Unavailable, type Issue } from '../../call/errors.ts'
import type { SigningMessages } from '../../../sdk/messages/en/signing.ts'
import { refusalOf, retryAfter } from '../../http/respond.ts'
import type { BrowserRequest } from '../data-plane.ts'
import { type Attempt, attemptWith, summary } from '../fields.ts'
import { type FormBody, EMPTY_FORM, readForm } from '../form-body.ts'
import { ACTS } from '../steps/signing-acts.ts'
import { html } from '../html.ts'
import type { Reply } from '../page.ts'
import { isCrossSite, forwardedHeaders } from '../request.ts'
import type { HostedPagesBinding } from '../binding.ts'
import { type Ceremony, ceremonyPage } from '../steps/signing.ts'
import { type Visit, isOver, visitOf } from '../visit.ts'
import { closedReply, frameRedirect, frameReply, textOf, wordsOf } from './frame-page.ts'

type Write = (request: FastifyRequest, reply: FastifyReply, made: Reply) => void

/** A request to an open frame. */
interface FrameRequest {
  binding: HostedPagesBinding
  frame: FrameRecord
  visit: Visit
  /** The path of the frame. */
  home: string
  browserRequest: BrowserRequest
  form: FormBody
  params: { act?: string; document?: string }
}

/** The signing frame: a page of the service inside a page of the integrator (SDK-001, CER-034). */
export function bindFrames(
  scope: FastifyInstance,
  binding: HostedPagesBinding,
  write: Write,
): void {
  const serve = (
    method: 'GET' | 'POST',
    url: string,
    handle: (request: FastifyRequest) => Promise<Reply>,
  ): void => {
    scope.route({
      method,
      url,
      handler: async (request, reply) => write(request, reply, await handle(request)),
    })
  }
  const inFrame = (act: (request: FrameRequest) => Promise<Reply>) => (request: FastifyRequest) =>
    served(binding, request, act)
  serve('GET', '/s/frames/open/:link', (request) => opened(binding, request))
  serve('GET', '/s/frames/:frame', inFrame(show))
  serve(
    'GET',
    '/s/frames/:frame/:act',
    inFrame(async ({ home }) => frameRedirect(home)),
  )
  serve('POST', '/s/frames/:frame/:act', inFrame(perform))
  serve('GET', '/s/frames/:frame/documents/:document', inFrame(download))
}

/** Uses the link up. The frame gets another secret, which the embedding page cannot read. */
async function opened(binding: HostedPagesBinding, request: FastifyRequest): Promise<Reply> {
  const { ports, region, ipLimit } = binding
  const now = ports.clock.now()
  if (ipLimit.spent(request.ip, now)) return refusedReply(binding, now)
  const { link } = request.params as { link: string }
  const frame = await openFrameLink(ports, region, link, now)
  if (frame !== undefined) return frameRedirect(`/s/frames/${frame}`)
  await ipLimit.count(request.ip, now)
  return closedReply(410)
}

/** Returns the 429 of an address that has used up its budget. */
function refusedReply({ ipLimit }: HostedPagesBinding, now: number): Reply {
  return { ...closedReply(429), headers: ['Retry-After', retryAfter(ipLimit.details(now), now)] }
}

async function served(
  binding: HostedPagesBinding,
  request: FastifyRequest,
  act: (request: FrameRequest) => Promise<Reply>,
): Promise<Reply> {
  const { ports, region, ipLimit } = binding
  const { raw, ip, headers } = request
  const { frame: secret, ...params } = request.params as { frame: string } & FrameRequest['params']
  const now = ports.clock.now()
  if (ipLimit.spent(ip, now)) return refusedReply(binding, now)
  const found = await findValidFrame(ports, 'frame', region, secret, now)
  const visit = found && (await visitOf(ports, region, found.body.session_id))
  if (!found || !visit) {
    await ipLimit.count(ip, now)
    raw.resume()
    return closedReply(410)
  }
  const frame = found.body
  const home = `/s/frames/${secret}`
  if (raw.method === 'POST' && isCrossSite(headers, ports.origins[region])) {
    raw.resume()
    return frameRedirect(home)
  }
  const forwarded = forwardedHeaders(headers)
  // Documents are in the language of the frame.
  if (frame.copy) forwarded['accept-language'] = frame.copy.lang
  const browserRequest = { now, address: ip, headers: forwarded }
  try {
    const form = raw.method === 'POST' ? await readForm(ports.uploads, raw) : EMPTY_FORM
    return await act({ binding, frame, visit, home, browserRequest, form, params })
  } catch (error) {
    if (refusalOf(error as Error) instanceof Unavailable) throw error
    return failure(error as Error, binding, frame, home)
  }
}

async function show(request: FrameRequest, attempt?: Attempt, status = 200): Promise<Reply> {
  const { binding, frame, visit, home, browserRequest } = request
  const { words, lang } = wordsOf(frame)
  const envelope = await binding.plane.data<SdkEnvelope>(
    'retrieveSdkEnvelope',
    visit.owner,
    browserRequest,
    { step_id: frame.step_id },
  )
  const live = !isOver(visit)
  const ceremony: Ceremony = {
    words,
    lang,
    live,
    business: visit.business,
    action: (act) => `${home}/${act}`,
    document: (id) => `${home}/documents/${id}`,
  }
  const made: Attempt = { problems: new Map(), typed: EMPTY_FORM.fields, ...attempt, words }
  const step = visit.shown.steps.find(({ id }) => id === frame.step_id)
  const { title, labels, body } = ceremonyPage(ceremony, step, envelope, made)
  return frameReply(frame, {
    status,
    title,
    mode: visit.shown.mode,
    failed: made.problems.size > 0,
    shown: { status: envelope.status, consent: envelope.consent !== null, live },
    body: html`${summary(made, labels)}${body}`,
  })
}

async function perform(request: FrameRequest): Promise<Reply> {
  const { binding, frame, visit, home, browserRequest, form, params } = request
  const wanted = Object.hasOwn(ACTS, params.act!) ? ACTS[params.act!] : undefined
  if (!wanted) throw new ApiError('resource_not_found')
  try {
    const { operationId, body } = wanted
    const step_id = frame.step_id
    await binding.plane.call(operationId, visit.owner, browserRequest, { step_id }, body?.(form))
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error
    const { words } = wordsOf(frame)
    const { problem, field } = errorInWords(words, error)
    const again = await visitOf(binding.ports, binding.region, visit.owner.sessionId)
    if (!again) throw error
    const attempt = attemptWith(field, problem, form.fields)
    return show({ ...request, visit: again }, attempt, error.status)
  }
  return frameRedirect(home)
}

async function download({
  binding,
  visit,
  frame,
  browserRequest,
  params,
}: FrameRequest): Promise<Reply> {
  const { status, bytes, contentType, headers } = await binding.plane.call(
    'downloadSdkDocument',
    visit.owner,
    browserRequest,
    { step_id: frame.step_id, document_id: params.document! },
  )
  return { status, bytes: bytes!, contentType: contentType!, headers: headers ?? [] }
}

/** Shows an error in the language of the frame; the message of the service is English. */
function errorInWords(words: SigningMessages, error: ApiError): { problem: string; field: string } {
  switch (error.code) {
    case 'consent_required':
      return { problem: words.problemConsent, field: '' }
    case 'session_already_completed':
      return { problem: words.problemOver, field: '' }
    case 'step_already_submitted':
      return { problem: words.problemDone, field: '' }
    case 'validation_error': {
      const [issue] = (error.details.issues ?? []) as Issue[]
      const field = String(issue?.path.at(-1) ?? '')
      if (field === 'version' || field === 'hash')
        return { problem: words.problemDisclosure, field: '' }
      if (issue?.code === 'too_small' || issue?.message === 'Required')
        return { problem: words.problemRequired, field }
      if (issue?.code === 'too_big') return { problem: words.problemTooLong, field }
      return { problem: field === 'typedName' ? words.problemName : words.problemInvalid, field }
    }
    default:
      return { problem: words.problemInvalid, field: '' }
  }
}

function failure(
  error: Error,
  { ports }: HostedPagesBinding,
  frame: FrameRecord,
  home: string,
): Reply {
  const { words } = wordsOf(frame)
  if (!(error instanceof ApiError) || error.status >= 500) {
    ports.report(error)
    const { failedTitle: title, failed } = words
    return frameReply(frame, {
      status: 500,
      title,
      failed: true,
      body: textOf(words, failed, home),
    })
  }
  const { titleClosed: title, missing, problemInvalid } = words
  const text = error.code === 'resource_not_found' ? missing : problemInvalid
  return frameReply(frame, {
    status: error.status,
    title,
    failed: true,
    body: textOf(words, text, home),
  })
}
