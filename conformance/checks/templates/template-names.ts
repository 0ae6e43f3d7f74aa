import type { Context } from '../../check/check.ts'
import { Unreachable } from '../../check/outcome.ts'
import { readTemplate, rule, rulesIn, templateReadAdvice } from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'

export const named = (...names: string[]) => names.map((name) => rule({ name }))

/** Returns the first template field other than the rules, to change a template without its rules. */
export function fieldsWithoutRules(ctx: Context): Record<string, unknown> {
  const [first] = Object.entries(ctx.open.templateFields).filter(
    ([key]) => key !== 'screening_rules',
  )
  return first ? Object.fromEntries([first]) : {}
}

export async function expectNames(
  ctx: Context,
  requirement: string,
  answer: Answer,
  names: string[],
): Promise<void> {
  const got = (await readRules(ctx, answer)).map(({ name }) => name)
  ctx.expect(
    requirement,
    `the rules ${names.join(', ') || '(none)'}`,
    got.toSorted().join() === names.join(),
    got,
  )
}

/**
 * Returns the rules of the template in a response. If the response has none, reads the template by
 * the route that the target file names.
 */
export async function readRules(ctx: Context, answer: Answer): Promise<Record<string, unknown>[]> {
  const shown = rulesIn(answer)
  if (shown) return shown
  const read = await readTemplate(ctx, answer)
  const rules = read && rulesIn(read)
  if (rules) return rules
  throw new Unreachable(`no response shows the screening_rules: ${templateReadAdvice(ctx)}`)
}
