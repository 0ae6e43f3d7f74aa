import { randomUUID } from 'node:crypto'
import { changeJson, type ProxiedRequest } from '../../self-test/proxy.ts'
import { withDelayedLists } from '../../self-test/permissive-server/lists.ts'
import {
  answers,
  json,
  lists,
  type Mutant,
  refuse,
  refuses,
  type Which,
} from '../../self-test/wire-faults.ts'

const scans: Which = ({ path }) => path === '/v1/id-verification'
/** Scans whose form contains such a text; images are bytes in it. */
const holding =
  (text: string): Which =>
  (request) =>
    scans(request) && request.body.includes(text)
const outcome = (value: string): Which => holding(`name="expected_outcome"\r\n\r\n${value}\r\n`)
const live: Which = (request) =>
  scans(request) && !!request.headers['authorization']?.includes('_live_')
const larger =
  (bytes: number): Which =>
  (request) =>
    scans(request) && request.body.byteLength > bytes

const GOOD = '{"data":{"mode":"test","document_type":"passport"}}'
const takes = (to: Which): Mutant['fault'] =>
  answers(to, (response) => {
    response.status = 200
    response.body = Buffer.from(GOOD)
  })

const MIB = 1024 * 1024

const isLive = ({ headers }: ProxiedRequest): boolean =>
  headers['authorization']?.includes('_live_') ?? false

const scansLive: Which = (request) => isLive(request) && request.path === '/v1/id-verification'

/** Takes fields of the form from the query, too, as frameworks do that merge the two. */
const TAKES_QUERY: Mutant = {
  name: 'takes the expected outcome of a scan from the query',
  killedBy: 'id-scan.cleared',
  breaks: 'OUT-015',
  fault: () => ({
    request(request) {
      const [path, query] = request.path.split('?')
      const boundary = /boundary=(\S+)/.exec(request.headers['content-type'] ?? '')?.[1]
      if (path !== '/v1/id-verification' || query === undefined || boundary === undefined) return
      const fields = [...new URLSearchParams(query)].map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      request.path = path
      request.body = Buffer.concat([Buffer.from(fields.join('')), request.body])
    },
  }),
}

export const ID_SCAN_MUTANTS: readonly Mutant[] = [
  TAKES_QUERY,
  {
    name: 'rejects forms',
    killedBy: 'id-scan.cleared',
    breaks: 'END-016',
    fault: refuses(scans, 415, 'unsupported'),
  },
  {
    name: 'extracts nothing',
    killedBy: 'id-scan.cleared',
    breaks: 'END-018',
    fault: json(scans, ({ data }) => (data ? { data: { mode: data['mode'] } } : undefined)),
  },
  {
    name: 'omits the mode of a scan',
    killedBy: 'id-scan.cleared',
    breaks: 'SCN-015',
    fault: json(scans, ({ data }) => {
      delete data?.['mode']
    }),
  },
  {
    name: 'refuses pass on a scan',
    killedBy: 'id-scan.cleared',
    breaks: ['SCN-008', 'OUT-014', 'END-017', 'OUT-001'],
    fault: refuses(outcome('pass')),
  },
  {
    name: 'treats review as unreadable',
    killedBy: 'id-scan.cleared',
    breaks: 'SCN-009',
    fault: refuses(outcome('review'), 422, 'document_unreadable'),
  },
  {
    name: 'accepts any outcome on a scan',
    killedBy: 'id-scan.cleared',
    breaks: 'OUT-001',
    fault: takes(outcome('perhaps')),
  },
  {
    name: 'takes outcomes on a scan in capitals',
    killedBy: 'id-scan.cleared',
    breaks: 'OUT-001',
    fault: takes(outcome('PASS')),
  },
  {
    name: 'takes an empty outcome on a scan for none',
    killedBy: 'id-scan.cleared',
    breaks: 'OUT-001',
    fault: takes(outcome('')),
  },
  {
    name: 'extracts data from a test picture',
    killedBy: 'id-scan.cleared',
    breaks: 'SCN-007',
    fault: () => {
      return {
        response(request, response) {
          changeJson(response, ({ data }) => {
            if (data) data['document_number'] = `N${request.body.byteLength}`
          })
        },
      }
    },
  },
  {
    name: 'extracts data from a test picture, beside an id of each scan',
    killedBy: 'id-scan.cleared',
    breaks: 'SCN-007',
    fault: json(scans, ({ data }, { body }) => {
      if (data) Object.assign(data, { document_number: `N${body.byteLength}`, id: randomUUID() })
    }),
  },
  {
    name: 'stores a session for each scan',
    killedBy: 'id-scan.makes-no-verification',
    breaks: 'END-019',
    fault: json(lists, () => ({ data: [{ id: 'vs_1' }] })),
  },
  {
    name: 'stores an applicant for each scan',
    killedBy: 'id-scan.makes-no-verification',
    breaks: 'END-019',
    fault: json(
      ({ method, path }) => method === 'GET' && path === '/v1/applicants',
      ({ data }) => {
        if (Array.isArray(data)) data.push({ id: 'app_scanned' })
      },
    ),
  },
  {
    name: 'stores a session for each scan, and lists lag',
    killedBy: 'id-scan.makes-no-verification',
    breaks: 'END-019',
    fault: withDelayedLists(
      json(lists, ({ data }) => {
        if (Array.isArray(data) && data.length > 0) data.push({ id: 'vs_1' })
      }),
    ),
  },
  {
    name: 'clears a failing scan',
    killedBy: 'id-scan.not-cleared',
    breaks: ['SCN-010', 'ERR-026', 'ERR-027'],
    fault: takes(outcome('fail')),
  },
  {
    name: 'returns a different code for doc_quality',
    killedBy: 'id-scan.not-cleared',
    breaks: ['SCN-011', 'ERR-028'],
    fault: answers(outcome('doc_quality'), (response) => refuse(response, 422, 'document_blurred')),
  },
  {
    name: 'answers unreadable documents with 400',
    killedBy: 'id-scan.not-cleared',
    breaks: 'ERR-026',
    fault: answers(scans, (response) => {
      if (response.status === 422) response.status = 400
    }),
  },
  {
    name: 'rejects doc_quality',
    killedBy: 'id-scan.not-cleared',
    breaks: 'OUT-001',
    fault: answers(outcome('doc_quality'), (response) => refuse(response, 422, 'validation_error')),
  },
  {
    name: 'reveals the quality in a header',
    killedBy: 'id-scan.not-cleared',
    breaks: 'SCN-012',
    fault: answers(outcome('doc_quality'), ({ headers }) => {
      headers.push(['X-Hint', 'light'])
    }),
  },
  {
    name: 'omits the mode of a refused scan',
    killedBy: 'id-scan.not-cleared',
    breaks: ['SCN-016', 'ERR-029'],
    fault: json(scans, ({ error }) => {
      if (error) error.details = {}
    }),
  },
  {
    name: 'drops expected_outcome from live scans',
    killedBy: 'id-scan.live-takes-no-outcome',
    breaks: 'SCN-014',
    fault: takes(live),
  },
  {
    name: 'drops an unknown expected_outcome from live scans',
    killedBy: 'id-scan.live-takes-no-outcome',
    breaks: 'SCN-014',
    fault: takes((request) => live(request) && outcome('perhaps')(request)),
  },
  {
    name: 'applies expected_outcome to live scans',
    killedBy: 'id-scan.live-takes-no-outcome',
    breaks: 'SCN-014',
    fault: answers(live, (response) => refuse(response, 422, 'document_unreadable')),
  },
  {
    name: 'accepts a program as a picture',
    killedBy: 'id-scan.bad-uploads',
    breaks: 'SCN-001',
    fault: takes(holding('\x7fELF')),
  },
  {
    name: 'accepts text as a picture',
    killedBy: 'id-scan.bad-uploads',
    breaks: 'SCN-001',
    fault: takes(holding('I am no picture')),
  },
  {
    name: 'accepts JSON as a scan',
    killedBy: 'id-scan.bad-uploads',
    breaks: 'END-016',
    fault: takes(holding('"AAAA"')),
  },
  {
    name: 'sends the mode in every refusal of a scan',
    killedBy: 'id-scan.bad-uploads',
    breaks: 'SCN-017',
    fault: json(scans, ({ error }) => {
      if (error) Object.assign(error.details!, { mode: 'test' })
    }),
  },
  {
    name: 'validates only live uploads',
    killedBy: 'id-scan.same-refusals-in-both-modes',
    breaks: 'SCN-004',
    fault: takes((request) => scans(request) && !live(request)),
  },
  {
    name: 'accepts pictures of any size',
    killedBy: 'id-scan.sizes',
    breaks: ['SCN-002', 'LIM-012'],
    fault: takes((request) => larger(10 * MIB)(request) && !larger(12 * MIB)(request)),
  },
  {
    name: 'accepts uploads of any size',
    killedBy: 'id-scan.sizes',
    breaks: ['SCN-003', 'LIM-012'],
    fault: takes(larger(22 * MIB)),
  },
  {
    name: 'accepts at most 10 MiB in total',
    killedBy: 'id-scan.sizes',
    breaks: 'LIM-012',
    fault: refuses(
      (request) => larger(15 * MIB)(request) && !larger(22 * MIB)(request),
      413,
      'payload_too_large',
    ),
  },
  {
    name: 'says test of a live scan',
    killedBy: 'id-scan.live',
    breaks: 'SCN-015',
    fault: json(scansLive, ({ data }) => {
      if (data) data['mode'] = 'test'
    }),
  },
  {
    name: 'reports mode test for an unreadable live scan',
    killedBy: 'id-scan.blank-images',
    breaks: ['SCN-016', 'ERR-029'],
    fault: answers(scansLive, (response) => {
      response.status = 422
      response.body = Buffer.from(
        JSON.stringify({ error: { code: 'document_unreadable', details: { mode: 'test' } } }),
      )
    }),
  },
]
