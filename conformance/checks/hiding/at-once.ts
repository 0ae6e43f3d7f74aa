import type { Check, Context } from '../../check/check.ts'
import { pollUntil } from '../../check/eventually.ts'
import { createdId, expectRefusal, idText, statusAndCode } from '../../check/idioms.ts'
import { recordsIn } from '../../check/lists.ts'
import { sessionOf } from '../../check/resources/events.ts'
import { reach } from '../../check/states.ts'
import type { Answer } from '../../http/answer.ts'
import { afterTheOwnerChecks, othersThan, ROUTES } from './after-the-owner.ts'

/** Each round begins with another key, so that each one is the first sometimes. */
const ROUNDS = 6
/** A report takes longer, and its budget is low. */
const REPORT_ROUNDS = 3

const PERSON = { family_name: 'Testperson', given_names: ['Una'] }

const LISTS = ['/v1/sessions', '/v1/applicants'] as const

/** One URL, requested by several keys at the same time: a proxy that merges equal requests sends one response to all. */
const atOnceChecks: readonly Check[] = [
  ...ROUTES.map(({ name, feature, state, params, request, served, unscoped }): Check => ({
    id: `hiding.${name}-at-once`,
    area: 'hiding',
    requirements: [...served, ...unscoped, 'AUT-004', 'ERR-006', 'ERR-012', 'ERR-013'],
    level: 'must',
    needs: {
      features: [...new Set(['sessions', feature] as const)],
      credentials: [],
      states: ['organization', 'key', state],
    },
    why: 'A proxy that merges equal requests without the key in them serves the records of one customer to another.',
    async run(ctx) {
      const { organization, key, session_id: id } = await reach(ctx, state, params, 'session_id')
      const askers = [
        ['its owner', key, undefined],
        ...(await othersThan(ctx, organization, unscoped)),
      ] as const
      const rounds = name === 'report' ? REPORT_ROUNDS : ROUNDS
      for (let round = 0; round < rounds; round++) {
        const answers = await Promise.all(
          rotated(askers, round).map(async ([label, asker, refusal]) => {
            const asked = `request the ${name} with ${label}, at once with other keys`
            return [label, refusal, await ctx.step(asked, request(id, asker))] as const
          }),
        )
        for (const [label, refusal, answer] of answers) {
          if (refusal) {
            expectRefusal(ctx, answer, refusal)
            continue
          }
          for (const requirement of served)
            ctx.expect(
              requirement,
              `200 for ${label}, at once with other keys`,
              answer.status === 200,
              statusAndCode(answer),
            )
        }
      }
    },
  })),
  {
    id: 'hiding.lists-at-once',
    area: 'hiding',
    requirements: ['ERR-006', 'END-010', 'END-023'],
    level: 'must',
    needs: { features: ['sessions', 'applicants'], credentials: [], states: ['organization'] },
    why: 'All customers read their lists at the same address, so merging equal requests mixes their records.',
    async run(ctx) {
      const owners = [await ownerOf(ctx), await ownerOf(ctx)]
      for (const path of LISTS) {
        const own = new Map<Owner, string[]>()
        // A list may be behind (GAP-LISTS), and two organizations may count their records from 1 (GAP-RECORD-IDS).
        for (const owner of owners)
          own.set(
            owner,
            idsIn(
              await pollUntil(
                () => ctx.setUp('list the own records', { method: 'GET', path, as: owner.as }),
                (seen) => recordsIn(seen).length > 0,
              ),
            ),
          )
        for (let round = 0; round < ROUNDS; round++) {
          const lists = await Promise.all(
            rotated(owners, round).map(async (owner) => {
              const asked = 'list the own records, at once with another organization'
              return [owner, await ctx.step(asked, { method: 'GET', path, as: owner.as })] as const
            }),
          )
          for (const [owner, list] of lists) {
            const foreign = owners.filter((other) => other !== owner).flatMap(({ ids }) => ids)
            const ids = idsIn(list)
            ctx.expect(
              'ERR-006',
              `no record of another organization in GET ${path}, requested at once`,
              !ids.some((id) => foreign.includes(id) && !own.get(owner)!.includes(id)),
              ids,
            )
            ctx.expect(
              path === '/v1/sessions' ? 'END-010' : 'END-023',
              `200 to GET ${path}, at once with another organization`,
              list.status === 200,
              statusAndCode(list),
            )
          }
        }
      }
    },
  },
]

/** Checks of URLs that several keys request, in turn and at once. */
export const sharedUrlChecks: readonly Check[] = [...afterTheOwnerChecks, ...atOnceChecks]

interface Owner {
  as: { key: string }
  ids: string[]
}

const idsIn = (list: Answer): string[] => recordsIn(list).flatMap(({ id }) => idText(id) ?? [])

/** An organization with one session and one applicant. */
async function ownerOf(ctx: Context): Promise<Owner> {
  const { key } = await reach(ctx, 'organization', {})
  const as = { key }
  const session = await sessionOf(ctx, key, {})
  const person = { method: 'POST', path: '/v1/applicants', as, json: PERSON } as const
  const applicant = createdId(await ctx.setUp('create an applicant', person), 'END-020')
  return { as, ids: [session, applicant] }
}

function rotated<T>(items: readonly T[], by: number): T[] {
  const from = by % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}
