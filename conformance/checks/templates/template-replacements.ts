import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { Blocked } from '../../check/outcome.ts'
import { changeTemplate, newTemplate, rule } from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'
import { at, containsJson, type JsonObject } from '../../http/json.ts'
import { expectNames, fieldsWithoutRules, named, readRules } from './template-names.ts'

/** Rules of which no member may remain: each has another value than a rule without it. */
const OLD = [
  rule({ name: 'first', priority: 7, isActive: false }),
  rule({ name: 'second', action: 'adjust_score', scoreAdjustment: 0.5, priority: 3 }),
  rule({ name: 'third', isActive: false }),
]

/** Members that a rule lacks when they are not sent, with the values that a response may show. */
const DEFAULTS: readonly (readonly [member: string, shown: readonly unknown[]])[] = [
  ['priority', [undefined, 100]],
  ['isActive', [undefined, true]],
  ['scoreAdjustment', [undefined, null, 0]],
]

export const templateReplacementChecks: readonly Check[] = [
  {
    id: 'templates.nothing-of-old-rules-remains',
    area: 'templates',
    requirements: ['TPL-009', 'TPL-010', 'TPL-011'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'A member or a rule that remains of the old set decides as nobody wrote it.',
    async run(ctx) {
      const id = await newTemplate(ctx, OLD)
      const write = (label: string, json: JsonObject) => changeTemplate(ctx, label, id, json)
      const others = fieldsWithoutRules(ctx) as JsonObject
      const fewer = await write('send one rule and another field', {
        ...others,
        screening_rules: named('first'),
      })
      await expectNames(ctx, 'TPL-009', fewer, ['first'])
      await expectDefaults(ctx, fewer)
      const [same, again] = [rule({ name: 'second' }), rule({ name: 'second', priority: 1 })]
      const twins = await write('send two rules of one name', { screening_rules: [same, again] })
      // A service may refuse the second rule of a name (GAP-RULE-NAMES), but not lose it.
      if (isAccepted(twins)) await expectNames(ctx, 'TPL-009', twins, ['second', 'second'])
      else ctx.observe('GAP-RULE-NAMES', `two rules of one name: ${statusAndCode(twins)}`)
      const third = await write('send a rule of another name', { screening_rules: named('third') })
      await expectNames(ctx, 'TPL-009', third, ['third'])
      // The names of these fields are left open (GAP-TEMPLATE-WRITE), so a service may refuse the change.
      for (const json of [{ metadata: { desk: 'retail' } }, { device_intelligence: true }]) {
        const answer = await write(`send only ${Object.keys(json).join()}`, json)
        if (isAccepted(answer)) await expectNames(ctx, 'TPL-010', answer, ['third'])
      }
      const none = await write('send an empty list and another field', {
        ...others,
        screening_rules: [],
      })
      await expectNames(ctx, 'TPL-011', none, [])
    },
  },
  {
    id: 'templates.changes-at-once',
    area: 'templates',
    requirements: ['TPL-009'],
    level: 'must',
    needs: {
      features: ['workflow_templates'],
      credentials: ['home.test'],
      routes: ['retrieve_workflow_template'],
    },
    why: 'Two people edit one template; a mixture of their rules is a set that neither wrote.',
    async run(ctx) {
      const id = await newTemplate(ctx, named('first'))
      const sets = ['a', 'b', 'c', 'd'].map((set) => [`${set}1`, `${set}2`])
      // Which change is the last one is open, and a service may refuse all but one.
      const answers = await Promise.all(
        sets.map((names) =>
          changeTemplate(ctx, `send the rules ${names.join(' and ')}`, id, {
            screening_rules: named(...names),
          }),
        ),
      )
      if (!answers.some(isAccepted)) throw new Blocked('the service refuses all changes at once')
      const read = await ctx.setUp('retrieve the template', {
        ...ctx.route('retrieve_workflow_template', id),
        as: 'home.test',
      })
      const got = (await readRules(ctx, read)).map(({ name }) => String(name)).toSorted()
      ctx.expect(
        'TPL-009',
        'the rules of one of the changes',
        sets.some((names, i) => isAccepted(answers[i]!) && names.join() === got.join()),
        got,
      )
    },
  },
  {
    id: 'templates.refused-change-keeps-all',
    area: 'templates',
    requirements: ['TPL-012', 'TPL-013'],
    level: 'must',
    needs: {
      features: ['workflow_templates'],
      credentials: ['home.test'],
      routes: ['retrieve_workflow_template'],
    },
    why: 'A refusal that saves one half leaves a template that nobody wrote.',
    async run(ctx) {
      const text = `desk${ctx.unique()}`
      const rules = [rule({ name: 'first', priority: 7 }), rule({ name: 'second' })]
      const id = await newTemplate(ctx, rules)
      const fields = Object.keys(fieldsWithoutRules(ctx))
      const refused = [rule({ ruleType: 'bot_signal', action: 'decline' })]
      for (const [label, json] of [
        ['metadata with a refused rule', { metadata: { desk: text }, screening_rules: refused }],
        // No template needs a field that is null, but a service may take it for an absent one.
        ...fields.flatMap((field) => [
          [`a ${field} of null with valid rules`, { [field]: null, screening_rules: named('new') }],
          [`a ${field} of null with no rules`, { [field]: null, screening_rules: [] }],
        ]),
      ] as [string, JsonObject][]) {
        const answer = await changeTemplate(ctx, `send ${label}`, id, json)
        if (!isRefused(answer)) continue
        await expectUnchanged(ctx, id, label, rules, text)
      }
    },
  },
]

async function expectDefaults(ctx: Context, written: Answer): Promise<void> {
  const [kept] = await readRules(ctx, written)
  for (const [member, shown] of DEFAULTS)
    ctx.expect(
      'TPL-009',
      `no ${member} of the replaced rule with the same name`,
      shown.includes(at(kept, member)),
      at(kept, member),
    )
}

/** Judges a template after a refused change, as its own route shows it. */
async function expectUnchanged(
  ctx: Context,
  id: string,
  label: string,
  rules: readonly JsonObject[],
  unsaved: string,
): Promise<void> {
  const read = await ctx.setUp('retrieve the template', {
    ...ctx.route('retrieve_workflow_template', id),
    as: 'home.test',
  })
  const kept = await readRules(ctx, read)
  for (const sent of rules) {
    const found = kept.find(({ name }) => name === sent['name'])
    ctx.expect(
      'TPL-013',
      `the rule ${String(sent['name'])} as before, after a refusal of ${label}`,
      containsJson(found, sent) && (at(found, 'isActive') ?? true) === true,
      found ?? kept,
    )
  }
  for (const requirement of ['TPL-012', 'TPL-013'])
    ctx.expect(
      requirement,
      `no other rule, and no value of the change, after a refusal of ${label}`,
      kept.length === rules.length && !read.searchable.includes(unsaved),
      kept.map(({ name }) => name),
    )
}
