import { randomInt } from 'node:crypto'
import {
  compareProbes,
  noteDifferences,
  type Probe,
  unknownIdLike,
} from '../../check/indistinguishable.ts'
import type { Check, Context, StepRequest } from '../../check/check.ts'
import { expectRefusal, newSession, sessionPath, statusAndCode } from '../../check/idioms.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import type { CredentialNeed } from '../../target/target.ts'

const NOT_FOUND = { status: 404, code: 'resource_not_found' } as const

/** A session of another owner: the owner, and the requirements on the two routes. */
interface Stranger {
  name: string
  credential: CredentialNeed
  /** The requirement on the error response of retrieve. */
  refused: readonly string[]
  image: readonly string[]
}

const STRANGERS: readonly Stranger[] = [
  {
    name: 'other-mode',
    credential: 'home.live',
    refused: ['PLN-017', 'PLN-007', 'ERR-006'],
    image: ['IMG-021', 'IMG-035'],
  },
  {
    name: 'other-region',
    credential: 'other.test',
    refused: ['PLN-014', 'ERR-006'],
    image: ['IMG-020', 'IMG-034'],
  },
  {
    name: 'other-organization',
    credential: 'home.test_other_organization',
    refused: ['ERR-006'],
    image: ['ERR-006'],
  },
]

export const hidingChecks: readonly Check[] = [
  {
    id: 'hiding.unknown-session',
    area: 'hiding',
    requirements: ['ERR-005', 'ERR-006'],
    level: 'must',
    needs: { features: ['sessions'], credentials: ['home.test'] },
    why: 'Clients distinguish missing from unavailable by this code; a malformed id counts as missing.',
    async run(ctx) {
      const { id } = await newSession(ctx, 'home.test')
      for (const [label, path] of [
        ['an unknown id', sessionPath(unknownIdLike(id, randomInt))],
        ['a malformed id', sessionPath('not-a-session')],
        ['its id without the prefix', sessionPath(id.slice('vs_'.length))],
      ] as const) {
        const answer = await ctx.step(`retrieve ${label}`, { method: 'GET', path, as: 'home.test' })
        expectRefusal(ctx, answer, { ...NOT_FOUND, requirements: ['ERR-005', 'ERR-006'] })
      }
      // Each may be the id of another session, if ids are short.
      for (const [label, other] of [
        ['its id without the last character', id.slice(0, -1)],
        ['its id and one more character', `${id}0`],
      ] as const) {
        const request = { method: 'GET', path: sessionPath(other), as: 'home.test' } as const
        const shown = at((await ctx.step(`retrieve ${label}`, request)).json, 'data', 'id')
        ctx.expect('ERR-006', `not the session, for ${label}`, shown !== id, shown)
      }
    },
  },
  ...STRANGERS.map(strangersSession),
  ...STRANGERS.map(strangersImage),
]

function strangersSession({ name, credential, refused }: Stranger): Check {
  return {
    id: `hiding.${name}-session`,
    area: 'hiding',
    requirements: refused,
    level: 'must',
    needs: { features: ['sessions'], credentials: ['home.test', credential] },
    why: 'An error that differs from that of an unknown id reveals which ids exist.',
    async run(ctx) {
      const { reference, probe, expectStillVisible } = await ask(ctx, credential, (id) => ({
        own: id,
        request: { method: 'GET', path: sessionPath(id), as: 'home.test' },
      }))
      const { answer, differences } = (await compareProbes(ctx, reference, [probe])).get(probe)!
      expectRefusal(ctx, answer, { ...NOT_FOUND, requirements: refused })
      noteDifferences(ctx, 'retrieve', differences)
      await expectStillVisible()
    },
  }
}

function strangersImage({ name, credential, image }: Stranger): Check {
  return {
    id: `hiding.${name}-image`,
    area: 'hiding',
    requirements: [...new Set([...image, 'IMG-022', 'ERR-006'])],
    level: 'must',
    needs: { features: ['sessions', 'evidence_images'], credentials: ['home.test', credential] },
    why: 'A caller with access to images must not learn from refusals which verifications exist.',
    async run(ctx) {
      const { reference, probe, expectStillVisible } = await ask(ctx, credential, (id) => ({
        own: id,
        request: { method: 'GET', path: `${sessionPath(id)}/idv-image/front`, as: 'home.test' },
      }))
      const { answer, differences } = (await compareProbes(ctx, reference, [probe])).get(probe)!
      expectRefusal(ctx, answer, { ...NOT_FOUND, requirements: image })
      ctx.expect(
        'IMG-022',
        'the response to an unknown id',
        differences.length === 0,
        differences.join('; ') || 'no difference',
      )
      await expectStillVisible()
    },
  }
}

/**
 * Requests for a stranger's session, which the stranger can read, and for an unknown id. The owner sends the request
 * first, and again in `expectStillVisible`, because a cache may ignore the key.
 */
async function ask(
  ctx: Context,
  credential: CredentialNeed,
  probeFor: (id: string) => Omit<Probe, 'label'>,
): Promise<{ reference: Probe; probe: Probe; expectStillVisible: () => Promise<void> }> {
  const { id } = await newSession(ctx, credential)
  // Shows that the session exists, so that the 404 below proves that it is hidden.
  await ctx.setUp('retrieve it as its owner', {
    method: 'GET',
    path: sessionPath(id),
    as: credential,
  })
  const probe = { label: 'request it with another key', ...probeFor(id) }
  const asOwner: StepRequest = { ...probe.request, as: credential }
  const { path } = asOwner
  const before =
    path === sessionPath(id) ? undefined : await ctx.step('request it as its owner', asOwner)
  return {
    reference: {
      label: 'request an unknown id',
      ...probeFor(unknownIdLike(id, randomInt)),
    },
    probe,
    async expectStillVisible() {
      // The owner's key may lack a scope.
      if (before && isHidden(before)) return
      const after = await ctx.step('request it as its owner afterwards', asOwner)
      ctx.expect(
        'ERR-006',
        'no resource_not_found for its owner, after a request of another key',
        !isHidden(after),
        statusAndCode(after),
      )
    },
  }
}

const isHidden = (answer: Answer): boolean => at(answer.json, 'error', 'code') === NOT_FOUND.code
