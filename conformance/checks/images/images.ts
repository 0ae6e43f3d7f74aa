import { randomInt } from 'node:crypto'
import { compareProbes, type Probe, unknownIdLike } from '../../check/indistinguishable.ts'
import type { Check } from '../../check/check.ts'
import {
  expectRefusal,
  isRefused,
  newSession,
  sessionPath,
  statusAndCode,
} from '../../check/idioms.ts'
import { expectJpeg } from '../../check/resources/jpeg.ts'
import { Blocked } from '../../check/outcome.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'

const STORED = ['portrait', 'front']

/** Names that are nearly that of an artifact; none of them is. */
const SPELLINGS = [
  ['in capitals', 'FRONT'],
  ['with a capital', 'Front'],
  ['with a trailing space', 'front%20'],
  ['with a file extension', 'front.jpg'],
  ['as liveness', 'liveness'],
  ['as document', 'document'],
  ['as face', 'face'],
] as const

/** Characters around an id that make it a different id. */
const ID_SPELLINGS = [
  ['with a trailing space', '', '%20'],
  ['with a leading space', '%20', ''],
] as const

export const imageChecks: readonly Check[] = [
  {
    id: 'images.unserved-artifact',
    area: 'images',
    requirements: ['ERR-007', 'IMG-005', 'IMG-017', 'IMG-018', 'IMG-019', 'IMG-022'],
    level: 'must',
    needs: { features: ['sessions', 'evidence_images'], credentials: ['home.test'] },
    why: 'If the two refusals differ, every caller with a key can find out which ids exist.',
    async run(ctx) {
      const { id } = await newSession(ctx, 'home.test')
      const strange = `side-${ctx.unique()}`
      const probe = (label: string, session: string, artifact: string): Probe => ({
        label,
        own: session,
        request: {
          method: 'GET',
          path: `${sessionPath(session)}/idv-image/${artifact}`,
          as: 'home.test',
        },
      })
      const unknown = probe(
        'request the front of an unknown id',
        unknownIdLike(id, randomInt),
        'front',
      )
      const malformed = probe('request the front of a malformed id', 'not-a-session', 'front')
      const back = probe('request the back of a session of the caller', id, 'back')
      const stranger = probe('request an unknown artifact', id, strange)
      const spelled = SPELLINGS.map(([label, spelling]) =>
        probe(`request the front, ${label}`, id, spelling),
      )
      const respelled = ID_SPELLINGS.map(([label, before, after]): Probe => {
        const spelled = `${before}${encodeURIComponent(id)}${after}`
        return {
          label: `request the front of its id ${label}`,
          // A response may repeat its path, but not the artifact.
          own: [spelled, decodeURIComponent(spelled), id],
          request: {
            method: 'GET',
            path: `/v1/sessions/${spelled}/idv-image/front`,
            as: 'home.test',
          },
        }
      })
      // The reference is also a probe, so that its response is judged too.
      const compared = await compareProbes(ctx, unknown, [
        unknown,
        malformed,
        back,
        stranger,
        ...spelled,
        ...respelled,
      ])
      const judged: [Probe, string[]][] = [
        [unknown, ['IMG-019']],
        [malformed, ['IMG-019']],
        [back, ['IMG-005', 'ERR-007']],
        [stranger, ['IMG-017', 'ERR-007']],
        ...spelled.map((one): [Probe, string[]] => [one, ['IMG-017']]),
        ...respelled.map((one): [Probe, string[]] => [one, ['IMG-019']]),
      ]
      for (const [one, requirements] of judged) {
        const { answer, differences } = compared.get(one)!
        expectRefusal(ctx, answer, { status: 404, code: 'resource_not_found', requirements })
        if (one !== unknown) {
          ctx.expect(
            'IMG-022',
            `"${one.label}" gets the response of "${unknown.label}"`,
            differences.length === 0,
            differences.join('; ') || 'no difference',
          )
        }
      }
      const repeated = repeats(compared.get(stranger)!.answer, strange)
      ctx.expect(
        'IMG-018',
        'a response that does not repeat the artifact',
        !repeated,
        repeated ? 'the response repeats it' : 'not repeated',
      )
      // Last, because comparisons of different responses use up the budget of images. A proxy may refuse a line feed itself: the
      // image is not served either way.
      for (const [label, path, requirement] of [
        ['the front with a trailing line feed', `${sessionPath(id)}/idv-image/front%0A`, 'IMG-017'],
        ['the front with a trailing NUL', `${sessionPath(id)}/idv-image/front%00.png`, 'IMG-017'],
        ['the front, encoded twice', `${sessionPath(id)}/idv-image/fr%256Fnt`, 'IMG-017'],
        ['the front of its id and a line feed', `${sessionPath(id)}%0A/idv-image/front`, 'IMG-019'],
        // A percent sign stands for any characters in patterns of databases.
        [
          'the front of its id and a percent sign',
          `${sessionPath(id)}%25/idv-image/front`,
          'IMG-019',
        ],
      ] as const) {
        const answer = await ctx.step(`request ${label}`, { method: 'GET', path, as: 'home.test' })
        ctx.expect(
          requirement,
          `a 4xx error for ${label} that reveals nothing about stored images`,
          isRefused(answer) && at(answer.json, 'error', 'code') !== 'artifact_not_available',
          statusAndCode(answer),
        )
      }
    },
  },
  {
    id: 'images.served',
    area: 'images',
    requirements: [
      'IDV-001',
      'IDV-003',
      'IDV-004',
      'IDV-005',
      'SES-007',
      'IMG-005',
      'IMG-010',
      'IMG-011',
      'IMG-012',
      'IMG-013',
      'IMG-017',
      'IMG-023',
      'IMG-033',
      'LIM-011',
      'ERR-007',
      'ERR-009',
    ],
    level: 'must',
    needs: {
      features: ['sessions', 'evidence_images', 'rate_limits'],
      credentials: [],
      states: ['session_with_images'],
    },
    why: 'Images must arrive complete and uncached, and only if the session lists them.',
    async run(ctx) {
      const { key, session_id: id } = await ctx.state('session_with_images', {
        artifacts: STORED,
      })
      if (typeof key !== 'string' || typeof id !== 'string') {
        throw new Blocked('session_with_images: expected the bindings key and session_id')
      }
      const session = await ctx.setUp('retrieve the session', {
        method: 'GET',
        path: sessionPath(id),
        as: { key },
      })
      ctx.expect(
        'SES-007',
        'idv on retrieve',
        at(session.json, 'data', 'idv') !== undefined,
        session.json,
      )
      const listed = at(session.json, 'data', 'idv', 'available_images')
      const list = Array.isArray(listed) ? (listed as unknown[]) : []
      ctx.expect(
        'IDV-001',
        'available_images as an array of strings',
        Array.isArray(listed) && list.every((name) => typeof name === 'string'),
        listed,
      )
      ctx.expect(
        'IDV-004',
        `the stored images ${STORED.join(' and ')}`,
        STORED.every((name) => list.includes(name)),
        listed,
      )
      ctx.expect(
        'IDV-005',
        'no image that is not stored',
        list.every((name) => STORED.includes(String(name))),
        listed,
      )
      ctx.expect(
        'IDV-003',
        'portrait before front',
        list.indexOf('portrait') <= list.indexOf('front'),
        listed,
      )
      const image = (artifact: string, headers: Record<string, string> = {}) =>
        ctx.step(`fetch the ${artifact}${headers['Accept'] ? ' as a browser does' : ''}`, {
          method: 'GET',
          path: `${sessionPath(id)}/idv-image/${artifact}`,
          as: { key },
          headers,
        })
      const fetches = [{}, AS_BROWSER].flatMap((headers) =>
        STORED.map((artifact) => ({ artifact, headers })),
      )
      for (const { artifact, headers } of fetches) {
        const answer = await image(artifact, headers)
        if (!ctx.expect('IMG-010', '200', answer.status === 200, statusAndCode(answer))) continue
        ctx.expect(
          'IMG-011',
          'image/jpeg',
          /^image\/jpeg\s*(;|$)/i.test(answer.header('Content-Type') ?? ''),
          answer.header('Content-Type'),
        )
        expectJpeg(ctx, ['IMG-012'], artifact, answer.body)
        const cache = (answer.header('Cache-Control') ?? '')
          .toLowerCase()
          .split(',')
          .map((word) => word.trim())
          .sort()
        ctx.expect(
          'IMG-013',
          'Cache-Control: no-store, private',
          cache.join() === 'no-store,private',
          answer.header('Cache-Control'),
        )
        for (const id of ['IMG-033', 'LIM-011']) {
          ctx.expect(
            id,
            'a budget of 120',
            answer.header('X-RateLimit-Limit') === '120',
            answer.header('X-RateLimit-Limit'),
          )
        }
      }
      for (const headers of [{}, AS_BROWSER])
        expectRefusal(ctx, await image('selfie', headers), {
          status: 404,
          code: 'artifact_not_available',
          requirements: ['IMG-023', 'ERR-009'],
        })
      // There may be an image to serve in its place.
      for (const [artifact, requirement] of [
        ['back', 'IMG-005'],
        [`front-${ctx.unique()}`, 'IMG-017'],
      ] as const)
        expectRefusal(ctx, await image(artifact), {
          status: 404,
          code: 'resource_not_found',
          requirements: [requirement, 'ERR-007'],
        })
    },
  },
]

/** A browser prefers other formats, and takes JPEG too. */
const AS_BROWSER = { Accept: 'image/avif,image/webp,image/apng,image/*,*/*;q=0.8' }

function repeats(answer: Answer, text: string): boolean {
  return (
    answer.body.includes(text) ||
    answer.rawHeaders.some(([name, value]) => name.includes(text) || value.includes(text))
  )
}
