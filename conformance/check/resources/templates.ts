import type { Answer } from '../../http/answer.ts'
import { at, isObject, type JsonObject, walk } from '../../http/json.ts'
import { type Case, isAccepted } from '../cases.ts'
import type { Context, StepRequest } from '../check.ts'
import { openRequest } from '../../target/open-choices.ts'
import { createdId, expectRefusal, idIn, resourceIn, statusAndCode } from '../idioms.ts'

/** Workflow templates and the screening rules in them. */

export const TEMPLATES = '/v1/workflow-templates'

export function templatePath(id: string): string {
  return `${TEMPLATES}/${encodeURIComponent(id)}`
}

/**
 * Returns a request with unique text in each place that is marked `{unique}`, by the target file or a check.
 * A service may refuse a second template of the same name (GAP-TEMPLATE-WRITE), and a second applicant with the same
 * e-mail address (GAP-APPLICANT-REQUIRED).
 */
export function withUniqueTexts(request: StepRequest, unique: () => string): StepRequest {
  const whole = JSON.stringify(request.json)
  if (!whole?.includes('{unique}')) return request
  const text = whole.replaceAll('{unique}', unique)
  return { ...request, json: JSON.parse(text) as unknown }
}

let rules = 0

/**
 * Returns a valid screening rule with some members changed; undefined removes a member. Each rule
 * has a unique name, so that only one check depends on whether rules may share a name.
 */
export function rule(change: JsonObject = {}): JsonObject {
  const { condition = comparing({}), ...others } = change
  const whole = { name: `Rule ${++rules}`, ruleType: 'custom', condition, action: 'tag', ...others }
  // `condition: undefined` removes the condition.
  return 'condition' in change && change['condition'] === undefined
    ? { ...whole, condition: undefined }
    : whole
}

/** Returns a valid field condition with some members changed. */
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

/**
 * Returns the body of a template write with these rules and the other fields that this target needs
 * (GAP-TEMPLATE-WRITE).
 */
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

/** Creates a template to work with. @throws {Blocked} */
export async function newTemplate(ctx: Context, rules?: readonly JsonObject[]): Promise<string> {
  const label = 'create a template to work with'
  const request = templateRequest(ctx, rules)
  const answer = await ctx.step(label, request)
  if (!isAccepted(answer)) throw ctx.unusable(label, request, answer)
  return createdId(answer, 'TPL-001')
}

/**
 * Returns the rules in a response; undefined if it has none, because the contract leaves the form
 * of a template open.
 */
export function rulesIn(answer: Answer): JsonObject[] | undefined {
  const rules =
    at(resourceIn(answer), 'screening_rules') ??
    walk(answer.json).find(({ path }) => path.at(-1) === 'screening_rules')?.value
  return Array.isArray(rules) ? rules.filter(isObject) : undefined
}

/**
 * Returns the template in the response to a write, or reads it by the route that the target file
 * names; undefined without one.
 */
export async function readTemplate(ctx: Context, written: Answer): Promise<Answer | undefined> {
  const id = idIn(written)
  const request =
    id === undefined ? undefined : openRequest(ctx.open, 'retrieve_workflow_template', id)
  return request && ctx.setUp('retrieve the template', { ...request, as: 'home.test' })
}

/**
 * Names the places in which the suite searched for a template, and the setting that would help
 * (GAP-TEMPLATE-WRITE, GAP-TEMPLATE-READS).
 */
export function templateReadAdvice(ctx: Context): string {
  const route = ctx.open.routes.retrieve_workflow_template
  return route
    ? `searched in the responses to writes and in ${route.method} ${route.path}`
    : 'searched in the responses to writes; name a route that reads a template in open_choices.routes.retrieve_workflow_template'
}

/** Expects that each rule is rejected on creation, and on change after a valid rule. */
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
        screening_rules: [rule(), ...place(send)],
      }),
    ])
      expectRefusal(ctx, answer, { status: 422, code: 'validation_error', requirements })
  }
}

/** Expects success for all rules in one write; if that is rejected, sends each alone to find the cause. */
export async function expectRulesAccepted(
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
    const together = await write(`write ${cases.length} valid rules in one ${how}`, rules)
    for (const { label, send, requirements } of cases) {
      const answer = isAccepted(together)
        ? together
        : await write(`write only a rule with ${label} in a ${how}`, [send])
      for (const requirement of requirements) {
        ctx.expect(
          requirement,
          `a rule with ${label} is accepted by a ${how}: 2xx`,
          isAccepted(answer),
          statusAndCode(answer),
        )
      }
    }
  }
}
