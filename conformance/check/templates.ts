import type { Answer } from '../http/answer.ts'
import { at, isObject, type JsonObject, walk } from '../http/json.ts'
import { type Case, isTaken } from './cases.ts'
import type { Context, StepRequest } from './check.ts'
import { createdId, expectRefusal, resourceIn, statusAndCode } from './idioms.ts'

/** Workflow templates and the screening rules in them. */

export const TEMPLATES = '/v1/workflow-templates'

export function templatePath(id: string): string {
  return `${TEMPLATES}/${encodeURIComponent(id)}`
}

/** A screening rule that nothing is wrong with, but for what is changed; undefined takes a member away. */
export function rule(change: JsonObject = {}): JsonObject {
  const { condition = comparing({}), ...others } = change
  const whole = { name: 'A rule', ruleType: 'custom', condition, action: 'tag', ...others }
  // `condition: undefined` is a rule without one.
  return 'condition' in change && change['condition'] === undefined
    ? { ...whole, condition: undefined }
    : whole
}

/** A field condition that nothing is wrong with, but for what is changed. */
export function comparing(change: JsonObject): JsonObject {
  return {
    kind: 'field',
    field: 'applicant.email',
    operator: 'eq',
    value: 'una@applicant.example',
    ...change,
  }
}

export function group(op: unknown, ...children: unknown[]): JsonObject {
  return { kind: 'group', op, children }
}

/** A write with a template's rules, and whatever else this target needs of a template (GAP-TEMPLATE-WRITE). */
export function createTemplate(
  ctx: Context,
  label: string,
  screening_rules: unknown,
  more: JsonObject = {},
): Promise<Answer> {
  return ctx.step(label, templateRequest(ctx, screening_rules, more))
}

function templateRequest(
  ctx: Context,
  screening_rules: unknown,
  more: JsonObject = {},
): StepRequest {
  return {
    method: 'POST',
    path: TEMPLATES,
    as: 'home.test',
    json: { ...ctx.open.templateFields, ...more, screening_rules },
  }
}

export function changeTemplate(
  ctx: Context,
  label: string,
  id: string,
  json: JsonObject,
): Promise<Answer> {
  return ctx.step(label, changeRequest(id, json))
}

export function changeRequest(id: string, json: JsonObject): StepRequest {
  return { method: 'PATCH', path: templatePath(id), as: 'home.test', json }
}

/** A new template to work with. @throws {Blocked} */
export async function newTemplate(ctx: Context, rules?: readonly JsonObject[]): Promise<string> {
  const label = 'create a template to work with'
  const request = templateRequest(ctx, rules)
  const answer = await ctx.step(label, request)
  if (!isTaken(answer)) throw ctx.unusable(label, request, answer)
  return createdId(answer, 'TPL-001')
}

/** The rules that an answer shows; undefined where it shows none, as how a template reads is left open. */
export function rulesIn(answer: Answer): JsonObject[] | undefined {
  const rules =
    at(resourceIn(answer), 'screening_rules') ??
    walk(answer.json).find(({ path }) => path.at(-1) === 'screening_rules')?.value
  return Array.isArray(rules) ? rules.filter(isObject) : undefined
}

/** The template of an answer to a write, read by the route that the target file names; undefined without one. */
export async function readTemplate(ctx: Context, written: Answer): Promise<Answer | undefined> {
  const route = ctx.open.routes.retrieve_workflow_template
  const id = resourceIn(written)?.['id']
  if (!route || typeof id !== 'string') return undefined
  return ctx.setUp('retrieve the template', {
    method: route.method,
    path: route.path.replace('{id}', encodeURIComponent(id)),
    as: 'home.test',
  })
}

/** Where a template was looked for, and what to name where that is not enough (GAP-TEMPLATE-WRITE, GAP-TEMPLATE-READS). */
export function whereTemplatesWereRead(ctx: Context): string {
  const route = ctx.open.routes.retrieve_workflow_template
  return route
    ? `looked for in the answers to writes and in ${route.method} ${route.path}`
    : 'looked for in the answers to writes; name a route that reads a template in open_choices.routes.retrieve_workflow_template'
}

/** Each rule is refused on creation and on change. */
export async function expectRulesRefused(
  ctx: Context,
  cases: readonly Case[],
  place: (rule: JsonObject) => JsonObject[] = (rule) => [rule],
): Promise<void> {
  const id = await newTemplate(ctx)
  for (const { label, send, requirements } of cases) {
    for (const answer of [
      await createTemplate(ctx, `create a template whose rule has ${label}`, place(send)),
      await changeTemplate(ctx, `give a template a rule with ${label}`, id, {
        screening_rules: place(send),
      }),
    ])
      expectRefusal(ctx, answer, { status: 422, code: 'validation_error', requirements })
  }
}

/** All are taken in one write; where that is refused, each is sent alone, to find which it was. */
export async function expectRulesTaken(
  ctx: Context,
  id: string,
  cases: readonly Case[],
): Promise<void> {
  const rules = cases.map(({ send }) => send)
  for (const [how, write] of [
    [
      'change',
      (label: string, screening_rules: unknown[]) =>
        changeTemplate(ctx, label, id, { screening_rules }),
    ],
    ['creation', (label: string, sent: unknown[]) => createTemplate(ctx, label, sent)],
  ] as const) {
    const together = await write(`write ${cases.length} good rules by a ${how}, together`, rules)
    for (const { label, send, requirements } of cases) {
      const answer = isTaken(together)
        ? together
        : await write(`write a rule with ${label} by a ${how}, alone`, [send])
      for (const requirement of requirements) {
        ctx.expect(
          requirement,
          `a rule with ${label} is taken by a ${how}: 200 or 201`,
          isTaken(answer),
          statusAndCode(answer),
        )
      }
    }
  }
}
