/** How large a set of rules is, in the three ways in which it can be. */
export interface Size {
  rules: number
  /** Groups within groups. */
  depth: number
  /** Entries of the array that a value is looked for in, one a rule. */
  entries: number
}

/** What rules are evaluated against: a verification with a phone number that is last in every array, and in no other place. */
export const SCREENED = {
  applicant: { family_name: 'Okafor', given_names: ['Ana'], phone: '+14155550132' },
  steps: [],
  metadata: {},
  deviceIntelligence: false,
  now: Date.UTC(2026, 10, 21),
}

/**
 * Rules of which each has to look at everything that it has: every group has a condition that holds beside the next group,
 * and the innermost an array in which what is looked for comes last. At the limits they fill the largest template that can
 * be written by half.
 */
export function rulesOf({ rules, depth, entries }: Size): object[] {
  return Array.from({ length: rules }, (_, i) => ({
    name: `rule ${i}`,
    ruleType: 'custom',
    action: 'tag',
    condition: nested(depth, entries),
  }))
}

function nested(depth: number, entries: number): object {
  const field = { kind: 'field', field: 'applicant.phone' }
  const value = [
    ...Array.from({ length: entries - 1 }, (_, i) => `+1415${5_000_000 + i}`),
    SCREENED.applicant.phone,
  ]
  if (depth === 0) return { ...field, operator: 'in', value }
  const children = [{ ...field, operator: 'contains', value: '0132' }, nested(depth - 1, entries)]
  return { kind: 'group', op: 'AND', children }
}
