import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { isRefused, statusAndCode } from '../../check/idioms.ts'
import { pollUntil } from '../../check/eventually.ts'
import { blockIfAssumed } from '../../check/advice.ts'
import { Broken, Unreachable } from '../../check/outcome.ts'
import {
  changeRequest,
  changeTemplate,
  createTemplate,
  newTemplate,
  rule,
  TEMPLATES,
} from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'
import { named, fieldsWithoutRules, expectNames } from './template-names.ts'

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
      const strange = `Renamed ${ctx.unique()}`
      const refused = await changeTemplate(ctx, 'send a valid rule and a refused one', id, {
        ...nameOf(ctx, strange),
        screening_rules: [...named('new'), rule({ ruleType: 'bot_signal', action: 'decline' })],
      })
      if (refused.status !== 422) throw notRefused(refused)
      const route = ctx.open.routes.retrieve_workflow_template
      if (route) {
        const read = await ctx.setUp('retrieve the template', {
          method: route.method,
          path: route.path.replace('{id}', encodeURIComponent(id)),
          as: 'home.test',
        })
        const isNamed = read.searchable.includes(strange)
        ctx.expect('TPL-012', 'the name from before the refused change', !isNamed, strange)
      }
      // An empty change returns the current state.
      const label = 'send an empty change'
      const request = changeRequest(id, fieldsWithoutRules(ctx))
      const after = await ctx.step(label, request)
      if (!isAccepted(after)) throw ctx.unusable(label, request, after)
      await expectNames(ctx, 'TPL-013', after, ['old one', 'old two'])
      await expectNames(ctx, 'TPL-012', after, ['old one', 'old two'])
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
      const [kept, refused, strange] = [mark('kept'), mark('refused'), mark('strange')]
      const bad = rule({ ruleType: 'bot_signal', action: 'decline' })
      const good = await createTemplate(ctx, 'create a template', named(kept), nameOf(ctx, kept))
      blockIfAssumed(ctx, 'template_fields', 'create a template', good)
      ctx.expect('TPL-015', 'with a secret key: 2xx', isAccepted(good), statusAndCode(good))
      const answer = await createTemplate(
        ctx,
        'create a template with a refused rule',
        [...named(refused), bad],
        nameOf(ctx, refused),
      )
      if (answer.status !== 422) throw notRefused(answer)
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
      ctx.expect(
        'TPL-014',
        'no template of the refused creation',
        !list.searchable.includes(refused),
        refused,
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

function notRefused(answer: Answer): Broken {
  return new Broken({
    requirement: 'RTY-013',
    expected: '422 for a rule of the type bot_signal with decline',
    got: statusAndCode(answer),
  })
}

/** Returns the name field of a template, if the target file has one. */
function nameOf(ctx: Context, name: string): Record<string, unknown> {
  const fields = Object.keys(ctx.open.templateFields).filter((key) => /name|title|label/i.test(key))
  return Object.fromEntries(fields.map((field) => [field, name]))
}
