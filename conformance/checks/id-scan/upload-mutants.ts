import type { JsonObject } from '../../http/json.ts'
import { answers, json, type Mutant, refuses, type Which } from '../../self-test/wire-faults.ts'

const MIB = 1024 * 1024

/** Scans whose form contains such a text; images are bytes in it. */
const holding =
  (text: string): Which =>
  ({ path, body }) =>
    path === '/v1/id-verification' && body.includes(text)
const isLive: Which = ({ headers }) => headers['authorization']?.includes('_live_') ?? false

const takes = (to: Which, mode: 'test' | 'live'): Mutant['fault'] =>
  answers(to, (response) => {
    response.status = 200
    response.body = Buffer.from(JSON.stringify({ data: { mode, document_type: 'passport' } }))
  })

/** Rejects forms by the boundary in their content type. */
const rejectsBoundary = (name: string, pattern: RegExp): Mutant => ({
  name,
  killedBy: 'id-scan.boundaries',
  breaks: 'END-016',
  fault: refuses(
    ({ path, headers }) =>
      path === '/v1/id-verification' && pattern.test(headers['content-type'] ?? ''),
    422,
    'validation_error',
  ),
})

/** Uploads that only a part of the rules covers. */
export const UPLOAD_MUTANTS: readonly Mutant[] = [
  rejectsBoundary('converts boundaries to lower case', /boundary=[^"]*[A-Z]/),
  rejectsBoundary('takes quotes for a part of the boundary', /boundary="/),
  rejectsBoundary('reads boundaries up to a colon', /boundary=.*:/),
  rejectsBoundary('limits boundaries to 64 characters', /boundary=.{65}/),
  {
    name: 'reads nothing from a form whose boundary has quotes',
    killedBy: 'id-scan.boundaries',
    breaks: ['END-018', 'SCN-015'],
    fault: answers(
      ({ path, headers }) =>
        path === '/v1/id-verification' && /boundary="/.test(headers['content-type'] ?? ''),
      (response) => {
        response.body = Buffer.from('{"data":{}}')
      },
    ),
  },
  ...['review', 'doc_quality'].map((outcome): Mutant => ({
    name: `takes the expected outcome ${outcome} for a live scan`,
    killedBy: 'id-scan.live-takes-no-outcome',
    breaks: 'SCN-014',
    fault: takes(
      (request) =>
        isLive(request) && holding(`name="expected_outcome"\r\n\r\n${outcome}\r\n`)(request),
      'live',
    ),
  })),
  {
    name: 'reports an image that is too large in a flat body',
    killedBy: 'id-scan.sizes',
    breaks: ['ENV-001', 'ENV-002', 'ENV-003', 'ENV-004'],
    fault: json(
      ({ path }) => path === '/v1/id-verification',
      (body) => {
        const { error } = body as { error?: JsonObject }
        if (error?.['code'] !== 'payload_too_large') return
        Object.assign(body, error)
        delete body['error']
      },
    ),
  },
  {
    name: 'validates no upload where pass is expected',
    killedBy: 'id-scan.bad-uploads',
    breaks: 'SCN-001',
    fault: takes(
      (request) =>
        holding('name="expected_outcome"\r\n\r\npass\r\n')(request) &&
        holding('I am no picture.')(request),
      'test',
    ),
  },
  {
    name: 'measures no upload where pass is expected',
    killedBy: 'id-scan.sizes',
    breaks: ['SCN-002', 'LIM-012'],
    fault: takes(
      (request) =>
        holding('name="expected_outcome"\r\n\r\npass\r\n')(request) &&
        request.body.byteLength > 10 * MIB,
      'test',
    ),
  },
  {
    name: 'validates no upload where fail is expected',
    killedBy: 'id-scan.bad-uploads',
    breaks: 'SCN-001',
    fault: json(
      (request) =>
        holding('name="expected_outcome"\r\n\r\nfail\r\n')(request) &&
        holding('I am no picture.')(request),
      ({ error }) => {
        Object.assign(error!, { code: 'document_unreadable', details: { mode: 'test' } })
      },
    ),
  },
  {
    name: 'looks at the first image only',
    killedBy: 'id-scan.bad-uploads',
    breaks: 'SCN-001',
    fault: takes(
      (request) => holding('name="back"')(request) && holding('I am no picture.')(request),
      'test',
    ),
  },
  {
    name: 'measures the first image only',
    killedBy: 'id-scan.sizes',
    breaks: ['SCN-002', 'LIM-012'],
    fault: takes(
      (request) =>
        holding('name="back"')(request) &&
        request.body.byteLength > 10 * MIB &&
        request.body.byteLength < 12 * MIB,
      'test',
    ),
  },
  {
    name: 'accepts further images, and 24 MiB in total',
    killedBy: 'id-scan.sizes',
    breaks: ['SCN-003', 'LIM-012'],
    fault: takes(
      (request) =>
        holding('name="further_image"')(request) &&
        !holding('I am no picture.')(request) &&
        request.body.byteLength <= 24 * MIB,
      'test',
    ),
  },
]
