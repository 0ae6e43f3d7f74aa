import type { Check } from '../../check/check.ts'
import { blockIfAssumed } from '../../check/advice.ts'
import { sessionPath, statusAndCode } from '../../check/idioms.ts'
import { blockIfMoreIsNeeded, submittedApplicant } from '../../check/resources/applicant-fields.ts'
import { reach, submissionOf } from '../../check/states.ts'
import { at, type JsonObject } from '../../http/json.ts'
import { inCamelCase } from '../../text.ts'

/** Operations of a page with its browser token. */
export const sdkChecks: readonly Check[] = [
  ...(['completed', 'expired'] as const).map(takesNoMore),
  {
    id: 'sdk.name-components',
    area: 'sdk',
    requirements: ['ERR-034', 'SDK-006'],
    level: 'must',
    needs: { features: ['browser_tokens'], credentials: [], states: ['open_session'] },
    why: 'A background check needs name components; the page must request them.',
    async run(ctx) {
      for (const [checks, applicant, wanted] of [
        [['background_check'], { legalName: 'Ana María Okafor' }, 'refused'],
        // The rule is about the verification, not about its present step.
        [['id_verification', 'background_check'], { legalName: 'Ana María Okafor' }, 'refused'],
        [['background_check'], { familyName: 'Okafor', givenNames: ['Ana', 'María'] }, 'taken'],
        [['id_verification'], { legalName: 'Ana María Okafor' }, 'taken'],
        [
          ['id_verification'],
          {
            familyName: 'Okafor y Vega',
            givenNames: ['Ana'],
            nameSuffix: 'Jr.',
            email: 'ana.{unique}@example.com',
            phone: '+442071838750',
            dateOfBirth: '1990-04-12',
            address: { postalCode: 'N1 9GU', [inCamelCase(ctx.open.countryField)]: 'GB' },
          },
          'taken',
        ],
      ] as [string[], JsonObject, string][]) {
        const open = await reach(ctx, 'open_session', { checks }, 'browser_token')
        const whole = submittedApplicant(ctx.open, applicant)
        const answer = await ctx.step(
          `submit ${Object.keys(whole).join(', ')} for ${checks.join()}`,
          submissionOf(ctx, open['submission'], open.browser_token, whole),
        )
        blockIfMoreIsNeeded(answer, whole, at(open['submission'], 'applicant'))
        if ('address' in applicant)
          blockIfAssumed(ctx, 'country_field', 'submit an address', answer)
        if (wanted === 'taken') {
          const requirement = checks[0] === 'background_check' ? 'ERR-034' : 'SDK-006'
          ctx.expect(
            requirement,
            '2xx',
            answer.status >= 200 && answer.status < 300,
            statusAndCode(answer),
          )
        } else {
          // The contract leaves the status open (GAP-ERROR-STATUSES).
          ctx.expect(
            'ERR-034',
            'the code name_components_required',
            answer.status >= 400 && at(answer.json, 'error', 'code') === 'name_components_required',
            statusAndCode(answer),
          )
          // A refusal leaves the step open.
          const parts = { familyName: 'Okafor', givenNames: ['Ana', 'María'] }
          const again = await ctx.step(
            `submit the name in parts after the refusal, for ${checks.join()}`,
            submissionOf(
              ctx,
              open['submission'],
              open.browser_token,
              submittedApplicant(ctx.open, parts),
            ),
          )
          ctx.expect(
            'SDK-006',
            '2xx for the name in parts after the refusal',
            again.status >= 200 && again.status < 300,
            statusAndCode(again),
          )
        }
      }
    },
  },
]

/** A step that is submitted by a page whose session has ended meanwhile. */
function takesNoMore(status: 'completed' | 'expired'): Check {
  const requirement = status === 'completed' ? 'SES-005' : 'SES-006'
  return {
    id: `sdk.no-steps-once-${status}`,
    area: 'sdk',
    requirements: [requirement],
    level: 'must',
    needs: {
      features: ['sessions', 'browser_tokens'],
      credentials: [],
      states: ['open_session', 'session'],
    },
    why: 'Evidence after the verdict would never be reviewed.',
    async run(ctx) {
      const open = await reach(
        ctx,
        'open_session',
        { checks: ['id_verification'] },
        'session_id',
        'browser_token',
      )
      const { session_id, browser_token: key } = open
      await reach(
        ctx,
        'session',
        status === 'completed'
          ? { status, decided_by: 'applicant', session_id }
          : { status, session_id },
      )
      const answer = await ctx.step('submit a step', submissionOf(ctx, open['submission'], key))
      ctx.expect(
        requirement,
        'a refusal, 4xx',
        answer.status >= 400 && answer.status < 500,
        statusAndCode(answer),
      )
      const session = await ctx.setUp('retrieve the session', {
        method: 'GET',
        path: sessionPath(session_id),
        as: { key: open.key },
      })
      ctx.expect(
        requirement,
        `still ${status}`,
        at(session.json, 'data', 'status') === status,
        at(session.json, 'data', 'status'),
      )
    },
  }
}
