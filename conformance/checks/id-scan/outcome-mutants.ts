import { answers, refuse, type Mutant } from '../../self-test/wire-faults.ts'
import type { ProxiedRequest } from '../../self-test/proxy.ts'

const KILLED_BY = 'id-scan.not-cleared'
const FORCED = /name="expected_outcome"\r\n\r\n(\w+)\r\n/
const EMPTY = /name="expected_outcome"\r\n\r\n\r\n/
const BOUNDARY = /boundary=(\S+)/

const isScan = ({ path }: ProxiedRequest): boolean => path === '/v1/id-verification'

/** Faults in the expected outcome of a scan. */
export const SCAN_OUTCOME_MUTANTS: readonly Mutant[] = [
  {
    name: 'ignores an expected outcome before the image',
    killedBy: KILLED_BY,
    breaks: ['SCN-010', 'OUT-001'],
    fault: () => ({
      request(request) {
        if (!isScan(request)) return
        const text = request.body.toString('latin1')
        const at = text.search(FORCED)
        const boundary = BOUNDARY.exec(request.headers['content-type'] ?? '')?.[1]
        // The first part begins after its boundary, in fewer than 80 characters.
        if (at < 0 || at > 80 + (boundary?.length ?? 0)) return
        request.body = Buffer.from(
          text.replace(FORCED, 'name="expected_outcome"\r\n\r\npass\r\n'),
          'latin1',
        )
      },
    }),
  },
  {
    name: 'ignores the expected outcome of a PNG',
    killedBy: KILLED_BY,
    breaks: ['SCN-010', 'SCN-011'],
    fault: () => ({
      request(request) {
        const text = request.body.toString('latin1')
        if (isScan(request) && text.includes('image/png'))
          request.body = Buffer.from(
            text.replace(FORCED, 'name="expected_outcome"\r\n\r\npass\r\n'),
            'latin1',
          )
      },
    }),
  },
  {
    name: 'ignores the expected outcome of a document with its back',
    killedBy: KILLED_BY,
    breaks: ['SCN-010', 'SCN-011'],
    fault: () => ({
      request(request) {
        const text = request.body.toString('latin1')
        if (isScan(request) && text.includes('name="back"'))
          request.body = Buffer.from(
            text.replace(FORCED, 'name="expected_outcome"\r\n\r\npass\r\n'),
            'latin1',
          )
      },
    }),
  },
  {
    name: 'keeps the expected outcome for the next scan',
    killedBy: KILLED_BY,
    breaks: 'END-018',
    fault: () => {
      let forced: string | undefined
      return {
        response(request, response) {
          if (!isScan(request)) return
          const sent = FORCED.exec(request.body.toString('latin1'))?.[1]
          if (sent === undefined && forced === 'fail') {
            response.body = Buffer.from('{"error":{}}')
            refuse(response, 422, 'document_unreadable')
          }
          forced = sent
        },
      }
    },
  },
  {
    name: 'takes an empty outcome of a live scan for none',
    killedBy: 'id-scan.live-takes-no-outcome',
    breaks: 'SCN-014',
    fault: answers(
      (request) =>
        isScan(request) &&
        !!request.headers['authorization']?.includes('_live_') &&
        EMPTY.test(request.body.toString('latin1')),
      (response) => {
        response.status = 200
      },
    ),
  },
  {
    name: 'takes the outcome of a check for a scan',
    killedBy: 'id-scan.cleared',
    breaks: 'OUT-001',
    fault: answers(
      (request) => isScan(request) && FORCED.exec(request.body.toString('latin1'))?.[1] === 'error',
      (response) => {
        response.status = 200
      },
    ),
  },
]
