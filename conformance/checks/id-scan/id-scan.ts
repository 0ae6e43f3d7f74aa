import { compareProbes, type Probe } from '../../check/indistinguishable.ts'
import type { Check, Context } from '../../check/check.ts'
import { createdId, expectRefusal, newSession, statusAndCode } from '../../check/idioms.ts'
import { listWith } from '../../check/eventually.ts'
import { recordsIn, sessionIdsIn } from '../../check/lists.ts'
import { Broken } from '../../check/outcome.ts'
import {
  expectExtraction,
  documentImage,
  goodScan,
  type Part,
  SCAN,
  scan,
  scanParts,
  scanRequest,
} from '../../check/resources/scan.ts'
import { pngImage } from '../../check/resources/png-image.ts'
import type { Answer } from '../../http/answer.ts'
import { at } from '../../http/json.ts'
import { fieldsOfImage } from './image-dependence.ts'

export const idScanChecks: readonly Check[] = [
  {
    id: 'id-scan.cleared',
    area: 'id-scan',
    requirements: [
      'END-016',
      'END-017',
      'END-018',
      'OUT-014',
      'OUT-001',
      'OUT-015',
      'SCN-007',
      'SCN-008',
      'SCN-009',
      'SCN-015',
    ],
    level: 'must',
    needs: { features: ['id_scan'], credentials: ['home.test'] },
    why: 'Integrators test with these two; they must look like real results.',
    async run(ctx) {
      const plain = await goodScan(ctx)
      if (
        !ctx.expect(
          'END-016',
          '200 for one image in a multipart body',
          plain.status === 200,
          statusAndCode(plain),
        )
      )
        return
      expectExtraction(ctx, plain, 'test')
      for (const [outcome, requirement] of [
        ['pass', 'SCN-008'],
        ['review', 'SCN-009'],
      ] as const) {
        const answer = await scan(
          ctx,
          `scan it with expected_outcome ${outcome}`,
          'home.test',
          scanParts(ctx, outcome),
        )
        for (const rule of [requirement, 'OUT-014', 'END-017', 'OUT-001']) {
          ctx.expect(rule, `200 for ${outcome}`, answer.status === 200, statusAndCode(answer))
        }
        if (answer.status === 200) expectExtraction(ctx, answer, 'test')
      }
      for (const [label, outcome] of [
        ['an invalid', 'perhaps'],
        ['an empty', ''],
        ['a capitalized', 'PASS'],
        ['a check result as', 'error'],
      ] as const) {
        const strange = await scan(
          ctx,
          `scan it with ${label} outcome`,
          'home.test',
          scanParts(ctx, outcome),
        )
        expectRefusal(ctx, strange, {
          status: 422,
          code: 'validation_error',
          requirements: ['OUT-001'],
        })
      }
      // A service may also reject the query (GAP-UNKNOWN-QUERY).
      const asked = await ctx.step('scan it with expected_outcome fail in the query', {
        ...scanRequest('home.test', scanParts(ctx)),
        path: `${SCAN}?expected_outcome=fail`,
      })
      ctx.expect(
        'OUT-015',
        'another response than document_unreadable',
        at(asked.json, 'error', 'code') !== 'document_unreadable',
        statusAndCode(asked),
      )

      await expectNoImageRead(ctx, plain)
    },
  },
  {
    id: 'id-scan.not-cleared',
    area: 'id-scan',
    requirements: [
      'SCN-010',
      'SCN-011',
      'SCN-012',
      'SCN-016',
      'ERR-026',
      'ERR-027',
      'ERR-028',
      'ERR-029',
      'OUT-001',
      'END-018',
    ],
    level: 'must',
    needs: { features: ['id_scan'], credentials: ['home.test'] },
    why: 'A response that reveals which of the two failed helps to improve a forgery step by step.',
    async run(ctx) {
      await ctx.setUp('scan a document', scanRequest('home.test', scanParts(ctx)))
      const probe = (outcome: string): Probe => ({
        label: `scan it with ${outcome}`,
        request: scanRequest('home.test', scanParts(ctx, outcome)),
      })
      const [fail, quality] = [probe('fail'), probe('doc_quality')]
      // The reference is also a probe, so that its response is judged too.
      const compared = await compareProbes(ctx, fail, [fail, quality])
      for (const [one, requirements] of [
        [fail, ['SCN-010']],
        [quality, ['SCN-011', 'ERR-028']],
      ] as const) {
        const { answer } = compared.get(one)!
        const refused = expectRefusal(ctx, answer, {
          status: 422,
          code: 'document_unreadable',
          requirements: [...requirements, 'ERR-026', 'ERR-027', 'OUT-001'],
        })
        if (!refused) continue
        const mode = at(answer.json, 'error', 'details', 'mode')
        for (const rule of ['SCN-016', 'ERR-029'])
          ctx.expect(rule, 'details.mode test', mode === 'test', mode)
      }
      // The order of the parts has no meaning, and a scan leaves nothing behind for the next one.
      const parts = scanParts(ctx, 'fail').toReversed()
      const first = await scan(ctx, 'scan it with fail before the image', 'home.test', parts)
      expectRefusal(ctx, first, {
        status: 422,
        code: 'document_unreadable',
        requirements: ['SCN-010', 'OUT-001'],
      })
      const next = await scan(ctx, 'scan it without an outcome', 'home.test', scanParts(ctx))
      ctx.expect('END-018', '200 after refused scans', next.status === 200, statusAndCode(next))
      await expectOutcomesIfTaken(ctx, 'a PNG', (outcome) => scanParts(ctx, outcome, pngImage()))
      await expectOutcomesIfTaken(ctx, 'both sides', (outcome) => [
        ...scanParts(ctx, outcome),
        [ctx.open.scanBackPart, documentImage()],
      ])
      const { differences } = compared.get(quality)!
      ctx.expect(
        'SCN-012',
        'the same response to both',
        differences.length === 0,
        differences.join('; ') || 'no difference',
      )
    },
  },
  {
    id: 'id-scan.live-takes-no-outcome',
    area: 'id-scan',
    requirements: ['SCN-014'],
    level: 'must',
    needs: { features: ['id_scan'], credentials: ['home.live'] },
    why: 'A live scan must not accept an expected outcome.',
    async run(ctx) {
      // Rejected before anything is read, so that no live scan is charged.
      for (const outcome of ['pass', 'review', 'fail', 'doc_quality', 'perhaps', '']) {
        const answer = await scan(
          ctx,
          `scan with ${outcome || 'an empty outcome'} in live mode`,
          'home.live',
          scanParts(ctx, outcome),
        )
        ctx.expect(
          'SCN-014',
          '422 with a code other than document_unreadable',
          answer.status === 422 && at(answer.json, 'error', 'code') !== 'document_unreadable',
          statusAndCode(answer),
        )
      }
    },
  },
  {
    id: 'id-scan.makes-no-verification',
    area: 'id-scan',
    requirements: ['END-019'],
    level: 'must',
    // In an organization without other sessions.
    needs: {
      features: ['id_scan', 'sessions', 'applicants'],
      credentials: ['home.test'],
      states: ['organization', 'key'],
    },
    why: 'A scan must not create a session, which would store personal data unnoticed.',
    async run(ctx) {
      await ctx.setUp('scan a document', scanRequest('home.test', scanParts(ctx)))
      // A later session comes later in the list: by then the scan's session would be listed.
      const { id } = await newSession(ctx, 'home.test')
      const list = await listWith(ctx, '/v1/sessions', id)
      const ids = sessionIdsIn(list)
      ctx.expect(
        'END-019',
        'no session in the list but one that was made after the scan',
        ids.every((one) => one === id),
        ids,
      )
      if (!ids.includes(id))
        throw new Broken({
          requirement: 'END-010',
          expected: 'a list of sessions with the newest',
          got: `${statusAndCode(list)} without it`,
        })
      await expectNoApplicant(ctx)
    },
  },
]

/** Judges the outcomes of a form that a service may refuse (GAP-UPLOAD-REFUSALS, GAP-ID-SCAN-BODY). */
async function expectOutcomesIfTaken(
  ctx: Context,
  label: string,
  partsFor: (outcome: string) => readonly Part[],
): Promise<void> {
  const of = (outcome: string) =>
    scan(ctx, `scan ${label} with ${outcome}`, 'home.test', partsFor(outcome))
  const passed = await of('pass')
  if (passed.status !== 200) return
  for (const [outcome, requirement] of [
    ['fail', 'SCN-010'],
    ['doc_quality', 'SCN-011'],
  ] as const)
    expectRefusal(ctx, await of(outcome), {
      status: 422,
      code: 'document_unreadable',
      requirements: [requirement],
    })
}

/** Images of the scans after the first one. The last ones only tell chance from dependence. */
const IMAGES = [0, 1, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1]
const SURE_AFTER = 2

/** Checks that an extraction does not depend on the image; it may vary from scan to scan. */
async function expectNoImageRead(ctx: Context, plain: Answer): Promise<void> {
  const extractions = [{ image: 0, data: at(plain.json, 'data') }]
  let fields: string[] = []
  for (const [i, image] of IMAGES.entries()) {
    if (i >= SURE_AFTER && fields.length === 0) break
    const answer = await scan(
      ctx,
      image === 0 ? 'scan the same image again' : 'scan another image',
      'home.test',
      scanParts(ctx, undefined, documentImage(image)),
    )
    extractions.push({ image, data: at(answer.json, 'data') })
    fields = fieldsOfImage(extractions)
  }
  ctx.expect(
    'SCN-007',
    'an extraction without fields that depend on the image',
    fields.length === 0,
    fields.join(', ') || 'none',
  )
}

/** Checks that the person on a scanned document did not become an applicant. */
async function expectNoApplicant(ctx: Context): Promise<void> {
  const request = {
    method: 'POST',
    path: '/v1/applicants',
    as: 'home.test',
    json: { family_name: 'Testperson', given_names: ['Una'] },
  } as const
  const id = createdId(await ctx.setUp('create an applicant', request), 'END-020')
  const list = await listWith(ctx, request.path, id)
  const { length } = recordsIn(list)
  ctx.expect(
    'END-019',
    'no applicant in the list but one that was made after the scan',
    length <= 1,
    `${length} applicants`,
  )
}
