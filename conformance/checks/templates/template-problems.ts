import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { expectRefusal, isMissing, issuesOf, statusAndCode, stepsOf } from '../../check/idioms.ts'
import {
  changeTemplate,
  comparing,
  createTemplate,
  group,
  newTemplate,
  rule,
} from '../../check/resources/templates.ts'
import { containsJson } from '../../http/json.ts'
import { fieldsWithoutRules, readRules } from './template-names.ts'

const AGE = comparing({ field: 'applicant.age', operator: 'lt', value: 21 })
const HUMAN = comparing({ field: 'fraud.botScore', operator: 'lt', value: 21 })

/**
 * Two rules that must not decline, for different causes, among valid ones. Neither their priorities nor the rules that
 * are switched off change their indexes.
 */
const DECLINING = [
  rule({ name: 'Switched off', isActive: false }),
  rule({ name: 'Bots', ruleType: 'bot_signal', action: 'decline', priority: 9000 }),
  rule({ name: 'In between', priority: 50 }),
  rule({
    name: 'Minors',
    ruleType: 'age_restriction',
    condition: AGE,
    action: 'decline',
    priority: 1,
  }),
]

/** Two rules of wrong shape, for different causes, around one that is valid. */
const MISSHAPEN = [
  rule({ name: 'No action', action: undefined }),
  rule({ name: 'In between' }),
  rule({ name: 'A text as priority', priority: 'high' }),
]

const NO_ACTION = ['screening_rules', '0', 'action']
const TEXT_AS_PRIORITY = ['screening_rules', '2', 'priority']

/** Rules in which every member has another value than a rule without it: a read may leave out defaults. */
const WHOLE = [
  rule({ name: 'Switched off', priority: 7, isActive: false }),
  rule({
    name: 'Either of two',
    ruleType: 'score_threshold',
    condition: group('OR', comparing({}), group('AND', comparing({ value: 'ü@b.example' }), HUMAN)),
    action: 'adjust_score',
    priority: 9999,
    scoreAdjustment: -0.5,
  }),
  rule({
    name: 'Lists',
    condition: comparing({ field: 'fraud.asn', operator: 'not_in', value: [64_500, 64_501] }),
    action: 'review',
    priority: 10_000,
  }),
  // Zero is a priority and an adjustment, though many languages take it for a missing one.
  rule({ name: 'First', priority: 0 }),
  // Comparison is exact, so blanks and capitals belong to the value.
  rule({ name: 'As typed', condition: comparing({ value: ' Ü@B.Example ' }) }),
  rule({ name: 'No weight', action: 'adjust_score', scoreAdjustment: 0 }),
  // A 32-bit float has no 0.35.
  rule({ name: 'Größe über 5 ✓', action: 'adjust_score', scoreAdjustment: 0.35 }),
]

export const templateProblemChecks: readonly Check[] = [
  {
    id: 'templates.every-refused-action-at-once',
    area: 'templates',
    requirements: ['VAL-001', 'RFS-010', 'RFS-011'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'A response with one error at a time causes repeated submissions.',
    async run(ctx) {
      const id = await newTemplate(ctx, [rule()])
      for (const answer of [
        await createTemplate(ctx, 'create a template with two refused actions', DECLINING),
        await changeTemplate(ctx, 'give a template two refused actions', id, {
          screening_rules: DECLINING,
        }),
      ]) {
        const refused = expectRefusal(ctx, answer, {
          status: 422,
          code: 'validation_error',
          requirements: ['VAL-001'],
        })
        if (!refused) continue
        const paths = issuesOf(answer).map(({ path }) => JSON.stringify(path))
        for (const index of [1, 3]) {
          const path = JSON.stringify(['screening_rules', index, 'action'])
          for (const requirement of ['VAL-001', 'RFS-010', 'RFS-011'])
            ctx.expect(requirement, `an issue with the path ${path}`, paths.includes(path), paths)
        }
      }
      const misshapen = await createTemplate(
        ctx,
        'create a template with two rules of wrong shape',
        MISSHAPEN,
      )
      const issues = issuesOf(misshapen)
      const paths = issues.map(({ path }) => JSON.stringify(stepsOf(path)))
      for (const [steps, isFound] of [
        [NO_ACTION, issues.some((issue) => isMissing(issue, NO_ACTION))],
        [TEXT_AS_PRIORITY, paths.includes(JSON.stringify(TEXT_AS_PRIORITY))],
      ] as const)
        ctx.expect('VAL-001', `an issue about ${steps.join('.')}`, isFound, issues)
    },
  },
  {
    id: 'templates.rules-kept',
    area: 'templates',
    requirements: ['SCR-001', 'TPL-009', 'TPL-010'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'A lost or changed member changes the meaning of a rule without notice.',
    async run(ctx) {
      const id = await newTemplate(ctx, [rule()])
      for (const [how, answer] of [
        ['creation', await createTemplate(ctx, 'create a template with complete rules', WHOLE)],
        [
          'change',
          await changeTemplate(ctx, 'change a template to complete rules', id, {
            screening_rules: WHOLE,
          }),
        ],
      ] as const) {
        const taken = isAccepted(answer)
        ctx.expect('SCR-001', `2xx for valid rules in a ${how}`, taken, statusAndCode(answer))
        if (!taken) continue
        const kept = await readRules(ctx, answer)
        for (const sent of WHOLE) {
          const found = kept.find((one) => one['name'] === sent['name'])
          for (const requirement of ['SCR-001', 'TPL-009']) {
            ctx.expect(
              requirement,
              `the rule "${String(sent['name'])}" as written by a ${how}`,
              containsJson(found, sent),
              found ?? 'no such rule',
            )
          }
        }
      }
      const untouched = await changeTemplate(
        ctx,
        'send a change without rules',
        id,
        fieldsWithoutRules(ctx),
      )
      // The names of the other fields are left open (GAP-TEMPLATE-WRITE), so a service may refuse the change.
      if (!isAccepted(untouched)) return
      const left = await readRules(ctx, untouched)
      for (const sent of WHOLE) {
        const found = left.find((one) => one['name'] === sent['name'])
        ctx.expect(
          'TPL-010',
          `the rule "${String(sent['name'])}" as before a change without rules`,
          containsJson(found, sent),
          found ?? 'no such rule',
        )
      }
    },
  },
]
