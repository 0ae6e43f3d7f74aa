import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { createdId, isRefused, statusAndCode } from '../../check/idioms.ts'
import { Blocked, Broken } from '../../check/outcome.ts'
import { reach } from '../../check/states.ts'
import { comparing, rule, templatePath, TEMPLATES } from '../../check/resources/templates.ts'
import type { JsonObject } from '../../http/json.ts'
import { fieldsWithoutRules } from '../templates/template-names.ts'
import { asRequested } from './screening.ts'

const DOMAIN = '@applicant.example'

/** Returns a rule that tags the person of this check. */
const tagging = (name: string): JsonObject =>
  rule({ name, condition: comparing({ operator: 'contains', value: DOMAIN }) })

const UNRESOLVABLE = rule({ condition: comparing({ field: 'applicant.shoeSize' }) })

/** Changes of a template, one of them refused, and the rules that a later verification is judged by. */
const WRITES: readonly {
  label: string
  requirement: string
  /** Undefined: a change of something else. */
  rules?: readonly JsonObject[]
  isRefused?: true
  tags: readonly string[]
}[] = [
  {
    label: 'another set of rules',
    requirement: 'TPL-009',
    rules: [tagging('second'), tagging('third')],
    tags: ['second', 'third'],
  },
  { label: 'something else', requirement: 'TPL-010', tags: ['second', 'third'] },
  {
    label: 'a refused set of rules',
    requirement: 'TPL-013',
    rules: [tagging('fourth'), UNRESOLVABLE],
    isRefused: true,
    tags: ['second', 'third'],
  },
  { label: 'an empty set of rules', requirement: 'TPL-011', rules: [], tags: [] },
  {
    label: 'a rule that is switched off, beside another',
    requirement: 'TPL-009',
    rules: [{ ...tagging('first'), isActive: false }, tagging('fifth')],
    tags: ['fifth'],
  },
]

/** The rules of a template that was written with the public routes, at work. */
export const changedRuleChecks: readonly Check[] = [
  {
    id: 'screening.rules-of-a-changed-template',
    area: 'screening',
    requirements: ['TPL-001', 'TPL-009', 'TPL-010', 'TPL-011', 'TPL-013'],
    level: 'must',
    needs: {
      features: ['workflow_templates', 'sessions'],
      credentials: [],
      states: ['organization', 'template_session'],
    },
    why: 'A rule that a template shows and no verification is judged by protects nobody.',
    async run(ctx) {
      const { key, organization } = await reach(ctx, 'organization', {})
      const write = (method: 'POST' | 'PATCH', label: string, path: string, json: JsonObject) =>
        ctx.step(label, { method, path, as: { key }, json })
      const created = async (name: string): Promise<string> => {
        const json = { ...ctx.open.templateFields, screening_rules: [tagging(name)] }
        const label = 'create a template with a rule'
        const answer = await write('POST', label, TEMPLATES, json)
        if (isAccepted(answer)) return createdId(answer, 'TPL-001')
        throw ctx.unusable(label, { method: 'POST', path: TEMPLATES, as: { key }, json }, answer)
      }
      const [template_id, another] = [await created('first'), await created('of another')]
      // A later session of the same template, in each case: the contract leaves open what happens to
      // those that were created before (GAP-RULE-TIMING).
      const expectTags = async (
        requirement: string,
        after: string,
        names: readonly string[],
        id: string = template_id,
      ) => {
        const applicant = asRequested(ctx, {
          family_name: 'Testperson',
          given_names: ['Una'],
          email: `una.${ctx.unique()}${DOMAIN}`,
        })
        const { tags } = await reach(
          ctx,
          'template_session',
          { organization, template_id: id, applicant },
          'session_id',
        )
        if (!Array.isArray(tags))
          throw new Blocked('template_session: expected the binding tags as an array')
        const got = tags.map(String).toSorted()
        ctx.expect(
          requirement,
          `in a verification created after ${after}, the tags ${names.join(', ') || '(none)'}`,
          got.join() === names.join(),
          got,
        )
      }
      await expectTags('TPL-001', 'the template', ['first'])
      for (const { label, requirement, rules, isRefused: refused = false, tags } of WRITES) {
        const json = rules ? { screening_rules: rules } : fieldsWithoutRules(ctx)
        const answer = await write('PATCH', `send ${label}`, templatePath(template_id), json)
        if (refused ? !isRefused(answer) : !isAccepted(answer))
          throw new Broken({
            requirement: refused ? 'RFS-015' : requirement,
            expected: refused ? `422 for ${label}` : `2xx for ${label}`,
            got: statusAndCode(answer),
          })
        await expectTags(requirement, label, tags)
      }
      await expectTags('TPL-009', 'changes of another template', ['of another'], another)
    },
  },
]
