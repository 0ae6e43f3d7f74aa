import type { ApplicantRecord } from '../../features/applicants/applicants.ts'
import type { SessionRecord } from '../../features/sessions/session-record.ts'

/** The text by which a session is found: its ids, the names of its applicant, keys and values of its metadata. */
export function sessionWords(
  session: SessionRecord,
  applicant: ApplicantRecord | undefined,
): string {
  const names = applicant ? namesOf(applicant) : []
  const ids = [session.id, session.applicant_id, session.workflow_template_id]
  return indexed([...ids.flatMap(withoutPrefix), ...names, ...leaves(JSON.parse(session.metadata))])
}

/** The text by which an applicant is found: its id, names, e-mail address and phone number. */
export function applicantWords(applicant: ApplicantRecord): string {
  const { id, email, phone } = applicant
  return indexed([...withoutPrefix(id), ...namesOf(applicant), email, phone])
}

function namesOf(applicant: ApplicantRecord): (string | undefined)[] {
  const { given_names, family_name, name_suffix, legal_name, localized_name } = applicant
  return [...given_names, family_name, name_suffix, legal_name, localized_name]
}

/** Words of a text without blanks that are searched as one: `A-17` as `a_17`. Longer texts are searched in pieces. */
const MOST_JOINED = 8

/** Returns the words of the search; each has to begin a word of `indexed`. */
export function termsOf(q: string): string[] {
  return unbroken(q).flatMap((words) =>
    words.flatMap((_, i) =>
      i % MOST_JOINED === 0 ? [words.slice(i, i + MOST_JOINED).join('_')] : [],
    ),
  )
}

/**
 * Returns the words of the texts, each with the words that follow it without a blank: a search then never compares
 * positions.
 */
function indexed(texts: (string | undefined)[]): string {
  const found = unbroken(texts.join(' ')).flatMap((words) =>
    words.map((_, i) => words.slice(i, i + MOST_JOINED).join('_')),
  )
  return [...new Set(found)].join(' ')
}

/** Splits texts at blanks, and each piece into words in lower case and without accents. */
function unbroken(text: string): string[][] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/\s+/)
    .map((part) => part.split(/[^\p{L}\p{N}_]+/u).filter(Boolean))
}

/** An id is found by its beginning with and without the prefix. */
function withoutPrefix(id: string | null): string[] {
  return id === null ? [] : [id, id.replace(/^[a-z]+_/, '')]
}

function leaves(value: unknown): string[] {
  if (value === null) return []
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([name, item]) => [name, ...leaves(item)])
  return [String(value)]
}
