import { type Case, requirementsOf } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { issuesOf, paramsOf, statusAndCode } from '../../check/idioms.ts'
import {
  comparing,
  createTemplate,
  expectRulesRefused,
  expectRulesAccepted,
  newTemplate,
  rule,
} from '../../check/resources/templates.ts'

const ruleWith = (
  label: string,
  change: Parameters<typeof rule>[0],
  ...requirements: string[]
): Case => ({ label, send: rule(change), requirements })

/** Rules with one member that is missing, of a wrong type or out of bounds. */
export const REFUSED_RULES: readonly Case[] = [
  ruleWith('no name', { name: undefined }, 'SCR-006', 'RFS-001', 'RFS-002'),
  ruleWith('a name that is not a string', { name: 5 }, 'SCR-005'),
  ruleWith('a name that is null', { name: null }, 'SCR-005'),
  ruleWith('no ruleType', { ruleType: undefined }, 'SCR-008'),
  ruleWith('an unknown ruleType', { ruleType: 'zebra_spotted' }, 'SCR-009'),
  ruleWith('a ruleType in capitals', { ruleType: 'CUSTOM' }, 'SCR-009'),
  ruleWith('an action in capitals', { action: 'TAG' }, 'SCR-014'),
  ruleWith('rule_type, in snake case', { ruleType: undefined, rule_type: 'custom' }, 'SCR-029'),
  ruleWith('no condition', { condition: undefined }, 'SCR-010'),
  ruleWith('no action', { action: undefined }, 'SCR-013'),
  ruleWith('an unknown action', { action: 'escalate' }, 'SCR-014'),
  ruleWith('the action flag_for_review, of forms', { action: 'flag_for_review' }, 'SCR-014'),
  ruleWith('no action, switched off', { action: undefined, isActive: false }, 'SCR-013'),
  ruleWith('no ruleType, switched off', { ruleType: undefined, isActive: false }, 'SCR-008'),
  ruleWith('priority -1, switched off', { priority: -1, isActive: false }, 'SCR-018'),
  ruleWith('priority -1', { priority: -1 }, 'SCR-018', 'LMT-005'),
  ruleWith('priority 10001', { priority: 10_001 }, 'SCR-018', 'LMT-005'),
  ruleWith('priority 1.5', { priority: 1.5 }, 'SCR-019', 'LMT-005'),
  ruleWith('a priority that is a string', { priority: '100' }, 'SCR-019'),
  ruleWith('a priority that is a boolean', { priority: true }, 'SCR-019'),
  ruleWith('an isActive that is 0', { isActive: 0 }, 'SCR-023'),
  ruleWith('an isActive that is a string', { isActive: 'true' }, 'SCR-023'),
  ruleWith('an isActive that is a number', { isActive: 1 }, 'SCR-023'),
  ruleWith(
    'scoreAdjustment -1.01',
    { action: 'adjust_score', scoreAdjustment: -1.01 },
    'SCR-026',
    'LMT-006',
  ),
  ruleWith(
    'scoreAdjustment 1.01',
    { action: 'adjust_score', scoreAdjustment: 1.01 },
    'SCR-026',
    'LMT-006',
  ),
  // A rule may be changed to adjust_score later, so the limits hold for each action.
  ruleWith('a tag with scoreAdjustment 1.01', { scoreAdjustment: 1.01 }, 'SCR-026', 'LMT-006'),
  ruleWith('a tag with scoreAdjustment -1.01', { scoreAdjustment: -1.01 }, 'SCR-026', 'LMT-006'),
  ruleWith('a tag with a scoreAdjustment that is a string', { scoreAdjustment: '1' }, 'SCR-027'),
  ruleWith(
    'a scoreAdjustment that is a string',
    { action: 'adjust_score', scoreAdjustment: '0.5' },
    'SCR-027',
  ),
  ruleWith(
    'a scoreAdjustment that is a boolean',
    { action: 'adjust_score', scoreAdjustment: true },
    'SCR-027',
  ),
]

export const ACCEPTED_RULES: readonly Case[] = [
  ruleWith(
    'only the required members',
    {},
    'SCR-001',
    'SCR-005',
    'SCR-011',
    'SCR-015',
    'SCR-020',
    'SCR-024',
    'SCR-029',
  ),
  ruleWith(
    'a group as condition',
    { condition: { kind: 'group', op: 'AND', children: [comparing({})] } },
    'SCR-012',
  ),
  ruleWith('isActive true', { isActive: true }, 'SCR-029'),
  ruleWith('isActive false', { isActive: false }, 'SCR-029'),
  ruleWith('priority 0', { priority: 0 }, 'SCR-017', 'LMT-005'),
  ruleWith('priority 10000', { priority: 10_000 }, 'SCR-017', 'LMT-005'),
  ruleWith(
    'scoreAdjustment -1',
    { action: 'adjust_score', scoreAdjustment: -1 },
    'SCR-025',
    'LMT-006',
  ),
  ruleWith(
    'scoreAdjustment 1',
    { action: 'adjust_score', scoreAdjustment: 1 },
    'SCR-025',
    'LMT-006',
  ),
  ruleWith('scoreAdjustment 0.35', { action: 'adjust_score', scoreAdjustment: 0.35 }, 'SCR-025'),
]

export const templateRuleChecks: readonly Check[] = [
  {
    id: 'templates.rules-taken',
    area: 'templates',
    requirements: requirementsOf(ACCEPTED_RULES),
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'The service must accept every rule that the contract allows.',
    async run(ctx) {
      await expectRulesAccepted(ctx, await newTemplate(ctx), ACCEPTED_RULES)
      const twice = await createTemplate(ctx, 'create a template with two rules of one name', [
        rule({ name: 'The same' }),
        rule({ name: 'The same', priority: 1 }),
      ])
      ctx.observe('GAP-RULE-NAMES', `two rules of one name: ${statusAndCode(twice)}`)
    },
  },
  {
    id: 'templates.rules-refused',
    area: 'templates',
    requirements: [...requirementsOf(REFUSED_RULES), 'VAL-006'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'An accepted rule with a typing error has no effect, and nobody notices.',
    async run(ctx) {
      // Shows that each refusal below has one cause.
      await newTemplate(ctx, [rule()])
      await expectRulesRefused(ctx, REFUSED_RULES)
      const alone = await createTemplate(ctx, 'create a template with one wrong priority', [
        rule({ priority: -1 }),
      ])
      ctx.expect(
        'VAL-006',
        'param with priority, the one value that is wrong',
        paramsOf(alone).some((param) => /(^|[./])priority$/.test(String(param))),
        issuesOf(alone),
      )
    },
  },
]
