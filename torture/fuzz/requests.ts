import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import type { Operation } from '../../spec/contract.ts'
import { bodyFrom, examplesOf, oddHeaders, oddText } from '../../simulator/testing/odd-values.ts'
import { LISTED } from '../../simulator/testing/page.ts'
import { SIGNER } from '../../simulator/testing/signing.ts'
import type { Random } from '../random.ts'
import { type Kind, type Plane, bearer } from './planes.ts'

export interface FuzzRequest {
  operation: Operation
  plane: Plane
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | undefined
}

const JPEG = readFileSync(new URL('../../fixtures/images/joost/front.jpg', import.meta.url))
const KIND_OF: [prefix: string, kind: Kind][] = [
  ['/v1/sessions', 'session'],
  ['/v1/applicants', 'applicant'],
  ['/v1/workflow-templates', 'template'],
  ['/v1/webhook-subscriptions', 'subscription'],
  ['/v1/data_subject_requests', 'request'],
]
const ARTIFACTS = ['portrait', 'front', 'selfie', 'back', 'Front', '__proto__']
const STEPS = ['lease', 'identity', 'step_1', 'credit', '__proto__']

/** Returns the resource type of a path. */
export function kindOf(path: string): Kind | undefined {
  return KIND_OF.find(([prefix]) => path.startsWith(prefix))?.[1]
}

function sample<T>(arbitrary: fc.Arbitrary<T>, random: Random): T {
  return fc.sample(arbitrary, { numRuns: 1, seed: random.below(2 ** 31) })[0]!
}

/** Returns a valid, nearly valid or odd request for an operation. */
export function requestFor(operation: Operation, planes: Plane[], random: Random): FuzzRequest {
  const plane = random.chance(0.7) ? planes[0]! : random.pick(planes)
  const happy = random.chance(0.5)
  const own = happy || random.chance(0.7)
  const owner = own ? plane : random.pick(planes)
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    happy || random.chance(0.9)
      ? known(operation, name, owner, random)
      : encodeURIComponent(wellFormed(sample(oddText, random)).slice(0, 300)) || '-',
  )
  const odd = happy ? {} : sample(oddHeaders, random)
  return {
    operation,
    plane,
    method: operation.method.toUpperCase(),
    path: path + query(operation, owner, happy, random),
    ...content(operation, plane, happy, random, {
      ...credential(operation, planes, plane, happy, random),
      ...odd,
    }),
  }
}

function known({ path }: Operation, name: string, owner: Plane, random: Random): string {
  if (name === 'artifact') return random.pick(ARTIFACTS)
  if (name === 'step_id') return random.chance(0.6) ? 'lease' : random.pick(STEPS)
  if (name === 'document_id') return random.pick(owner.documents)
  const kind = kindOf(path)
  const ids = kind ? owner.ids[kind] : []
  return ids.length > 0 ? random.pick(ids) : `vs_${'0'.repeat(24)}`
}

function wellFormed(text: string): string {
  return text.toWellFormed()
}

function query({ parameters }: Operation, owner: Plane, happy: boolean, random: Random): string {
  const pairs = parameters
    .filter((parameter) => parameter.in === 'query' && random.chance(happy ? 0.2 : 0.5))
    .map(({ name }) => {
      if (!happy && random.chance(0.4))
        return `${name}=${encodeURIComponent(wellFormed(sample(oddText, random)).slice(0, 200))}`
      if (name === 'limit') return `limit=${1 + random.below(100)}`
      if (name === 'session_id') return `session_id=${random.pick(owner.ids.session)}`
      return ''
    })
    .filter((pair) => pair !== '')
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

/** The credentials that the operation requires, or others. */
function credential(
  { security }: Operation,
  planes: Plane[],
  plane: Plane,
  happy: boolean,
  random: Random,
): Record<string, string> {
  const needed = security[0] ?? []
  const good: Record<string, string> = needed.includes('secretKey')
    ? bearer(plane.key)
    : needed.includes('browserToken')
      ? { ...bearer(random.pick(plane.browserTokens)), origin: LISTED }
      : needed.includes('clientToken')
        ? {
            ...bearer(random.pick(plane.clientTokens)),
            'x-publishable-key': plane.publishable,
            origin: LISTED,
          }
        : {}
  if (happy || random.chance(0.7)) return good
  const other = random.pick(planes)
  return random.pick<Record<string, string>>([
    {},
    bearer('x'),
    bearer(`${plane.key.slice(0, -1)}0`),
    bearer(plane.weak),
    bearer(plane.publishable),
    bearer(random.pick(plane.browserTokens)),
    bearer(random.pick(plane.clientTokens)),
    // A key of another region: one of the same region would be a request of that plane.
    ...(other.region === plane.region ? [] : [bearer(other.key)]),
    { ...good, origin: 'https://elsewhere.example' },
    { authorization: 'Basic eDp5' },
    { ...good, 'x-publishable-key': other.publishable },
  ])
}

function content(
  operation: Operation,
  plane: Plane,
  happy: boolean,
  random: Random,
  headers: Record<string, string>,
): Pick<FuzzRequest, 'headers' | 'body'> {
  const { requestBody, operationId } = operation
  if (!requestBody) return { headers, body: undefined }
  if (requestBody.mediaType === 'multipart/form-data') {
    const file = happy ? JPEG : Buffer.concat([JPEG, random.bytes(random.below(40))])
    const body = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="front"; filename="a"\r\n\r\n'),
      file.subarray(happy ? 0 : random.below(3)),
      Buffer.from('\r\n--b--\r\n'),
    ])
    return { headers: { 'content-type': 'multipart/form-data; boundary=b', ...headers }, body }
  }
  const applicant = random.pick([...plane.ids.applicant, `app_${'0'.repeat(24)}`])
  const examples = examplesOf(operation, applicant).map((example) =>
    marked(operationId, example, plane),
  )
  const body = happy
    ? Buffer.from(JSON.stringify(random.pick(examples)))
    : sample(bodyFrom(examples), random)
  return { headers: { 'content-type': 'application/json', ...headers }, body }
}

/**
 * An example with values for the envelopes of this plane, and with its marker where the body allows
 * it.
 */
function marked(operationId: string, example: unknown, plane: Plane): unknown {
  const body = example as Record<string, unknown>
  const { mark, disclosure, ids } = plane
  switch (operationId) {
    case 'acceptSdkConsent':
      return disclosure
    case 'signSdkEnvelope':
      return { typedName: SIGNER }
    case 'skipSessionStep':
      return { step_id: 'identity' }
    case 'createSession':
      return {
        ...body,
        metadata: { ...(body.metadata as object), mark },
        ...(ids.session.length % 3 === 0 && { workflow_template_id: ids.template[0] }),
      }
    case 'createApplicant':
    case 'updateApplicant':
      return { ...body, name_suffix: mark }
    case 'createWorkflowTemplate':
      return { ...body, name: mark }
    default:
      return body
  }
}
