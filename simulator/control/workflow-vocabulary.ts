import { checkTypes, document } from '../../spec/contract.ts'
import {
  declineRefusals,
  screeningFields,
  screeningPatterns,
  screeningRuleTypes,
} from '../../spec/generated/screening.ts'
import { OFFERED } from '../features/forms/rules/form-rules.ts'
import { json } from '../call/answer.ts'
import type { Handler } from '../call/call.ts'

/** The vocabulary of workflow templates for editors: the same lists validate a template. */
export function workflowVocabularyHandlers(): Record<string, Handler> {
  const { schemas } = document.components
  const data = {
    check_types: checkTypes,
    question_types: Object.entries(OFFERED).map(([type, operators]) => ({ type, operators })),
    screening: {
      fields: screeningFields
        .filter(({ resolvable }) => resolvable)
        .map(({ path, type, sensitive, needs_device_intelligence, meaning }) => ({
          path,
          type,
          sensitive,
          needs_device_intelligence,
          meaning,
        })),
      patterns: screeningPatterns.map(({ shape, type, meaning }) => ({ shape, type, meaning })),
      operators: schemas.ScreeningOperator.enum,
      actions: schemas.ScreeningAction.enum,
      rule_types: Object.values(screeningRuleTypes).map((entry) => ({
        name: entry.name,
        decline_refusal: 'refusal' in entry ? declineRefusals[entry.refusal].message : null,
      })),
      sensitive_decline_refusal: declineRefusals.sensitive_attribute.message,
    },
    document_classes: schemas.EsignDocumentClass.enum,
  }
  return { getWorkflowVocabulary: { run: () => json(200, { data }) } }
}
