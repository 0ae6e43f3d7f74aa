import type { JsonObject } from '../../http/json.ts'
import type { Fault } from '../../self-test/proxy.ts'
import { writtenLate } from '../../self-test/permissive-server/choice.ts'
import { isImage, type Mutant } from '../../self-test/wire-faults.ts'

/** Changes the entries of the log. */
const log =
  (change: (entries: JsonObject[]) => void): (() => Fault) =>
  () => ({
    bindings({ state }, bindings) {
      if (state === 'activity_log') change(bindings['entries'] as JsonObject[])
    },
  })

const mutant = (
  name: string,
  breaks: string,
  change: (entries: JsonObject[]) => void,
  killedBy = 'activity.one-entry-each',
): Mutant => ({ name, killedBy, breaks, fault: log(change) })

/** Adds an entry for each rejected request of this kind, at once or with a delay. */
const grows = (
  name: string,
  breaks: string,
  asked: RegExp,
  isWritten: (no: unknown) => boolean = () => true,
): Mutant => ({
  name,
  killedBy: 'activity.no-entry',
  breaks,
  fault: () => {
    let hits = 0
    return {
      response({ path }, { status }) {
        if (asked.test(path) && status === 404) hits++
      },
      bindings({ state }, bindings) {
        if (state !== 'activity_log') return
        const numbers = Array.from({ length: hits }, (_, no) => no)
        ;(bindings['entries'] as JsonObject[]).push(...numbers.filter(isWritten).map(() => ({})))
      },
    }
  },
})

export const ACTIVITY_MUTANTS: readonly Mutant[] = [
  mutant('logs each request twice', 'ACT-001', (entries) => {
    entries.push(...structuredClone(entries))
  }),
  mutant('logs one entry for an image that is fetched twice', 'ACT-001', (entries) => {
    const seen = new Set<string>()
    const kept = entries.filter((entry) => {
      const { artifact, outcome, session_id } = entry
      const text = JSON.stringify([artifact, outcome, session_id])
      return artifact === 'front' || (!seen.has(text) && seen.add(text))
    })
    entries.splice(0, entries.length, ...kept)
  }),
  mutant('logs no action', 'ACT-002', (entries) => {
    for (const entry of entries) delete entry['action']
  }),
  mutant('logs no artifact', 'ACT-003', (entries) => {
    for (const entry of entries) delete entry['artifact']
  }),
  mutant('logs no outcome', 'ACT-004', (entries) => {
    for (const entry of entries) delete entry['outcome']
  }),
  mutant('logs the same outcome for each request', 'ACT-004', (entries) => {
    for (const entry of entries) entry['outcome'] = 'done'
  }),
  mutant("logs the applicant's address", 'ACT-005', (entries) => {
    for (const entry of entries) entry['about'] = 'ana@example.com'
  }),
  mutant('logs the image', 'ACT-006', (entries) => {
    for (const entry of entries) entry['thumbnail'] = '/9j/4AAQ'.repeat(200)
  }),
  mutant('calls an export a view', 'ACT-007', (entries) => {
    for (const entry of entries) {
      if (entry['artifact'] === 'front') entry['action'] = 'kyc.idv.evidence_viewed'
    }
  }),
  mutant('logs a failure as an export', 'ACT-008', (entries) => {
    for (const entry of entries) entry['action'] = 'kyc.idv.evidence_exported'
  }),
  mutant("logs the applicant's e-mail address", 'ACT-005', (entries) => {
    for (const entry of entries) entry['applicant'] = { email: 'una@elsewhere.example' }
  }),
  {
    name: 'logs nothing in live mode',
    killedBy: 'activity.one-entry-each',
    breaks: 'ACT-001',
    fault: () => ({
      bindings({ state, params }, bindings) {
        if (state === 'activity_log' && params['mode'] === 'live') bindings['entries'] = []
      },
    }),
  },
  grows('logs requests for the back', 'ACT-009', /\/back$/),
  grows('logs requests for the back a moment later', 'ACT-009', /\/back$/, writtenLate(200)),
  grows('logs requests with a malformed id', 'ACT-010', /not-a-session/),
  grows('logs requests of strangers', 'ACT-011', /\/front$/),
  {
    name: 'logs an image that is refused by scope as an export',
    killedBy: 'activity.no-entry',
    breaks: 'ACT-007',
    fault: () => {
      let refusals = 0
      return {
        response(request, { status }) {
          if (isImage(request) && status === 403) refusals++
        },
        bindings({ state }, bindings) {
          if (state !== 'activity_log') return
          const entry = {
            action: 'kyc.idv.evidence_exported',
            artifact: 'front',
            outcome: 'served',
          }
          ;(bindings['entries'] as JsonObject[]).push(
            ...Array.from({ length: refusals }, () => ({ ...entry })),
          )
        },
      }
    },
  },
]
