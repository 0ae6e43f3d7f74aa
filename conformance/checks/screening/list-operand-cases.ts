import { META, refusableCases } from './screening-cases.ts'

/** Operators on lists, with a value that is no array. */
export const LIST_OPERAND_CASES = refusableCases('GAP-SCREENING-VALUE', [
  [`${META}.desk`, 'in', 'retail, wholesale', false, 'OPR-011'],
  [`${META}.desk`, 'not_in', 'retail, wholesale', false, 'OPR-014'],
  // The value itself in place of a list of it, and another one.
  [`${META}.desk`, 'in', 'retail', false, 'OPR-011'],
  [`${META}.desk`, 'not_in', 'wholesale', false, 'OPR-014'],
  [`${META}.floor`, 'in', 3, false, 'OPR-011'],
])
