import { isObject, type JsonObject } from '../../http/json.ts'
import { createsApplicant, json, type Mutant } from '../../self-test/wire-faults.ts'

/** Rewrites one field of new applicants, or of their addresses. */
const rewriting = (
  name: string,
  breaks: string,
  field: string,
  rewrite: (value: never) => unknown,
): Mutant => ({
  name,
  killedBy: 'applicants.unusual-values-come-back',
  breaks,
  fault: json(createsApplicant, ({ data }) => {
    for (const holder of [data, data?.['address']])
      if (isObject(holder) && field in holder)
        (holder as JsonObject)[field] = rewrite(holder[field] as never)
  }),
})

/** Services that rewrite unusual values. */
export const UNUSUAL_VALUE_MUTANTS: readonly Mutant[] = [
  rewriting('splits given names at hyphens', 'APP-005', 'given_names', (names: string[]) =>
    names.flatMap((name) => name.split('-')),
  ),
  rewriting('drops apostrophes of given names', 'APP-005', 'given_names', (names: string[]) =>
    names.map((name) => name.replaceAll("'", '')),
  ),
  rewriting('drops repeated given names', 'APP-005', 'given_names', (names: string[]) => [
    ...new Set(names),
  ]),
  rewriting('truncates given names to 32 characters', 'APP-005', 'given_names', (names: string[]) =>
    names.map((name) => name.slice(0, 32)),
  ),
  rewriting('stores given names with commas between', 'APP-005', 'given_names', (names: string[]) =>
    names.join(',').split(','),
  ),
  rewriting('truncates ids of places to 100 characters', 'APP-025', 'place_id', (id: string) =>
    id.slice(0, 100),
  ),
  rewriting('begins surnames with a capital', 'APP-001', 'family_name', (name: string) =>
    name.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()),
  ),
  rewriting('splits a suffix from the surname', 'APP-001', 'family_name', (name: string) =>
    name.replace(/ Jr\.?$/, ''),
  ),
  rewriting('truncates surnames to 40 characters', 'APP-001', 'family_name', (name: string) =>
    name.slice(0, 40),
  ),
  rewriting('stores no characters beyond 16 bits', 'APP-001', 'family_name', (name: string) =>
    name.replace(/[\u{10000}-\u{10ffff}]/u, '?'),
  ),
  rewriting('knows five suffixes', 'APP-012', 'name_suffix', () => null),
  rewriting('has no dates before 1970', 'APP-022', 'date_of_birth', (date: string) =>
    date < '1970' ? '1970-01-01' : date,
  ),
  rewriting('takes 20 for 19 in dates of birth', 'APP-022', 'date_of_birth', (date: string) =>
    date.replace(/^20/, '19'),
  ),
  rewriting('drops the tag of e-mail addresses', 'APP-013', 'email', (email: string) =>
    email.replace(/\+[^@]*/, ''),
  ),
  rewriting('drops blanks of postal codes', 'APP-024', 'postal_code', (code: string) =>
    code.replace(' ', ''),
  ),
  rewriting('truncates postal codes at a hyphen', 'APP-024', 'postal_code', (code: string) =>
    code.replace(/-.*/, ''),
  ),
  rewriting('stores no address without a postal code', 'APP-025', 'place_id', () => null),
]
