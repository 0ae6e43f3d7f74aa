import { words } from '../shared/format.js'

/** Returns the reasons for the manual review, those of checks first. @param {any} session */
export function reviewReasons({ steps, forms, screening }) {
  const reasons = [
    ...steps
      .filter(({ outcome }) => outcome && outcome !== 'pass')
      .map(({ type, outcome, result }) => {
        const findings = (result?.findings ?? []).map(({ findingType }) => words(findingType))
        return `${words(type)}: ${outcome}${findings.length > 0 ? ` (${findings.join(', ')})` : ''}`
      }),
    ...forms
      .filter(({ flagged }) => flagged)
      .map(({ step_id, triggers, trigger_note }) =>
        [
          `Form ${step_id} is flagged`,
          trigger_note ?? triggers.map(({ label }) => label).join('; '),
        ]
          .filter(Boolean)
          .join(': '),
      ),
    ...(screening?.fired ?? [])
      .filter(({ action }) => action !== 'tag' && action !== 'approve')
      .map(({ name, action }) => `Screening rule “${name}” (${words(action)})`),
  ]
  return reasons.length > 0 ? reasons : ['No reason was recorded.']
}
