import { APPLICANT, type ApplicantRecord } from '../../features/applicants/applicants.ts'
import { SESSION, type SessionDocument } from '../../features/sessions/session-record.ts'
import type { Document } from '../../store/records.ts'
import { RecordSearch, type SearchSource, type Searched } from './record-search.ts'
import { applicantWords, sessionWords } from './words.ts'

/** Finds records by words. */
export interface Searches {
  sessions: RecordSearch<SessionDocument>
  applicants: RecordSearch<Document<ApplicantRecord>>
}

export function newSearches(source: SearchSource): Searches {
  return {
    sessions: new RecordSearch(SESSIONS, source),
    applicants: new RecordSearch(APPLICANTS, source),
  }
}

/** Sessions, with the names of their applicants. */
const SESSIONS: Searched<SessionDocument> = {
  kind: SESSION,
  follows: APPLICANT,
  rows: async (records, scope, found) => {
    const people = await Promise.all(
      found.map(async ({ body: { applicant_id: id } }) =>
        id === null ? undefined : records.read(scope, APPLICANT, id),
      ),
    )
    return found.map(({ seq, body }, i) => {
      const { id, status, outcome, created_at } = body
      const words = sessionWords(body, people[i]?.body as ApplicantRecord | undefined)
      return { seq, id, status, outcome, created: Date.parse(created_at), words }
    })
  },
}

const APPLICANTS: Searched<Document<ApplicantRecord>> = {
  kind: APPLICANT,
  rows: async (_records, _scope, found) =>
    found.map(({ seq, body }) => {
      const created = Date.parse(body.created_at)
      return { seq, id: body.id, status: '', outcome: null, created, words: applicantWords(body) }
    }),
}
