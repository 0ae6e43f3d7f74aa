import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { pollUntil } from '../../check/eventually.ts'
import { blockIfAssumed } from '../../check/advice.ts'
import { Broken, Unreachable } from '../../check/outcome.ts'
import {
  changeRequest,
  changeTemplate,
  comparing,
  createTemplate,
  newTemplate,
  rule,
  TEMPLATES,
} from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'
import type { JsonObject } from '../../http/json.ts'
import { named, fieldsWithoutRules, expectNames } from './template-names.ts'

interface RefusedRules {
  /** In place of a name in the labels. */
  what: string
  /** Requirement on the refusal. */
  requirement: string
  /** Rules that are refused; the first ones are valid. */
  rules: (valid: JsonObject[]) => JsonObject[]
}

/** One set of rules for each kind of refusal: a service may check them in different places. */
const REFUSED_RULES: readonly RefusedRules[] = [
  {
    what: 'a refused decline',
    requirement: 'RTY-013',
    rules: (valid) => [...valid, rule({ ruleType: 'bot_signal', action: 'decline' })],
  },
  {
    what: 'an unresolvable field',
    requirement: 'RFS-015',
    rules: (valid) => [
      ...valid,
      rule({ condition: comparing({ field: 'applicant.shoeSize', operator: 'exists' }) }),
    ],
  },
  {
    what: 'a rule without an action',
    requirement: 'SCR-013',
    rules: (valid) => [...valid, rule({ action: undefined })],
  },
  {
    what: '101 rules',
    requirement: 'TPL-005',
    rules: (valid) => [...valid, ...Array.from({ length: 101 - valid.length }, () => rule())],
  },
]

export const refusedTemplateChecks: readonly Check[] = [
  {
    id: 'templates.refused-change-saves-nothing',
    area: 'templates',
    requirements: ['TPL-012', 'TPL-013'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'After a refusal the old rules must apply completely.',
    async run(ctx) {
      const id = await newTemplate(ctx, named('old one', 'old two'))
      for (const refusal of REFUSED_RULES) await expectUnchanged(ctx, id, refusal)
    },
  },
  {
    id: 'templates.refused-creation-makes-none',
    area: 'templates',
    requirements: ['TPL-014', 'TPL-015', 'TPL-016'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'A template from a refused request could be used by mistake.',
    async run(ctx) {
      const mark = (name: string) => `${name} ${ctx.unique()}`
      const [kept, strange] = [mark('kept'), mark('strange')]
      const refused = new Map(REFUSED_RULES.map(({ what }) => [what, mark('refused')]))
      const good = await createTemplate(ctx, 'create a template', named(kept), nameOf(ctx, kept))
      blockIfAssumed(ctx, 'template_fields', 'create a template', good)
      ctx.expect('TPL-015', 'with a secret key: 2xx', isAccepted(good), statusAndCode(good))
      for (const { what, requirement, rules } of REFUSED_RULES) {
        const name = refused.get(what)!
        const answer = await createTemplate(
          ctx,
          `create a template with ${what}`,
          rules(named(name)),
          nameOf(ctx, name),
        )
        if (answer.status !== 422) throw notRefused(what, requirement, answer)
      }
      const stranger = await ctx.step('create a template without a credential', {
        method: 'POST',
        path: TEMPLATES,
        json: {
          ...ctx.open.templateFields,
          ...nameOf(ctx, strange),
          screening_rules: named(strange),
        },
      })
      for (const requirement of ['TPL-015', 'TPL-016']) {
        ctx.expect(
          requirement,
          'without a key: a refusal, 4xx',
          isRefused(stranger),
          statusAndCode(stranger),
        )
      }
      // A template that was created later: once the list has it, the list would also have the
      // refused one.
      const last = mark('last')
      await createTemplate(ctx, 'create another template', named(last), nameOf(ctx, last))
      const list = await pollUntil(
        () => ctx.setUp('list templates', { method: 'GET', path: TEMPLATES, as: 'home.test' }),
        ({ searchable }) => [kept, last].every((name) => searchable.includes(name)),
      )
      // The contract leaves content and order of lists open (GAP-LISTS), and other clients may
      // write templates concurrently.
      if (![kept, last].every((name) => list.searchable.includes(name)))
        throw new Unreachable(
          `GET ${TEMPLATES} does not show the names of new templates, so a missing name proves nothing`,
        )
      for (const [what, name] of refused)
        ctx.expect(
          'TPL-014',
          `no template of the refused creation with ${what}`,
          !list.searchable.includes(name),
          name,
        )
      ctx.expect(
        'TPL-016',
        'no template that was sent without a credential',
        !list.searchable.includes(strange),
        strange,
      )
    },
  },
]

/** Sends a change with refused rules, and expects the template from before. */
async function expectUnchanged(
  ctx: Context,
  id: string,
  { what, requirement, rules }: RefusedRules,
): Promise<void> {
  const strange = `Renamed ${ctx.unique()}`
  const refused = await changeTemplate(ctx, `change a template to ${what}`, id, {
    ...nameOf(ctx, strange),
    screening_rules: rules(named('new')),
  })
  if (refused.status !== 422) throw notRefused(what, requirement, refused)
  const route = ctx.open.routes.retrieve_workflow_template
  if (route) {
    const read = await ctx.setUp('retrieve the template', {
      method: route.method,
      path: route.path.replace('{id}', encodeURIComponent(id)),
      as: 'home.test',
    })
    const isNamed = read.searchable.includes(strange)
    ctx.expect('TPL-012', `the name from before ${what}`, !isNamed, strange)
  }
  // An empty change returns the current state.
  const label = `send an empty change after ${what}`
  const request = changeRequest(id, fieldsWithoutRules(ctx))
  const after = await ctx.step(label, request)
  if (!isAccepted(after)) throw ctx.unusable(label, request, after)
  await expectNames(ctx, 'TPL-013', after, ['old one', 'old two'])
  await expectNames(ctx, 'TPL-012', after, ['old one', 'old two'])
}

function notRefused(what: string, requirement: string, answer: Answer): Broken {
  return new Broken({ requirement, expected: `422 for ${what}`, got: statusAndCode(answer) })
}

/** Returns the name field of a template, if the target file has one. */
function nameOf(ctx: Context, name: string): Record<string, unknown> {
  const fields = Object.keys(ctx.open.templateFields).filter((key) => /name|title|label/i.test(key))
  return Object.fromEntries(fields.map((field) => [field, name]))
}
