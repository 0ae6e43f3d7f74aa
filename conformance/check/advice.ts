import type { Answer } from '../http/answer.ts'
import type { FeatureName } from '../target/features.ts'
import type { OpenChoiceName, OpenChoices } from '../target/open-choices.ts'
import type { Context, StepRequest } from './check.ts'
import { statusAndCode } from './idioms.ts'
import { Blocked } from './outcome.ts'

/** Requests whose form the contract leaves open, with the entry of the target file that describes the form. */
const DESCRIBED_BY: readonly [method: string, path: RegExp, entry: OpenChoiceName][] = [
  ['POST', /^\/v1\/id-verification$/, 'scan_image_part'],
  ['POST', /^\/v1\/workflow-templates$/, 'template_fields'],
  ['POST', /^\/v1\/data_subject_requests$/, 'data_subject_request'],
]

/** Paths without an id, with the feature of the target file that a service without them lacks. */
const FEATURE_OF: Record<string, FeatureName> = {
  '/v1/sessions': 'sessions',
  '/v1/applicants': 'applicants',
  '/v1/id-verification': 'id_scan',
  '/v1/wallet': 'billing',
  '/v1/data_subject_requests': 'data_subject_requests',
  '/v1/webhook-events': 'delivery_log',
  '/v1/workflow-templates': 'workflow_templates',
}

/**
 * Returns advice for the target file after a request was refused for its form, or because there is
 * no such route; empty if no setting would help.
 */
export function adviceFor(
  open: OpenChoices,
  { method, path }: Pick<StepRequest, 'method' | 'path'>,
  { status }: Answer,
  entry: OpenChoiceName | undefined = entryFor({ method, path }),
): string {
  const feature = FEATURE_OF[path.split('?')[0]!]
  if ((status === 404 || status === 405) && feature)
    return `; if your service does not have ${method} ${path} yet, set features.${feature} of the target file to false to skip its checks`
  if (!isAboutForm(status)) return ''
  if (entry)
    return open.named.has(entry)
      ? `; the request was made from open_choices.${entry} of the target file: correct it`
      : `; if your service expects another form, describe it in open_choices.${entry} of the target file`
  return method === 'POST' && path === '/v1/sessions'
    ? '; if your service requires more fields, name them in session_fields of the credential'
    : ''
}

/**
 * Blocks the check if a request was refused for a form that the suite only assumed. If the target
 * file names the form, the refusal is judged instead.
 * @throws {Blocked}
 */
export function blockIfAssumed(
  ctx: Context,
  entry: OpenChoiceName,
  label: string,
  answer: Answer,
): void {
  if (!isAboutForm(answer.status) || ctx.open.named.has(entry)) return
  const advice = adviceFor(ctx.open, { method: 'POST', path: '' }, answer, entry)
  throw new Blocked(`"${label}" got ${statusAndCode(answer)}${advice}`)
}

function entryFor({
  method,
  path,
}: Pick<StepRequest, 'method' | 'path'>): OpenChoiceName | undefined {
  return DESCRIBED_BY.find(([verb, form]) => verb === method && form.test(path))?.[2]
}

/** Whether the contract leaves the form of a request open. */
export function isOpenForm(request: Pick<StepRequest, 'method' | 'path'>): boolean {
  return entryFor(request) !== undefined
}

/** Whether an error response can be about the form of the request. */
export function isAboutForm(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 402, 403, 404, 429].includes(status)
}
