import { cases } from './screening-cases.ts'

export const FINDINGS = [
  {
    subject_type: 'document',
    severity: 'high',
    source_authority: 'vskit',
    finding_type: 'first',
    evidence: { page: 7, archived: false, note: '', lineCount: 2, page_size: 5 },
  },
  {
    subject_type: 'document',
    severity: 'low',
    source_authority: 'vskit',
    finding_type: 'second',
    evidence: { code: 'c1', confirmed: true },
  },
  {
    subject_type: 'document',
    severity: 'high',
    source_authority: 'vskit',
    finding_type: 'third',
    evidence: { code: 'c2', confirmed: false, listed: false, note: 'no' },
  },
  {
    subject_type: 'watchlist',
    severity: 'medium',
    source_authority: 'registry',
    finding_type: 'fourth',
    evidence: { code: 'c3', confirmed: 1 },
  },
  {
    subject_type: 'document',
    severity: 'high',
    source_authority: 'vskit',
    finding_type: 'fifth',
    evidence: { confirmed: 0, listed: true },
  },
]

export const NO_FINDING_CASES = cases([
  ['finding.count', 'eq', 0, true, 'FLD-016'],
  ['finding.severity.high.count', 'eq', 0, true, 'FLD-017'],
  ['finding.severity.medium.count', 'eq', 0, true, 'FLD-018'],
  ['finding.severity.low.count', 'eq', 0, true, 'FLD-019'],
  ['count_where.finding.document.confirmed', 'eq', 0, true, 'PAT-008'],
  ['any.finding.document.severity', 'exists', 'x', false, 'PAT-006'],
  ['any.finding.document.severity', 'neq', 'low', false, 'PAT-006', 'RSV-003'],
  ['any.finding.document.severity', 'not_in', ['low'], false, 'PAT-006', 'RSV-003'],
])

export const FINDING_CASES = cases([
  ['finding.count', 'eq', 5, true, 'FLD-016'],
  ['finding.severity.high.count', 'eq', 3, true, 'FLD-017'],
  ['finding.severity.medium.count', 'eq', 1, true, 'FLD-018'],
  ['finding.severity.low.count', 'eq', 1, true, 'FLD-019'],
  ['any.finding.document.findingType', 'eq', 'first', true, 'PAT-005', 'PAT-011'],
  ['any.finding.document.code', 'eq', 'c1', true, 'PAT-005', 'PAT-006', 'PAT-012'],
  ['any.finding.document.code', 'eq', 'c3', false, 'PAT-010'],
  ['any.finding.watchlist.code', 'eq', 'c3', true, 'PAT-010', 'PAT-012'],
  ['any.finding.document.lineCount', 'eq', 2, true, 'PAT-012'],
  ['any.finding.document.page_size', 'eq', 5, true, 'PAT-012'],
  ['any.finding.document.listed', 'eq', false, true, 'PAT-005', 'PAT-006'],
  ['all.finding.document.code', 'contains', 'c1', true, 'PAT-007'],
  ['all.finding.document.code', 'contains', 'c2', true, 'PAT-007'],
  ['all.finding.document.code', 'contains', 'c3', false, 'PAT-007', 'PAT-010'],
  ['all.finding.document.code', 'contains', 'c', false, 'PAT-007', 'RSV-007', 'RSV-012'],
  ['all.finding.document.confirmed', 'contains', 0, true, 'PAT-007'],
  ['count_where.finding.document.confirmed', 'eq', 1, true, 'PAT-008', 'PAT-009'],
  ['count_where.finding.watchlist.confirmed', 'eq', 1, true, 'PAT-008', 'PAT-010'],
  ['count_where.finding.document.archived', 'eq', 0, true, 'PAT-008', 'PAT-009'],
  ['count_where.finding.document.note', 'eq', 1, true, 'PAT-008', 'PAT-009'],
  ['all.finding.document.code', 'neq', 'c1', true, 'PAT-007', 'RSV-012'],
  ['all.finding.document.code', 'in', ['c1', 'c2'], false, 'PAT-007', 'RSV-012'],
  ['count_where.finding.document.severity', 'eq', 4, true, 'PAT-008', 'PAT-011'],
  // An array of one entry is an array.
  ['all.finding.watchlist.code', 'eq', 'c3', false, 'PAT-007', 'RSV-012'],
  ['all.finding.watchlist.code', 'contains', 'c3', true, 'PAT-007', 'RSV-012'],
  ['any.finding.watchlist.severity', 'eq', 'medium', true, 'PAT-011'],
  ['any.finding.watchlist.sourceAuthority', 'eq', 'registry', true, 'PAT-011'],
  ['any.finding.watchlist.subjectType', 'eq', 'watchlist', true, 'PAT-011'],
  ['any.finding.watchlist.id', 'exists', 'x', true, 'PAT-011'],
])
