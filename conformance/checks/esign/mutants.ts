import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { answers, isSession, json, type Mutant } from '../../self-test/wire-faults.ts'
import { inVerifyResponse } from '../verify/verify-faults.ts'
import { downloads } from './signing-faults.ts'

interface Event extends JsonObject {
  documents: JsonObject[]
}

/** Changes the events about documents in transit. */
const event =
  (change: (body: Event) => void): (() => Fault) =>
  () => ({
    delivery(delivery) {
      const body = JSON.parse(delivery.body.toString()) as Event
      if (body.documents) change(body)
      delivery.body = Buffer.from(JSON.stringify(body))
    },
  })

/** Events that never arrive. */
const lost =
  (wanted: (body: Event) => boolean): (() => Fault) =>
  () => ({
    delivery: (delivery) => (wanted(JSON.parse(delivery.body.toString()) as Event) ? 0 : 1),
  })

const digest = (value: (header: string) => string): (() => Fault) =>
  answers(downloads, ({ headers }) => {
    for (const header of headers) if (/^repr-digest$/i.test(header[0])) header[1] = value(header[1])
  })

const LEAKS: [requirement: string, member: string, value: string][] = [
  ['EVE-014', 'signer', 'Ana María Okafor Lindqvist'],
  ['EVE-015', 'email', 'ana@example.com'],
  ['EVE-016', 'title', 'Lease of the flat at Kings Place'],
  ['EVE-017', 'born', '1990-04-12'],
]

/** The members of both bodies; each mutant breaks both. */
const BODY: [does: string, breaks: string, change: (body: Event) => void][] = [
  [
    'omits the envelope',
    'EVE-002',
    (body) => {
      delete body['envelopeId']
    },
  ],
  [
    'sends one document without a list',
    'EVE-003',
    (body) => {
      body.documents = body.documents.slice(0, 1)
    },
  ],
  [
    'sends documents in another order',
    'EVE-004',
    (body) => {
      body.documents.reverse()
    },
  ],
  [
    'sends positions as document ids',
    'EVE-005',
    (body) => {
      for (const [i, one] of body.documents.entries()) one['documentId'] = String(i)
    },
  ],
  [
    'sends documentOrder as a string',
    'EVE-006',
    (body) => {
      for (const one of body.documents) one['documentOrder'] = String(one['documentOrder'])
    },
  ],
  [
    'omits the mode',
    'EVE-012',
    (body) => {
      delete body['mode']
    },
  ],
  [
    'omits the type',
    'EVE-013',
    (body) => {
      delete body['type']
    },
  ],
  ...LEAKS.map(([breaks, member, value]): [string, string, (body: Event) => void] => [
    `contains the ${member}`,
    breaks,
    (body) => {
      body[member] = value
    },
  ]),
]

export const SIGNING_MUTANTS: readonly Mutant[] = [
  // The same code judges both bodies; declining is faster than sealing.
  ...BODY.map(([does, breaks, change]): Mutant => ({
    name: `${does} of an event about documents`,
    killedBy: 'esign.declined',
    breaks,
    fault: event(change),
  })),
  {
    name: 'does not announce a signed document',
    killedBy: 'esign.signed',
    breaks: ['EVT-012', 'STA-019', 'VER-011', 'VER-012', 'CHK-009', 'EVE-001'],
    fault: lost(({ documents }) => documents !== undefined),
  },
  {
    name: 'announces a hash in capitals',
    killedBy: 'esign.signed',
    breaks: ['EVE-007', 'EVE-008'],
    fault: event((body) => {
      for (const one of body.documents) one['finalHash'] = String(one['finalHash']).toUpperCase()
    }),
  },
  {
    name: 'announces both times for a signature',
    killedBy: 'esign.signed',
    breaks: 'EVE-010',
    fault: event((body) => {
      body['declinedAt'] = body['signedAt']
    }),
  },
  {
    name: 'announces a verdict with a signature',
    killedBy: 'esign.signed',
    breaks: 'EVT-013',
    fault: event((body) => {
      body['outcome'] = 'approved'
    }),
  },
  {
    name: 'sends a hexadecimal digest',
    killedBy: 'esign.signed',
    breaks: ['VFY-019', 'VFY-020', 'VFY-021'],
    fault: digest(
      (header) => `sha-256=:${Buffer.from(header.slice(9, -1), 'base64').toString('hex')}:`,
    ),
  },
  {
    name: 'serves another copy than it sealed',
    killedBy: 'esign.signed',
    breaks: ['EVE-008', 'VFY-022', 'ESG-001'],
    fault: answers(downloads, (response) => {
      response.body = Buffer.concat([response.body, Buffer.from('\n')])
    }),
  },
  {
    name: 'numbers every document as the first',
    killedBy: 'esign.signed',
    breaks: 'VFR-017',
    fault: inVerifyResponse((body) => {
      body['document_index'] = 0
    }),
  },
  {
    name: 'returns the hash of the file before it was sealed',
    killedBy: 'esign.signed',
    breaks: 'VFR-018',
    fault: inVerifyResponse((body) => {
      body['final_hash'] = 'a'.repeat(64)
    }),
  },
  {
    name: 'serves a page in place of a PDF',
    killedBy: 'esign.signed',
    breaks: 'CHK-013',
    fault: answers(downloads, (response) => {
      response.body = Buffer.from('<html>')
    }),
  },
  {
    name: 'completes a session by its signature',
    killedBy: 'esign.signed',
    breaks: 'STA-020',
    fault: json(isSession, ({ data }) => {
      data['status'] = 'completed'
    }),
  },
  {
    name: 'does not announce a declined document',
    killedBy: 'esign.declined',
    breaks: ['EVT-014', 'STA-018'],
    fault: lost(({ documents }) => documents !== undefined),
  },
  {
    name: 'does not complete a declined session',
    killedBy: 'esign.declined',
    breaks: ['STA-017', 'STA-018'],
    fault: lost(({ documents }) => documents === undefined),
  },
  {
    name: 'contains a hash of a declined document',
    killedBy: 'esign.declined',
    breaks: ['EVE-009', 'EVT-015'],
    fault: event((body) => {
      for (const one of body.documents) one['finalHash'] = 'a'.repeat(64)
    }),
  },
  {
    name: 'contains a signing time of a declined document',
    killedBy: 'esign.declined',
    breaks: 'EVE-011',
    fault: event((body) => {
      body['signedAt'] = body['declinedAt']
    }),
  },
  {
    name: 'sends the local time of a decline as UTC',
    killedBy: 'esign.declined',
    breaks: 'EVE-011',
    fault: event((body) => {
      const hour = 3_600_000
      body['declinedAt'] = new Date(Date.parse(String(body['declinedAt'])) + hour).toISOString()
    }),
  },
  {
    name: 'contains the reason of a decline',
    killedBy: 'esign.declined',
    breaks: ['EVE-018', 'EVT-016'],
    fault: event((body) => {
      body['reason'] = 'The rent is not what was agreed'
    }),
  },
  {
    name: 'announces an unsealed document',
    killedBy: 'esign.unsealed-says-nothing',
    breaks: 'STA-021',
    fault: () => ({
      state(use) {
        if (use.params['stage'] === 'unsealed') use.params['stage'] = 'signed'
      },
    }),
  },
  {
    name: 'lets an applicant decline what they signed',
    killedBy: 'esign.no-decline-after-signing',
    breaks: ['EVT-014', 'STA-017'],
    fault: () => ({
      state({ state, params }) {
        if (state === 'signing_session') params['stage'] = 'consented'
      },
    }),
  },
  {
    name: 'sends a session to review because its document is signed',
    killedBy: 'esign.signing-moves-no-status',
    breaks: 'STA-020',
    fault: () => {
      const readBefore = new Set<string>()
      let signed = false
      return {
        response(request, response) {
          if (request.path.endsWith('/envelope/sign')) signed = true
          if (!isSession(request)) return
          if (!signed) readBefore.add(request.path)
          else if (readBefore.has(request.path))
            response.body = Buffer.from(
              response.body.toString().replace(/"status":"\w+"/, '"status":"awaiting_review"'),
            )
        },
      }
    },
  },
  ...(
    [
      ['x-webhook-signature', ['EVT-002']],
      ['x-webhook-event-version', ['HDR-001', 'HDR-002']],
    ] as const
  ).flatMap(([header, breaks]) =>
    (
      [
        ['signed', 'esign.signing-moves-no-status'],
        ['declined', 'esign.declined'],
      ] as const
    ).map(([what, killedBy]): Mutant => ({
      name: `omits ${header} from the event of a ${what} document`,
      killedBy,
      breaks,
      fault: () => ({
        delivery(delivery) {
          delivery.headers = delivery.headers.filter(([name]) => name.toLowerCase() !== header)
        },
      }),
    })),
  ),
]
