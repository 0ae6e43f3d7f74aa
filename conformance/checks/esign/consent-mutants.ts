import type { JsonObject } from '../../http/json.ts'
import { type Fault, changeJson } from '../../self-test/proxy.ts'
import { answers, isSession, json, type Mutant, type Which } from '../../self-test/wire-faults.ts'
import { downloads } from './signing-faults.ts'
import { verifies } from '../verify/verify-faults.ts'

const posts =
  (name: string): Which =>
  ({ method, path }) =>
    method === 'POST' && path.endsWith(`/envelope/${name}`)

const status = (value: string): (() => Fault) =>
  answers(verifies, (response) =>
    changeJson(response, (body) => {
      ;(body as unknown as JsonObject)['status'] = value
    }),
  )

const takes = (name: string): (() => Fault) =>
  answers(posts(name), (response) => {
    response.status = 200
  })
const refusesIt = (name: string): (() => Fault) =>
  answers(posts(name), (response) => {
    response.status = 409
  })

/** Faults around consent and its withdrawal. */
export const CONSENT_MUTANTS: readonly Mutant[] = [
  {
    name: 'hides the document to sign',
    killedBy: 'esign.consent-first',
    breaks: 'CHK-011',
    fault: answers(downloads, (response) => {
      response.status = 404
    }),
  },
  {
    name: 'accepts a signature without consent',
    killedBy: 'esign.consent-first',
    breaks: 'CER-001',
    fault: takes('sign'),
  },
  {
    name: 'rejects signatures',
    killedBy: 'esign.consent-first',
    breaks: 'CHK-012',
    fault: refusesIt('sign'),
  },
  {
    name: 'accepts the signature of a document that was declined',
    killedBy: 'esign.over-is-over',
    breaks: 'SES-005',
    fault: takes('sign'),
  },
  {
    name: 'rejects withdrawal before signing',
    killedBy: 'esign.withdrawn-before-signing',
    breaks: 'CER-018',
    fault: refusesIt('withdraw'),
  },
  {
    name: 'continues the session after a withdrawal',
    killedBy: 'esign.withdrawn-before-signing',
    breaks: 'CER-019',
    fault: json(isSession, ({ data }) => {
      data['status'] = 'in_progress'
    }),
  },
  {
    name: 'accepts a signature after the withdrawal',
    killedBy: 'esign.withdrawn-before-signing',
    breaks: 'CER-022',
    fault: takes('sign'),
  },
  {
    name: 'accepts another consent after the withdrawal',
    killedBy: 'esign.withdrawn-before-signing',
    breaks: 'CER-022',
    fault: takes('consent'),
  },
  {
    name: 'records a signature that was never given',
    killedBy: 'esign.withdrawn-before-signing',
    breaks: 'CER-020',
    fault: status('unsealed'),
  },
  {
    name: 'rejects withdrawal after signing',
    killedBy: 'esign.withdrawn-after-signing',
    breaks: 'CER-018',
    fault: refusesIt('withdraw'),
  },
  {
    name: 'undoes a signature by a withdrawal',
    killedBy: 'esign.withdrawn-after-signing',
    breaks: 'CER-023',
    fault: status('not_signed'),
  },
  {
    name: 'gives no paper',
    killedBy: 'esign.withdrawn-after-signing',
    breaks: 'CER-028',
    fault: refusesIt('paper_copy'),
  },
  {
    name: 'accepts a withdrawal after the end',
    killedBy: 'esign.over-is-over',
    breaks: 'CER-027',
    fault: takes('withdraw'),
  },
  {
    name: 'accepts a request for paper after the end',
    killedBy: 'esign.over-is-over',
    breaks: 'CER-031',
    fault: takes('paper_copy'),
  },
]
