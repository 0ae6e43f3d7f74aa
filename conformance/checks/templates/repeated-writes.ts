import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { Blocked } from '../../check/outcome.ts'
import { changeTemplate, newTemplate } from '../../check/resources/templates.ts'
import { fieldsWithoutRules, named, readRules } from './template-names.ts'

/** Pairs of changes at once: two that miss each other prove nothing. */
const PAIRS = 3

const hundred = (prefix: string) =>
  named(...Array.from({ length: 100 }, (_, i) => `${prefix} ${i + 1}`))

/** Sets of rules that replace each other at the same time, or at their limit. */
export const repeatedWriteChecks: readonly Check[] = [
  {
    id: 'templates.written-at-once',
    area: 'templates',
    requirements: ['TPL-009', 'TPL-010'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Two colleagues who save at the same time must not create a set that neither of them wrote.',
    async run(ctx) {
      const id = await newTemplate(ctx, named('old'))
      for (let pair = 1; pair <= PAIRS; pair++) {
        const sets = ['a', 'b'].map((which) => [`${which}${pair} one`, `${which}${pair} two`])
        const answers = await Promise.all(
          sets.map((names) =>
            changeTemplate(ctx, 'replace the rules, at once with another change', id, {
              screening_rules: named(...names),
            }),
          ),
        )
        // A service may refuse one of the two, as a conflict.
        const written = sets.filter((_, i) => isAccepted(answers[i]!))
        if (written.length === 0)
          throw new Blocked(
            `both changes were refused: ${answers.map(statusAndCode).join(' and ')}`,
          )
        const after = await changeTemplate(
          ctx,
          'change something else',
          id,
          fieldsWithoutRules(ctx),
        )
        const got = (await readRules(ctx, after)).map(({ name }) => String(name)).toSorted()
        ctx.expect(
          'TPL-009',
          `the rules of one change, ${written.map((names) => names.join(' and ')).join(', or ')}`,
          written.some((names) => names.join() === got.join()),
          got,
        )
      }
      for (let pair = 1; pair <= PAIRS; pair++) {
        const name = `c${pair}`
        const [replaced] = await Promise.all([
          changeTemplate(ctx, 'replace the rules, at once with a change of other fields', id, {
            screening_rules: named(name),
          }),
          changeTemplate(ctx, 'change other fields at once', id, fieldsWithoutRules(ctx)),
        ])
        if (!isAccepted(replaced)) continue
        const after = await changeTemplate(
          ctx,
          'change something else',
          id,
          fieldsWithoutRules(ctx),
        )
        const got = (await readRules(ctx, after)).map((one) => String(one['name']))
        ctx.expect(
          'TPL-010',
          `the rule ${name} of an accepted change, at once with a change of other fields`,
          got.join() === name,
          got,
        )
      }
    },
  },
  {
    id: 'templates.hundred-replaced',
    area: 'templates',
    requirements: ['TPL-004', 'TPL-008', 'TPL-009', 'LMT-001'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'A full template must stay changeable: the limit is about the new set.',
    async run(ctx) {
      const id = await newTemplate(ctx, hundred('first'))
      const answer = await changeTemplate(ctx, 'replace 100 rules by 100 others', id, {
        screening_rules: hundred('second'),
      })
      for (const requirement of ['TPL-004', 'TPL-008', 'LMT-001'])
        ctx.expect(
          requirement,
          '100 rules in place of 100 others are taken: 2xx',
          isAccepted(answer),
          statusAndCode(answer),
        )
      const rules = await readRules(ctx, answer)
      const old = rules.filter(({ name }) => !String(name).startsWith('second'))
      ctx.expect(
        'TPL-009',
        'the 100 rules of the change',
        rules.length === 100 && old.length === 0,
        `${rules.length} rules, ${old.length} of them old`,
      )
    },
  },
]
