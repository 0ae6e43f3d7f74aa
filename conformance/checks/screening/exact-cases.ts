import { cases, META } from './screening-cases.ts'

/** A network number above 2^31, and texts whose comparison shows a cut, a fold or a trim. */
export const EXACT_METADATA = {
  floor: 3,
  zero: 0,
  ratio: 2.5,
  below: -4,
  network: 4_200_000_000,
  open: true,
  shut: false,
  desk: 'retail',
  place: 'café noir',
  padded: ' shop ',
  firm: "O'Neil & Co.",
  word: 'true',
  branch: '007',
  fee: '0',
  note: `${'long note '.repeat(10)}end`,
  codes: Array.from({ length: 12 }, (_, i) => `c${i + 1}`),
}

/** As many texts as a list may have; the last one is the desk. */
const TEXTS = [...Array.from({ length: 999 }, (_, i) => `desk ${i}`), 'retail']

/** Numbers and booleans: as texts, as whole numbers or as references they compare differently. */
export const NUMBER_CASES = cases([
  [`${META}.floor`, 'gt', 10, false, 'OPR-005'],
  [`${META}.floor`, 'gte', 10, false, 'OPR-006'],
  [`${META}.floor`, 'lt', 10, true, 'OPR-007'],
  [`${META}.floor`, 'lte', 10, true, 'OPR-008'],
  [`${META}.ratio`, 'gt', 2.9, false, 'OPR-005'],
  [`${META}.ratio`, 'gte', 2.9, false, 'OPR-006'],
  [`${META}.ratio`, 'lt', 2.9, true, 'OPR-007'],
  [`${META}.ratio`, 'lte', 2.9, true, 'OPR-008'],
  [`${META}.floor`, 'gt', 2.6, true, 'OPR-005'],
  [`${META}.floor`, 'gte', 3.4, false, 'OPR-006'],
  [`${META}.floor`, 'lt', 3.4, true, 'OPR-007'],
  [`${META}.floor`, 'lte', 2.6, false, 'OPR-008'],
  [`${META}.ratio`, 'gte', 2.5, true, 'OPR-006'],
  [`${META}.ratio`, 'lt', 2.2, false, 'OPR-007'],
  [`${META}.ratio`, 'lte', 2.2, false, 'OPR-008'],
  [`${META}.below`, 'gte', -5, true, 'OPR-006'],
  [`${META}.below`, 'lte', -3, true, 'OPR-008'],
  [`${META}.ratio`, 'eq', 3, false, 'OPR-002'],
  [`${META}.ratio`, 'eq', 2.5000001, false, 'OPR-002'],
  [`${META}.network`, 'eq', 4_200_000_000, true, 'OPR-001'],
  [`${META}.floor`, 'neq', 3, false, 'OPR-004'],
  [`${META}.floor`, 'neq', 4, true, 'OPR-003'],
  [`${META}.network`, 'neq', 4_200_000_000, false, 'OPR-004'],
  [`${META}.open`, 'neq', true, false, 'OPR-004'],
  [`${META}.open`, 'neq', false, true, 'OPR-003'],
  [`${META}.shut`, 'neq', true, true, 'OPR-003'],
  // Zero and false are values like any other.
  [`${META}.zero`, 'lt', 1, true, 'OPR-007'],
  [`${META}.zero`, 'lte', 0, true, 'OPR-008'],
  [`${META}.zero`, 'gte', 0, true, 'OPR-006'],
  [`${META}.zero`, 'gt', -1, true, 'OPR-005'],
  [`${META}.floor`, 'gt', 0, true, 'OPR-005'],
  [`${META}.below`, 'lte', 0, true, 'OPR-008'],
  [`${META}.shut`, 'neq', false, false, 'OPR-004'],
  [`${META}.floor`, 'in', [3], true, 'OPR-009'],
  [`${META}.floor`, 'not_in', [3], false, 'OPR-013'],
  [`${META}.floor`, 'not_in', [1, 2], true, 'OPR-012'],
  [`${META}.network`, 'in', [1, 4_200_000_000], true, 'OPR-009'],
  [`${META}.network`, 'not_in', [1, 4_200_000_000], false, 'OPR-013'],
])

/** Texts and lists of texts: nothing is folded, trimmed or cut. */
export const TEXT_CASES = cases([
  [`${META}.desk`, 'contains', 'retail', true, 'OPR-015'],
  [`${META}.desk`, 'neq', ' retail ', true, 'OPR-003'],
  // Some databases ignore blanks at the end of texts.
  [`${META}.desk`, 'eq', 'retail ', false, 'OPR-002'],
  [`${META}.desk`, 'eq', ' retail', false, 'OPR-002'],
  [`${META}.desk`, 'in', ['retail '], false, 'OPR-010'],
  [`${META}.padded`, 'eq', ' shop', false, 'OPR-002'],
  [`${META}.firm`, 'eq', "O'Neil & Co.", true, 'OPR-001'],
  [`${META}.firm`, 'contains', "O'Neil &", true, 'OPR-015'],
  [`${META}.desk`, 'in', [' retail '], false, 'OPR-010'],
  [`${META}.desk`, 'not_in', [' retail '], true, 'OPR-012'],
  [`${META}.desk`, 'in', ['retail'], true, 'OPR-009'],
  [`${META}.desk`, 'not_in', ['retail'], false, 'OPR-013'],
  [`${META}.desk`, 'in', ['ret', 'retail store'], false, 'OPR-010'],
  [`${META}.desk`, 'not_in', ['ret', 'retail store'], true, 'OPR-012'],
  [`${META}.desk`, 'in', TEXTS, true, 'OPR-009'],
  [`${META}.desk`, 'not_in', TEXTS, false, 'OPR-013'],
  [`${META}.place`, 'neq', 'cafe noir', true, 'RSV-015'],
  [`${META}.place`, 'in', ['cafe noir'], false, 'RSV-016'],
  [`${META}.padded`, 'eq', ' shop ', true, 'PAT-013', 'PAT-016'],
  [`${META}.word`, 'eq', 'true', true, 'PAT-016'],
  // Some languages compare texts of digits as numbers.
  [`${META}.branch`, 'eq', '7', false, 'OPR-002'],
  [`${META}.branch`, 'neq', '7.0', true, 'OPR-003'],
  [`${META}.branch`, 'in', ['7', '7e0'], false, 'OPR-010'],
  // Some languages take this text for nothing.
  [`${META}.fee`, 'eq', '0', true, 'PAT-016'],
  [`${META}.note`, 'eq', EXACT_METADATA.note, true, 'PAT-013', 'PAT-016'],
  [`${META}.codes`, 'contains', 'c12', true, 'RSV-012', 'PAT-019'],
  [`${META}.codes`, 'contains', 'c', false, 'RSV-007', 'RSV-012', 'PAT-019'],
  [`${META}.codes`, 'contains', 'C1', false, 'RSV-012', 'RSV-014', 'PAT-019'],
])

/** Case and accents of names and of the country, which programs fold most often. */
export const NAME_CASES = cases([
  ['applicant.familyName', 'eq', 'okafor lindqvist', false, 'RSV-014'],
  ['applicant.familyName', 'eq', 'Ökafor Lindqvist', false, 'RSV-015'],
  ['applicant.familyName', 'neq', 'OKAFOR LINDQVIST', true, 'RSV-014'],
  ['applicant.familyName', 'contains', 'okafor', false, 'RSV-016'],
  ['applicant.name', 'contains', 'okafor', false, 'RSV-016'],
  ['applicant.name', 'contains', 'Maria', false, 'RSV-016'],
  ['applicant.givenNames', 'contains', 'ana', false, 'RSV-014'],
  ['applicant.givenNames', 'contains', 'Ana ', false, 'RSV-006'],
  ['applicant.address.country', 'eq', 'gb', false, 'RSV-014'],
  ['applicant.address.country', 'in', ['gb'], false, 'RSV-016'],
])

/** The second of two checks. */
export const TWO_CHECKS_CASES = cases([
  ['applicant.familyName', 'exists', 'x', true, 'SCR-002'],
  ['check.id_verification.outcome', 'eq', 'pass', true, 'PAT-001', 'PAT-003'],
  ['check.credit_history.outcome', 'eq', 'pass', true, 'PAT-001', 'PAT-003'],
  ['check.credit_history.outcome', 'in', ['fail', 'review', 'error'], false, 'PAT-002'],
])
