import { isAccepted } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { recordsIn, repeatedIds, showsRecord } from '../../check/lists.ts'
import { changeTemplate, newTemplate, rule, TEMPLATES } from '../../check/resources/templates.ts'
import { walk } from '../../http/json.ts'

const LIST = { method: 'GET', path: TEMPLATES, as: 'home.test' } as const

export const templateListChecks: readonly Check[] = [
  {
    id: 'templates.listed-once',
    area: 'templates',
    requirements: ['TPL-023', 'TPL-006'],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'A console that shows one template twice lets users change the one that verifications do not use.',
    async run(ctx) {
      const plain = await newTemplate(ctx)
      const changed = await newTemplate(ctx, [rule()])
      await expectListedOnce(ctx, 'after two creations', changed)
      const answer = await changeTemplate(ctx, 'change the rules of a template', changed, {
        screening_rules: [rule(), rule()],
      })
      ctx.expect('TPL-006', '2xx', isAccepted(answer), statusAndCode(answer))
      await expectListedOnce(ctx, 'after a change', plain)
    },
  },
]

/** Judges the templates of a list by their ids, which its items may omit (GAP-TEMPLATE-READS). */
async function expectListedOnce(ctx: Context, when: string, id: string): Promise<void> {
  // The list may be behind (GAP-LISTS).
  const list = await pollUntil(
    () => ctx.setUp(`list the templates ${when}`, LIST),
    (answer) => showsRecord(answer, id),
  )
  ctx.expect(
    'TPL-023',
    `a list with templates ${when}`,
    showsRecord(list, id) || hasItems(list.json),
    list.json,
  )
  const repeated = repeatedIds(recordsIn(list))
  ctx.expect('TPL-023', `each template once ${when}`, repeated.length === 0, repeated)
}

/** Whether a list has an item of any form. */
function hasItems(json: unknown): boolean {
  for (const { value } of walk(json)) if (Array.isArray(value) && value.length > 0) return true
  return false
}
