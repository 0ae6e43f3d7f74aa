import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { expectRefusal, idIn, resourceIn, statusAndCode } from '../../check/idioms.ts'
import { blockIfAssumed } from '../../check/advice.ts'
import {
  changeTemplate,
  comparing,
  createTemplate,
  newTemplate,
  rule,
} from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'
import { at, containsJson, type JsonObject } from '../../http/json.ts'
import { RULE_TYPES } from './rule-actions.ts'
import { templateListChecks } from './template-list.ts'
import {
  named,
  fieldsWithoutRules,
  expectNames,
  expectNoOldRules,
  readRules,
} from './template-names.ts'

const hundred = (more = 0) =>
  Array.from({ length: 100 + more }, (_, i) => rule({ name: `Rule ${i}` }))

const withSomeInactive = (one: JsonObject, i: number) => ({ ...one, isActive: i % 2 === 0 })

export const templateChecks: readonly Check[] = [
  ...templateListChecks,
  {
    id: 'templates.create',
    area: 'templates',
    requirements: [
      'TPL-001',
      'TPL-002',
      'SCR-001',
      'SCR-004',
      'SCR-016',
      'SCR-021',
      'SCR-029',
      'LMT-005',
    ],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Rules must be readable exactly as written, for audits.',
    async run(ctx) {
      const plain = await createTemplate(
        ctx,
        'create a template without screening rules',
        undefined,
      )
      blockIfAssumed(ctx, 'template_fields', 'create a template', plain)
      ctx.expect('TPL-002', '2xx', isAccepted(plain), statusAndCode(plain))
      const sent = rule({ ruleType: 'email_risk', action: 'adjust_score', scoreAdjustment: 0.25 })
      const answer = await createTemplate(ctx, 'create a template with a rule', [sent])
      const id = idIn(answer)
      ctx.expect(
        'TPL-001',
        '2xx, and a template with an id',
        isAccepted(answer) && id !== undefined,
        id ?? statusAndCode(answer),
      )
      for (const requirement of ['SCR-001', 'SCR-004']) {
        ctx.expect(requirement, 'a rule is accepted', isAccepted(answer), statusAndCode(answer))
      }
      const [kept] = await readRules(ctx, answer)
      // A service may show more members, in another order (GAP-TEMPLATE-WRITE).
      ctx.expect('SCR-001', 'the rule as written', containsJson(kept, sent), kept)
      ctx.expect(
        'SCR-029',
        'ruleType and scoreAdjustment, in camelCase',
        at(kept, 'ruleType') === 'email_risk' && at(kept, 'scoreAdjustment') === 0.25,
        kept,
      )
      // The contract does not say whether a read shows defaults.
      for (const requirement of ['SCR-016', 'LMT-005']) {
        ctx.expect(
          requirement,
          'priority 100, if the response has it',
          [undefined, 100].includes(at(kept, 'priority') as number),
          at(kept, 'priority'),
        )
      }
      ctx.expect(
        'SCR-021',
        'isActive true, if the response has it',
        [undefined, true].includes(at(kept, 'isActive') as boolean),
        at(kept, 'isActive'),
      )
      await expectDefaults(ctx)
    },
  },
  {
    id: 'templates.rules-replaced',
    area: 'templates',
    requirements: ['TPL-006', 'TPL-007', 'TPL-009', 'TPL-010', 'TPL-011'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Rules must be replaced exactly; a remaining or lost one decides without notice.',
    async run(ctx) {
      const another = await newTemplate(ctx, named('of another'))
      const id = await newTemplate(ctx, named('first', 'second'))
      const write = async (label: string, json: object, requirement: string): Promise<Answer> => {
        const answer = await changeTemplate(ctx, label, id, { ...json })
        ctx.expect(requirement, '2xx', isAccepted(answer), statusAndCode(answer))
        return answer
      }
      const replaced = await write(
        'send two rules, one of them new',
        { screening_rules: [...named('second'), rule({ name: 'third', isActive: false })] },
        'TPL-006',
      )
      ctx.expect(
        'TPL-006',
        'the template, with its id',
        idIn(replaced) === id,
        resourceIn(replaced)?.['id'],
      )
      await expectNames(ctx, 'TPL-009', replaced, ['second', 'third'])
      await expectNoOldRules(ctx, replaced, id)
      await expectNames(
        ctx,
        'TPL-010',
        await write('change something else', fieldsWithoutRules(ctx), 'TPL-007'),
        ['second', 'third'],
      )
      // The contract leaves open whether a change may name these fields (GAP-TEMPLATE-WRITE).
      for (const [field, value] of Object.entries(ctx.open.templateFields)) {
        if (field === 'screening_rules' || field in fieldsWithoutRules(ctx)) continue
        const answer = await changeTemplate(ctx, `change only ${field}`, id, { [field]: value })
        if (isAccepted(answer)) await expectNames(ctx, 'TPL-010', answer, ['second', 'third'])
      }
      await expectNames(
        ctx,
        'TPL-009',
        await changeTemplate(
          ctx,
          'change something else of another template',
          another,
          fieldsWithoutRules(ctx),
        ),
        ['of another'],
      )
      await expectNames(
        ctx,
        'TPL-011',
        await write('send an empty list', { screening_rules: [] }, 'TPL-011'),
        [],
      )
    },
  },
  {
    id: 'templates.hundred-rules',
    area: 'templates',
    requirements: ['TPL-003', 'TPL-004', 'TPL-005', 'TPL-008', 'LMT-001'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Clients need an exact limit of rules, and an immediate refusal above it.',
    async run(ctx) {
      const id = await newTemplate(ctx)
      const full = await createTemplate(ctx, 'create a template with 100 rules', hundred())
      for (const requirement of ['TPL-004', 'LMT-001']) {
        ctx.expect(requirement, '100 rules are taken: 2xx', isAccepted(full), statusAndCode(full))
      }
      const over = await createTemplate(ctx, 'create a template with 101 rules', hundred(1))
      expectRefusal(ctx, over, {
        status: 422,
        code: 'validation_error',
        requirements: ['TPL-005', 'LMT-001'],
      })
      for (const [label, rules] of [
        ['an object', {}],
        ['a text', 'none'],
        ['a rule', rule()],
        ['a list with null', [null]],
      ] as const) {
        const answer = await createTemplate(
          ctx,
          `create a template whose screening_rules are ${label}`,
          rules,
        )
        expectRefusal(ctx, answer, {
          status: 422,
          code: 'validation_error',
          requirements: ['TPL-003'],
        })
      }
      const again = await changeTemplate(ctx, 'write 100 rules to a template', id, {
        screening_rules: hundred(),
      })
      ctx.expect('TPL-008', '100 rules are taken: 2xx', isAccepted(again), statusAndCode(again))
      for (const [label, rules] of [
        ['101 rules', hundred(1)],
        ['101 rules, some of them switched off', hundred(1).map(withSomeInactive)],
        ['a rule without an action', [rule({ action: undefined })]],
        ['an unknown field', [rule({ condition: comparing({ field: 'applicant.shoeSize' }) })]],
        ['a refused decline', [rule({ ruleType: 'bot_signal', action: 'decline' })]],
      ] as const) {
        const answer = await changeTemplate(ctx, `change a template to ${label}`, id, {
          screening_rules: rules,
        })
        expectRefusal(ctx, answer, {
          status: 422,
          code: 'validation_error',
          requirements: ['TPL-008'],
        })
      }
    },
  },
]

/** Expects the defaults of rules of every type: the type of a rule has no effect on them (RTY-002). */
async function expectDefaults(ctx: Context): Promise<void> {
  const label = 'create a template with a rule of every type, without priority and isActive'
  const sent = RULE_TYPES.map((ruleType) => rule({ ruleType }))
  const kept = await readRules(ctx, await createTemplate(ctx, label, sent))
  for (const [requirement, member, value] of [
    ['SCR-016', 'priority', 100],
    ['LMT-005', 'priority', 100],
    ['SCR-021', 'isActive', true],
  ] as const) {
    const wrong = kept.filter((one) => ![undefined, value].includes(at(one, member) as never))
    ctx.expect(
      requirement,
      `${member} ${String(value)} in each rule, if the response has it`,
      wrong.length === 0,
      wrong,
    )
  }
}
