import type { Context } from '../../check/check.ts'
import { Unreachable } from '../../check/outcome.ts'
import { itemsOf, pollUntil } from '../../check/eventually.ts'
import {
  readTemplate,
  rule,
  rulesIn,
  templateReadAdvice,
  TEMPLATES,
} from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'
import { at, walk } from '../../http/json.ts'

export const named = (...names: string[]) => names.map((name) => rule({ name }))

/** Returns the first template field other than the rules, to change a template without its rules. */
export function fieldsWithoutRules(ctx: Context): Record<string, unknown> {
  const [first] = Object.entries(ctx.open.templateFields).filter(
    ([key]) => key !== 'screening_rules',
  )
  return first ? Object.fromEntries([first]) : {}
}

/**
 * Judges the names of the rules of a template. A check that expects none must have seen some before:
 * otherwise no response may show rules at all.
 */
export async function expectNames(
  ctx: Context,
  requirement: string,
  answer: Answer,
  names: string[],
): Promise<void> {
  // A service may omit an empty list (GAP-TEMPLATE-WRITE).
  const rules = names.length === 0 ? await shownRules(ctx, answer) : await readRules(ctx, answer)
  const got = (rules ?? []).map(({ name }) => name)
  ctx.expect(
    requirement,
    `the rules ${names.join(', ') || '(none)'}`,
    got.toSorted().join() === names.join(),
    got,
  )
}

/**
 * Checks that neither the list nor a single read shows the rule `first` some seconds after a write
 * replaced it. The contract leaves open whether they show rules (GAP-LISTS, GAP-TEMPLATE-READS).
 */
export async function expectNoOldRules(ctx: Context, written: Answer, id: string): Promise<void> {
  const isNew = (template: unknown): boolean =>
    !walk(template).some(
      ({ path, value }) => path.includes('screening_rules') && at(value, 'name') === 'first',
    )
  const read = await pollUntil(async () => (await readTemplate(ctx, written))?.json, isNew)
  if (read !== undefined)
    ctx.expect('TPL-009', 'no replaced rule when the template is read', isNew(read), read)
  const list = { path: TEMPLATES, as: 'home.test' } as const
  const listed = await ctx.setUp('list workflow-templates', { method: 'GET', ...list })
  const isOld = !isNew(listed.json) && listed.searchable.includes(id)
  const items = !isOld ? [] : await itemsOf(ctx, list, [id], isNew)
  // Other templates in the list, and a template on another page, are not judged.
  const old = items.find((item) => !isNew(item))
  ctx.expect('TPL-009', 'no replaced rule in the list of templates', old === undefined, old)
}

/**
 * Returns the rules of the template in a response. If the response has none, reads the template by
 * the route that the target file names.
 */
export async function readRules(ctx: Context, answer: Answer): Promise<Record<string, unknown>[]> {
  const rules = await shownRules(ctx, answer)
  if (rules) return rules
  throw new Unreachable(`no response shows the screening_rules: ${templateReadAdvice(ctx)}`)
}

async function shownRules(
  ctx: Context,
  answer: Answer,
): Promise<Record<string, unknown>[] | undefined> {
  const shown = rulesIn(answer)
  if (shown) return shown
  const read = await readTemplate(ctx, answer)
  return read && rulesIn(read)
}
