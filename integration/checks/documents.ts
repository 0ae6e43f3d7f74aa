import type { Check } from '../check.ts'
import type { RegionAnswer } from '../service/documents.ts'
import { holds } from './leaks.ts'
import { hasKey } from './requests.ts'
import {
  byEither,
  expectKnown,
  failure,
  isOpen,
  NOT_FOUND,
  VERIFIED,
  verdictOn,
  verdictOnFile,
} from './verdicts.ts'

const UNAVAILABLE: RegionAnswer = { status: 'verification_unavailable' }

/** Findings of the contract that have no check of their own. */
const WITHOUT_MATCH = [
  { status: 'not_signed' },
  { status: 'unsealed' },
  { status: 'unknown_key', seal: true },
  { status: 'revoked_key', seal: true },
  { status: 'claim_mismatch', seal: true },
  { status: 'chain_unavailable', seal: true },
] as const satisfies readonly RegionAnswer[]

const START_OF_FILE = '%PDF-1.7 signed'

/** Checks of the backend's judgement of signed files. */
export const DOCUMENTS: readonly Check[] = [
  check(
    'every-region',
    ['VFY-017', 'VST-004', 'CLI-007'],
    'must',
    'Each region responds from its own data: a genuine file of the other region would be reported as unknown.',
    async (ctx) => {
      const { verdict, asked } = await verdictOn(ctx, { us: [NOT_FOUND], eu: [VERIFIED] })
      ctx.expect('VFY-017', 'accepted, because eu confirms it', verdict === 'accepted', verdict)
      // A client that gets `verified` from eu first may stop there.
      ctx.expect('VST-004', 'a request to eu, since us has no record', asked.has('eu'), [...asked])
      const other = await verdictOn(ctx, { us: [VERIFIED], eu: [NOT_FOUND] })
      const { verdict: second } = other
      const withKey = ctx
        .exchanges({ operation: 'verifySignedDocument' })
        .filter(({ region, rawHeaders }) => region !== 'us' && hasKey(rawHeaders)).length
      ctx.expect('CLI-007', 'no us key sent to eu', withKey === 0, `${withKey} requests with a key`)
      ctx.expect('VFY-017', 'accepted, because us confirms it', second === 'accepted', second)
    },
  ),
  check(
    'hash-only',
    ['CLI-013'],
    'must',
    'A signed agreement is confidential, and the endpoint takes no file.',
    async (ctx) => {
      await verdictOn(ctx, { us: [VERIFIED], eu: [NOT_FOUND] })
      const bodies = ctx.exchanges({ operation: 'verifySignedDocument' }).map(({ body }) => body)
      const withFile = bodies.filter((body) => holds(body, [START_OF_FILE])).length
      ctx.expect(
        'CLI-013',
        'requests without bytes of the file',
        bodies.length > 0 && withFile === 0,
        bodies.length === 0 ? 'no request' : `${withFile} with bytes of the file`,
      )
    },
  ),
  check(
    'silent-region',
    ['VFY-018'],
    'must',
    'The region without a response may hold the document.',
    async (ctx) => {
      for (const silent of ['down', 'gateway', 'limited', 'reset'] as const)
        for (const region of ['us', 'eu'] as const) {
          const answers = { us: [NOT_FOUND], eu: [NOT_FOUND], [region]: [silent] }
          const { verdict } = await verdictOn(ctx, answers)
          ctx.expect(
            'VFY-018',
            `not "not_found", nor "rejected", while ${region} has not answered (${silent})`,
            verdict !== 'not_found' && verdict !== 'rejected',
            verdict,
          )
        }
    },
  ),
  check(
    'unavailable',
    ['VST-025'],
    'must',
    'The region could not verify at that moment; the file may be genuine.',
    async (ctx) => {
      const answers = { us: [UNAVAILABLE, VERIFIED], eu: [NOT_FOUND] }
      const document = ctx.document(answers)
      let { verdict } = await verdictOnFile(ctx, document)
      // A backend may also let its caller retry, so ask again.
      if (verdict === 'undecided') ({ verdict } = await verdictOnFile(ctx, document))
      ctx.expect('VST-025', 'accepted after another request to us', verdict === 'accepted', verdict)
      for (const region of ['us', 'eu'] as const) {
        const own: RegionAnswer[] = [UNAVAILABLE]
        const later = ctx.document({ us: [NOT_FOUND], eu: [NOT_FOUND], [region]: own })
        const { verdict: first } = await verdictOnFile(ctx, later)
        const open = `undecided, while ${region} stays unavailable`
        ctx.expect('VST-025', open, first === 'undecided', first)
        own.push(VERIFIED)
        const { verdict: last } = await verdictOnFile(ctx, later)
        const expected = `accepted, when ${region} is available again`
        ctx.expect('VST-025', expected, last === 'accepted', last)
      }
    },
  ),
  check(
    'unknown-status',
    ['VRS-002', 'VRS-003'],
    'must',
    'Statuses are added without notice; only verified means yes.',
    async (ctx) => {
      // Shows whether the backend judges files at all.
      await verdictOn(ctx, { us: [NOT_FOUND], eu: [NOT_FOUND] })
      const archived: RegionAnswer = { status: 'verified_archived', seal: true }
      for (const answers of byEither(archived)) {
        const { verdict, failed } = await verdictOn(ctx, answers).catch(failure)
        ctx.expect('VRS-002', 'a verdict, although the status is unknown', failed === '', failed)
        const expected = 'not accepted, as match is false'
        for (const requirement of ['VRS-002', 'VRS-003'])
          ctx.expect(requirement, expected, verdict !== 'accepted', verdict)
      }
    },
  ),
  check(
    'unfamiliar-format',
    ['VRS-005', 'VRS-006', 'VST-023'],
    'must',
    'A seal that a region cannot check is no evidence against the file.',
    async (ctx) => {
      const unsupported: RegionAnswer = { status: 'unsupported_format' }
      const found = await verdictOn(ctx, { us: [unsupported], eu: [NOT_FOUND] }).catch(failure)
      ctx.expect(
        'VRS-005',
        'a verdict although there is no seal',
        found.failed === '',
        found.failed,
      )
      if (found.failed !== '') return
      ctx.expect('VST-023', 'no negative result', isOpen(found.verdict), found.verdict)
      const future: RegionAnswer = {
        status: 'unsupported_format_next',
        seal: { format: 'mldsa65_detached_token_v2', token: 'a.b.c', payload_json: '{}' },
      }
      for (const answers of byEither(future)) {
        const { verdict } = await verdictOn(ctx, answers)
        ctx.expect('VRS-006', 'no negative result', isOpen(verdict), verdict)
      }
    },
  ),
  check(
    'no-finding-against',
    ['VST-007', 'VST-019'],
    'must',
    'A genuine file would be treated as a forgery.',
    async (ctx) => {
      for (const answers of byEither({ status: 'unsealed' })) {
        const { verdict } = await verdictOn(ctx, answers)
        ctx.expect(
          'VST-007',
          'not rejected, since unsealed is no sign of tampering',
          verdict !== 'rejected' && verdict !== 'accepted',
          verdict,
        )
      }
      const gone: RegionAnswer = { status: 'chain_unavailable', seal: true }
      for (const answers of byEither(gone)) {
        const { verdict } = await verdictOn(ctx, answers)
        ctx.expect('VST-019', 'no negative result', isOpen(verdict), verdict)
      }
      const both = await verdictOn(ctx, { us: [gone], eu: [VERIFIED] })
      ctx.expect(
        'VST-019',
        'accepted, since the other region vouches for it',
        both.verdict === 'accepted',
        both.verdict,
      )
    },
  ),
  check(
    'test-mode',
    ['VFY-027'],
    'must',
    'A test record has no legal effect, and everyone with a test key can create one.',
    async (ctx) => {
      const test: RegionAnswer = { status: 'verified', match: true, mode: 'test', seal: true }
      for (const answers of byEither(test)) {
        const { verdict } = await verdictOn(ctx, answers)
        ctx.expect('VFY-027', 'not accepted', verdict !== 'accepted', verdict)
      }
    },
  ),
  check(
    'bad-signature',
    ['VST-012', 'VFY-017'],
    'must',
    'The file or its seal was altered, or is not from the service.',
    async (ctx) => {
      const bad: RegionAnswer = { status: 'bad_signature', seal: true }
      // Two regions that contradict each other are not judged: the contract ranks neither answer.
      for (const answers of [...byEither(bad), { us: [bad], eu: [bad] }]) {
        const { verdict } = await verdictOn(ctx, answers)
        ctx.expect('VST-012', 'not accepted', verdict !== 'accepted', verdict)
        expectKnown(ctx, bad, verdict)
      }
    },
  ),
  check(
    'match-false',
    ['VRS-003', 'VFY-017'],
    'must',
    'Every response without a match can carry a seal: only match says that the file is genuine.',
    async (ctx) => {
      for (const answer of WITHOUT_MATCH)
        for (const answers of byEither(answer)) {
          const { verdict } = await verdictOn(ctx, answers)
          const expected = `not accepted, as match is false (${answer.status})`
          ctx.expect('VRS-003', expected, verdict !== 'accepted', verdict)
          if ('seal' in answer) expectKnown(ctx, answer, verdict)
        }
    },
  ),
  check(
    'offline-seal',
    ['OFF-007', 'CLI-021'],
    'must',
    'A checker that also verifies the seal would reject a genuine agreement.',
    async (ctx) => {
      for (const [requirement, what, seal] of [
        ['OFF-007', 'whose claims have spaces and escapes', 'spelled-otherwise'],
        ['CLI-021', 'whose key was retired', 'retired-key'],
      ] as const) {
        const { verdict } = await verdictOn(ctx, { us: [{ ...VERIFIED, seal }], eu: [NOT_FOUND] })
        ctx.expect(requirement, `accepted, with a seal ${what}`, verdict === 'accepted', verdict)
      }
    },
  ),
]

function check(
  name: string,
  requirements: readonly string[],
  level: Check['level'],
  why: string,
  run: Check['run'],
): Check {
  const id = `documents.${name}`
  return { id, area: 'documents', requirements, level, needs: { drive: ['verify'] }, why, run }
}
