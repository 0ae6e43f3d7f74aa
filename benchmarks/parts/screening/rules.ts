/** Size of a rule set in its three dimensions. */
export interface Size {
  rules: number
  /** Depth of nested groups. */
  depth: number
  /** Entries of the array of each rule. */
  entries: number
}

/** Input of the rules: a verification whose phone number is the last entry of every array. */
export const SCREENED = {
  applicant: { family_name: 'Okafor', given_names: ['Ana'], phone: '+14155550132' },
  steps: [],
  metadata: {},
  deviceIntelligence: false,
  now: Date.UTC(2026, 10, 21),
}

/**
 * Returns worst-case rules: every group has a condition that holds beside the next group, and the
 * innermost searches an array whose last entry matches. At the limits they fill the largest allowed
 * template.
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
