import type { Case } from '../../check/cases.ts'
import { comparing, group } from '../../check/resources/templates.ts'
import type { JsonObject } from '../../http/json.ts'
import { type ConditionCase, META, refusable } from './screening-cases.ts'

// No group has equal children, because a service may refuse them (GAP-DUPLICATES).
const [TRUE, ALSO_TRUE, THIRD_TRUE, FALSE, ALSO_FALSE] = [
  comparing({ field: `${META}.floor`, value: 3 }),
  comparing({ field: `${META}.desk`, value: 'retail' }),
  comparing({ field: `${META}.open`, value: true }),
  comparing({ field: `${META}.floor`, value: 4 }),
  comparing({ field: `${META}.desk`, value: 'wholesale' }),
]

/** Conditions on a field that resolves to nothing: only `exists` is then false, others are not evaluated. */
const [UNKNOWN, NOT_THERE] = [
  comparing({ field: `${META}.missing`, operator: 'neq', value: 'x' }),
  comparing({ field: `${META}.missing`, operator: 'exists' }),
]

const NINETEEN = Array.from({ length: 19 }, (_, i) => i + 100)
const TRUES = NINETEEN.map((value) => comparing({ field: `${META}.floor`, operator: 'lt', value }))
const FALSES = NINETEEN.map((value) => comparing({ field: `${META}.floor`, value }))

const grouped = (
  label: string,
  condition: JsonObject,
  holds: boolean,
  ...requirements: string[]
): Case<ConditionCase> => ({ label, send: { condition, holds }, requirements })

export const GROUP_CASES: readonly Case<ConditionCase>[] = [
  grouped('AND of two that hold', group('AND', TRUE, ALSO_TRUE), true, 'CND-027'),
  grouped(
    'AND of one that holds and one that does not',
    group('AND', TRUE, FALSE),
    false,
    'CND-027',
  ),
  grouped('OR of two that do not hold', group('OR', FALSE, ALSO_FALSE), false, 'CND-028'),
  grouped(
    'OR of one that does not hold and one that does',
    group('OR', FALSE, TRUE),
    true,
    'CND-028',
  ),
  grouped('OR of two that hold', group('OR', TRUE, ALSO_TRUE), true, 'CND-028'),
  grouped('OR of three that hold', group('OR', TRUE, ALSO_TRUE, THIRD_TRUE), true, 'CND-028'),
  grouped('AND of two that do not hold', group('AND', FALSE, ALSO_FALSE), false, 'CND-027'),
  grouped('AND of one', group('AND', FALSE), false, 'CND-027'),
  grouped('OR of one', group('OR', TRUE), true, 'CND-028'),
  grouped(
    'OR of twenty, of which the last holds',
    group('OR', ...FALSES, TRUE),
    true,
    'CND-028',
    'CND-023',
  ),
  grouped(
    'AND of twenty, of which the last does not hold',
    group('AND', ...TRUES, FALSE),
    false,
    'CND-027',
    'CND-023',
  ),
  // Groups often bound one field on both sides, or list values of it.
  grouped(
    'AND of two on one field, of which the first does not hold',
    group('AND', FALSE, comparing({ field: `${META}.floor`, operator: 'lt', value: 9 })),
    false,
    'CND-027',
  ),
  grouped(
    'OR of two on one field, of which the first holds',
    group('OR', TRUE, FALSE),
    true,
    'CND-028',
  ),
  grouped('AND with an absent field', group('AND', TRUE, UNKNOWN), false, 'RSV-003', 'CND-027'),
  grouped('AND that begins with an absent field', group('AND', UNKNOWN, TRUE), false, 'RSV-003'),
  grouped('OR of an absent field', group('OR', FALSE, UNKNOWN), false, 'RSV-003'),
  grouped('OR with exists of an absent field', group('OR', NOT_THERE, TRUE), true, 'OPR-018'),
  grouped('AND with exists of an absent field', group('AND', TRUE, NOT_THERE), false, 'OPR-018'),
  grouped(
    'an AND in an OR',
    group('OR', group('AND', TRUE, FALSE), group('AND', TRUE, ALSO_TRUE)),
    true,
    'CND-027',
    'CND-028',
    'CND-025',
  ),
  // The contract states no limit of the nesting, and some service's may be three.
  refusable(
    'GAP-RULE-BOUNDS',
    grouped(
      'groups four deep that hold',
      group('OR', FALSE, group('AND', TRUE, group('OR', ALSO_FALSE, group('AND', THIRD_TRUE)))),
      true,
      'CND-027',
      'CND-025',
    ),
  ),
  // Each level decides once: a level that is skipped counts as true or as false.
  grouped(
    'groups three deep of which the third does not hold',
    group('AND', TRUE, group('AND', ALSO_TRUE, group('AND', FALSE))),
    false,
    'CND-027',
    'CND-025',
  ),
  grouped(
    'groups three deep of which only the third holds',
    group('OR', FALSE, group('OR', ALSO_FALSE, group('OR', TRUE))),
    true,
    'CND-028',
    'CND-025',
  ),
  refusable(
    'GAP-RULE-BOUNDS',
    grouped(
      'groups four deep of which the fourth does not hold',
      group('AND', TRUE, group('AND', ALSO_TRUE, group('AND', THIRD_TRUE, group('OR', FALSE)))),
      false,
      'CND-027',
      'CND-025',
    ),
  ),
  grouped(
    'an OR in an AND',
    group('AND', group('OR', TRUE, FALSE), group('OR', FALSE, ALSO_FALSE)),
    false,
    'CND-027',
    'CND-028',
    'CND-025',
  ),
]
