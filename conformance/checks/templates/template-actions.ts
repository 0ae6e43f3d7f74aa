import { requirementsOf } from '../../check/cases.ts'
import type { Check, Context } from '../../check/check.ts'
import { expectEnvelope } from '../../check/error-body.ts'
import { expectRefusal, issuesOf } from '../../check/idioms.ts'
import {
  changeTemplate,
  createTemplate,
  expectRulesAccepted,
  newTemplate,
  rule,
} from '../../check/resources/templates.ts'
import type { Answer } from '../../http/answer.ts'
import { ACCEPTED_ACTIONS, REFUSED_ACTIONS, type Refusal } from './rule-actions.ts'

const ENVELOPE = [
  'RFS-001',
  'RFS-002',
  'RFS-003',
  'RFS-004',
  'RFS-005',
  'RFS-006',
  'RFS-007',
  'RFS-008',
  'RFS-009',
  'RFS-010',
  'RFS-011',
]

export const templateActionChecks: readonly Check[] = [
  {
    id: 'templates.actions-taken',
    area: 'templates',
    requirements: requirementsOf(ACCEPTED_ACTIONS),
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Only `decline` is restricted; further refusals would disable useful rules.',
    async run(ctx) {
      await expectRulesAccepted(ctx, await newTemplate(ctx), ACCEPTED_ACTIONS)
    },
  },
  {
    id: 'templates.actions-refused',
    area: 'templates',
    requirements: [
      ...new Set([...REFUSED_ACTIONS.flatMap(({ requirements }) => requirements), ...ENVELOPE]),
    ],
    level: 'must',
    needs: { features: ['workflow_templates'], credentials: ['home.test'] },
    why: 'Automatic declines by age, name or network are forbidden; this refusal enforces it.',
    async run(ctx) {
      // Valid rules before the refused one, so that an index that is always 0 is detected.
      const id = await newTemplate(ctx, [rule()])
      const messages = new Map<Refusal['cause'], Set<string>>()
      for (const [i, one] of REFUSED_ACTIONS.entries()) {
        const index = i % 3
        const before = Array.from({ length: index }, () => rule())
        const rules = [...before, one.rule]
        for (const answer of [
          await createTemplate(ctx, `create a template with ${one.label}`, rules),
          await changeTemplate(ctx, `give a template ${one.label}`, id, { screening_rules: rules }),
        ]) {
          const refused = expectRefusal(ctx, answer, {
            status: 422,
            code: 'validation_error',
            requirements: [...one.requirements, 'RFS-001', 'RFS-002'],
          })
          if (!refused) continue
          expectEnvelope(ctx, answer, { type: 'RFS-003', docUrl: 'RFS-004', requestId: 'RFS-005' })
          const message = expectIssue(ctx, answer, one, index)
          if (message !== undefined) {
            messages.set(one.cause, (messages.get(one.cause) ?? new Set()).add(message))
          }
        }
      }
      const all = [...messages.values()]
      const apart = all.every((said, i) =>
        all.slice(i + 1).every((other) => said.isDisjointFrom(other)),
      )
      ctx.expect(
        'RFS-009',
        'different messages for credit history, fraud types and sensitive attributes',
        apart,
        Object.fromEntries([...messages].map(([cause, said]) => [cause, [...said]])),
      )
    },
  },
]

/** @returns the message of the issue about the action */
function expectIssue(
  ctx: Context,
  answer: Answer,
  { cause, label }: Refusal,
  index: number,
): string | undefined {
  const issues = issuesOf(answer)
  const path = ['screening_rules', index, 'action']
  const found = issues.find((issue) => JSON.stringify(issue['path']) === JSON.stringify(path))
  ctx.expect(
    'RFS-010',
    `an issue with the path ${JSON.stringify(path)} for ${label}`,
    found !== undefined,
    issues,
  )
  if (index > 0)
    ctx.expect('RFS-011', `${index} for rule number ${index + 1}`, found !== undefined, issues)
  if (!found) return undefined
  ctx.expect(
    cause === 'sensitive' ? 'RFS-007' : 'RFS-006',
    'the issue code custom',
    found['code'] === 'custom',
    found,
  )
  const message = found['message']
  const hasMessage = typeof message === 'string' && message !== ''
  ctx.expect('RFS-008', 'a message on the issue', hasMessage, found)
  return hasMessage ? message : undefined
}
