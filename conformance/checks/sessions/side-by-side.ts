import { isDeepStrictEqual } from 'node:util'
import { isAccepted } from '../../check/cases.ts'
import type { Check } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { createdId, idText, sessionIdIn, sessionPath, statusAndCode } from '../../check/idioms.ts'
import { recordsIn, sessionIdsIn } from '../../check/lists.ts'
import { sessionOf } from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'
import { readCompleted, readSettled, STATES_OF_VERDICTS, statusIn } from '../../check/verdict.ts'
import { at } from '../../http/json.ts'

const PERSON = { family_name: 'Testperson', given_names: ['Una'] }
const METADATA = { orderId: 'a', Order_Id: 'b', order_ref: 'c', 'order-no': 'd' }

/** Number of equal requests that are sent at once. */
const AT_ONCE = 4

/** Sessions of one organization that exist at the same time, and what must not move from one to another. */
export const sideBySideChecks: readonly Check[] = [
  {
    id: 'sessions.each-has-its-own-expected-outcome',
    area: 'sessions',
    requirements: ['OUT-003', 'OUT-016', 'OUT-023'],
    level: 'must',
    needs: {
      features: ['sessions'],
      credentials: [],
      states: ['organization', 'submitted_session'],
      optionalStates: STATES_OF_VERDICTS,
    },
    why: 'Test suites run in parallel: each verification must end as its own test asked.',
    async run(ctx) {
      const { key, organization } = await reach(ctx, 'organization', {})
      const made: { id: string; expected_outcome?: string }[] = []
      // Equal persons, so that nothing but the request distinguishes the sessions.
      for (const more of [
        {},
        { expected_outcome: 'review' },
        {},
        { expected_outcome: 'pass' },
        { expected_outcome: 'doc_quality' },
      ])
        made.push({ id: await sessionOf(ctx, key, { applicant: PERSON, ...more }), ...more })
      // The last one first: the value of a later session, or of a later submission, must not count.
      for (const { id } of made.toReversed())
        await reach(ctx, 'submitted_session', { organization, session_id: id })
      for (const { id, expected_outcome } of made) {
        const passes = expected_outcome === undefined || expected_outcome === 'pass'
        const given = expected_outcome ?? 'no expected outcome'
        const read = passes ? readCompleted : readSettled
        const status = statusIn(await read(ctx, `retrieve the session with ${given}`, { id, key }))
        for (const requirement of expected_outcome === undefined
          ? ['OUT-003', 'OUT-016', 'OUT-023']
          : ['OUT-016'])
          ctx.expect(
            requirement,
            `${passes ? 'completed' : 'not completed'}, beside sessions with other outcomes: ${given}`,
            (status === 'completed') === passes,
            status,
          )
      }
    },
  },
  {
    id: 'sessions.created-at-once',
    area: 'sessions',
    requirements: ['GEN-002', 'END-009', 'SES-009'],
    level: 'must',
    needs: { features: ['sessions'], credentials: [], states: ['organization'] },
    why: 'Two applicants who begin in the same second must not share a verification.',
    async run(ctx) {
      const { key } = await reach(ctx, 'organization', {})
      const request = {
        method: 'POST',
        path: '/v1/sessions',
        as: { key },
        json: { ...ctx.sessionFields('home.test'), metadata: METADATA },
      } as const
      await ctx.setUp('create a session', request)
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, () => ctx.step('create equal sessions at once', request)),
      )
      const ids = answers.filter(isAccepted).map(sessionIdIn)
      for (const requirement of ['GEN-002', 'END-009'])
        ctx.expect(
          requirement,
          'a session of its own for each of some equal requests at once',
          new Set(ids).size === ids.length,
          ids,
        )
      // Different ones: what one request sends must not show up in the record of another.
      const sent = Array.from({ length: AT_ONCE }, (_, i) => ({ orderId: `order ${i}` }))
      const different = await Promise.all(
        sent.map((metadata) =>
          ctx.step('create different sessions at once', {
            ...request,
            json: { ...request.json, metadata },
          }),
        ),
      )
      for (const [i, created] of different.entries()) {
        if (!isAccepted(created)) continue
        const path = sessionPath(sessionIdIn(created))
        const read = await ctx.setUp('retrieve it', { method: 'GET', path, as: { key } })
        const metadata = at(read.json, 'data', 'metadata')
        ctx.expect(
          'SES-009',
          `the metadata of its own request, ${JSON.stringify(sent[i])}`,
          isDeepStrictEqual(metadata, sent[i]),
          metadata,
        )
      }
    },
  },
  {
    id: 'sessions.keeps-metadata-beside-other-calls',
    area: 'sessions',
    requirements: ['SES-010'],
    level: 'must',
    needs: {
      features: ['sessions', 'applicants', 'browser_tokens'],
      credentials: [],
      states: ['organization'],
    },
    why: 'Calls about something else must not write the metadata anew.',
    async run(ctx) {
      const { key } = await reach(ctx, 'organization', {})
      const id = await sessionOf(ctx, key, { applicant: PERSON, metadata: METADATA })
      const expectKept = async (label: string): Promise<void> => {
        const answer = await ctx.step(`retrieve the session after ${label}`, {
          method: 'GET',
          path: sessionPath(id),
          as: { key },
        })
        const metadata = at(answer.json, 'data', 'metadata')
        ctx.expect(
          'SES-010',
          `the metadata as sent, after ${label}: ${JSON.stringify(METADATA)}`,
          isDeepStrictEqual(metadata, METADATA),
          metadata,
        )
      }
      for (const label of ['a token was minted', 'a second token was minted']) {
        await ctx.setUp('mint a browser token', {
          method: 'POST',
          path: `${sessionPath(id)}/browser_token`,
          as: { key },
        })
        await expectKept(label)
      }
      const list = { path: '/v1/applicants', as: { key } } as const
      const listed = await pollUntil(
        async () => recordsIn(await ctx.setUp('list applicants', { method: 'GET', ...list })),
        (records) => records.length > 0,
      )
      const applicantId = idText(listed[0]?.['id'])
      // Only the list shows its id, and the contract leaves open what a list shows (GAP-LISTS).
      if (listed.length !== 1 || applicantId === undefined) return
      await ctx.setUp('change the applicant of the session', {
        method: 'PATCH',
        path: `/v1/applicants/${encodeURIComponent(applicantId)}`,
        as: { key },
        json: { family_name: 'Testperson Okafor' },
      })
      await expectKept('its applicant was changed')
    },
  },
  {
    id: 'sessions.open-to-each-key',
    area: 'sessions',
    requirements: ['END-010', 'END-011', 'END-012', 'END-021'],
    level: 'must',
    needs: {
      features: ['sessions', 'applicants', 'browser_tokens'],
      credentials: [],
      states: ['organization', 'key'],
    },
    why: 'After a rotation, and in another backend, another key of the organization is used.',
    async run(ctx) {
      const { key, organization } = await reach(ctx, 'organization', {})
      const other = { key: (await reach(ctx, 'key', { organization })).key }
      const id = await sessionOf(ctx, key, { applicant: PERSON })
      const [applicants, sessions] = ['/v1/applicants', '/v1/sessions']
      const person = { method: 'POST', path: applicants, as: { key }, json: PERSON } as const
      const applicant = createdId(await ctx.setUp('create an applicant', person), 'END-020')
      for (const [label, requirement, request] of [
        ['retrieve the session', 'END-011', { method: 'GET', path: sessionPath(id) }],
        ['mint a token', 'END-012', { method: 'POST', path: `${sessionPath(id)}/browser_token` }],
        [
          'change the applicant',
          'END-021',
          {
            method: 'PATCH',
            path: `${applicants}/${encodeURIComponent(applicant)}`,
            json: { name_suffix: 'Jr.' },
          },
        ],
      ] as const) {
        const answer = await ctx.step(`${label} with another key`, { ...request, as: other })
        ctx.expect(
          requirement,
          `2xx to "${label}" with another key of the organization`,
          isAccepted(answer),
          statusAndCode(answer),
        )
      }
      const list = (as: { key: string }) =>
        ctx.setUp('list sessions', { method: 'GET', path: sessions, as })
      const own = await pollUntil(
        () => list({ key }),
        (seen) => sessionIdsIn(seen).includes(id),
      )
      if (!sessionIdsIn(own).includes(id)) return
      const ids = sessionIdsIn(
        await pollUntil(
          () => list(other),
          (seen) => sessionIdsIn(seen).includes(id),
        ),
      )
      ctx.expect('END-010', 'the session in the list of another key', ids.includes(id), ids)
    },
  },
]
