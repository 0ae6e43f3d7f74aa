import { isDeepStrictEqual } from 'node:util'
import { requirementOf } from '../check/calls.ts'
import { resourceIn } from '../check/idioms.ts'
import { recordsIn } from '../check/lists.ts'
import { missingPdfPart } from '../check/pdf.ts'
import { imageUrlsIn } from '../check/resources/image-address.ts'
import { unaskedCoding } from '../http/content-coding.ts'
import { at, isObject, type JsonObject } from '../http/json.ts'
import type { Exchange, Judge } from './exchange.ts'
import { expectRows } from './log-rules.ts'
import { expectVerification } from './verify-rules.ts'

const ARTIFACTS = ['portrait', 'front', 'selfie']
const ACQUISITIONS = ['camera', 'upload', null]
const REMOVED_NAMES = {
  first_name: 'APP-036',
  middle_name: 'APP-037',
  last_name: 'APP-038',
} as const
const JPEG = Buffer.from([0xff, 0xd8, 0xff])

type Rule = (judge: Judge, exchange: Exchange) => void

/** Judges the body of a successful response by the requirement of its operation. */
const RULES: Readonly<Record<string, Rule>> = {
  'END-004': (judge, { answer }) => {
    const created = resourceIn(answer) ?? {}
    judge.expect('IDV-026', 'no idv in a created session', !Object.hasOwn(created, 'idv'), created)
  },
  'END-010': (judge, { answer }) => {
    const withIdv = recordsIn(answer).filter((row) => Object.hasOwn(row, 'idv'))
    judge.expect('IDV-025', 'no idv in the list', withIdv.length === 0, withIdv[0])
  },
  'END-011': expectSession,
  'END-012': (judge, { answer }) => {
    const token = at(answer.json, 'browserToken')
    judge.expect('END-013', 'browserToken as a bt_ token', /^bt_./.test(String(token)), token)
  },
  'REP-001': (judge, { answer }) => {
    const type = answer.header('Content-Type')
    judge.expect('REP-001', 'application/pdf', /^application\/pdf\b/i.test(type ?? ''), type)
    const lack = missingPdfPart(answer.body)
    judge.expect('REP-001', 'a PDF document', lack === undefined, `a body without ${lack}`)
  },
  'END-015': expectImage,
  'END-016': (judge, { key, answer }) => {
    const mode = at(answer.json, 'data', 'mode')
    const own = modeOf(key)
    if (own) judge.expect('SCN-015', `data.mode ${own}`, mode === own, mode)
  },
  'END-020': (judge, { answer }) => expectApplicants(judge, [resourceIn(answer) ?? {}]),
  'END-021': (judge, { answer }) => expectApplicants(judge, [resourceIn(answer) ?? {}]),
  'END-024': (judge, { answer }) => expectRows(judge, answer),
  'END-023': (judge, { answer }) => expectApplicants(judge, recordsIn(answer)),
  'VFY-004': (judge, { answer }) => expectVerification(judge, answer),
}

/** Calls whose response is not JSON. */
const NOT_JSON = new Set(['REP-001', 'END-015'])

/** Judges a successful response by the rules for every response to its call. */
export function expectResource(judge: Judge, exchange: Exchange): void {
  const { request, answer } = exchange
  const call = requirementOf(request)!
  // A 202 may have no body (GAP-DSR).
  const isEmpty = answer.body.byteLength === 0 && [202, 204].includes(answer.status)
  if (request.path.startsWith('/v1/') && !isEmpty && !NOT_JSON.has(call)) {
    const type = answer.header('Content-Type')
    judge.expect(
      'END-002',
      'a JSON body of type application/json',
      /^application\/([\w.-]+\+)?json\b/i.test(type ?? '') && answer.json !== undefined,
      unaskedCoding(answer.rawHeaders) ?? type,
    )
  }
  RULES[call]?.(judge, exchange)
}

function expectSession(judge: Judge, { request, answer }: Exchange): void {
  const session = at(answer.json, 'data')
  if (!judge.expect('END-011', 'the session in data', isObject(session), answer.json)) return
  const { id, status, idv, outcome } = session as JsonObject
  judge.expect('SES-001', 'an id that begins with vs_', /^vs_./.test(String(id)), id)
  const asked = decodeURIComponent(request.path.split('?')[0]!.split('/').at(-1)!)
  judge.expect('SES-002', 'the id in the path', id === asked, id)
  judge.expect(
    'SES-004',
    'a status as a string',
    typeof status === 'string' && status !== '',
    status,
  )
  // The contract leaves open whether a session shows its outcome (GAP-SESSION-FIELDS).
  if (status === 'expired')
    judge.expect('STA-012', 'outcome null or absent', (outcome ?? null) === null, outcome)
  if (idv === undefined) return
  if (!judge.expect('SES-007', 'idv that is an object', isObject(idv), idv)) return
  const { available_images: images, capture_acquisition: acquisition } = idv as JsonObject
  if (!judge.expect('IDV-001', 'available_images, an array', Array.isArray(images), images)) return
  const list = images as unknown[]
  judge.expect(
    'IDV-003',
    `available_images in the order ${ARTIFACTS.join(', ')}, and nothing else`,
    isDeepStrictEqual(
      list,
      ARTIFACTS.filter((artifact) => list.includes(artifact)),
    ),
    images,
  )
  judge.expect(
    'IDV-009',
    'capture_acquisition camera, upload or null',
    (ACQUISITIONS as unknown[]).includes(acquisition),
    acquisition,
  )
}

function expectImage(judge: Judge, { answer }: Exchange): void {
  if (!judge.expect('IMG-010', '200', answer.status === 200, answer.status)) return
  const type = answer.header('Content-Type')
  judge.expect('IMG-011', 'image/jpeg', /^image\/jpeg$/i.test(type?.trim() ?? ''), type)
  const begin = answer.body.subarray(0, JPEG.byteLength)
  judge.expect(
    'IMG-012',
    'a body that begins as a JPEG, with ff d8 ff',
    begin.equals(JPEG),
    `${answer.body.byteLength} bytes that begin with ${begin.toString('hex') || 'nothing'}`,
  )
  const cache = answer.header('Cache-Control')
  const words = (cache ?? '')
    .toLowerCase()
    .split(',')
    .map((word) => word.trim())
  judge.expect(
    'IMG-013',
    'Cache-Control: no-store, private',
    words.toSorted().join() === 'no-store,private',
    cache,
  )
  const links = ['Location', 'Content-Location', 'Link']
    .flatMap((name) => answer.headers(name))
    .flatMap(imageUrlsIn)
  judge.expect('IMG-014', 'no address of the image in a header', links.length === 0, links)
}

function expectApplicants(judge: Judge, applicants: readonly JsonObject[]): void {
  for (const [name, requirement] of Object.entries(REMOVED_NAMES)) {
    const shown = applicants.some((applicant) => Object.hasOwn(applicant, name))
    judge.expect(requirement, `no ${name} in an applicant`, !shown, shown ? name : 'none')
  }
}

function modeOf(key: string | undefined): string | undefined {
  return /^ah_sk_(?:us|eu)_(live|test)_/.exec(key ?? '')?.[1]
}
