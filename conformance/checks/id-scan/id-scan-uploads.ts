import { blockIfAssumed } from '../../check/advice.ts'
import type { Check, Context, StepRequest } from '../../check/check.ts'
import { expectEnvelope } from '../../check/error-body.ts'
import { statusAndCode } from '../../check/idioms.ts'
import {
  documentImage,
  documentImageOf,
  goodScan,
  MIB,
  type Part,
  SCAN,
  scan,
  scanParts,
  scanRequest,
} from '../../check/resources/scan.ts'
import { boundaryChecks } from './boundaries.ts'
import type { OpenChoices } from '../../target/open-choices.ts'
import { at, isObject } from '../../http/json.ts'

/** No service accepts this as an image (GAP-UPLOAD-REFUSALS). */
const PROGRAM = Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(57)])

/** Name of a part for an image that is neither side of the document. */
const THIRD = 'further_image'

const isRefused = (status: number): boolean => status >= 400 && status < 500

export const idScanUploadChecks: readonly Check[] = [
  ...boundaryChecks,
  {
    id: 'id-scan.bad-uploads',
    area: 'id-scan',
    requirements: ['SCN-001', 'SCN-017', 'END-016'],
    level: 'must',
    needs: { features: ['id_scan'], credentials: ['home.test'] },
    why: 'An upload that only test mode accepts fails on the first live day.',
    async run(ctx) {
      await ctx.setUp('scan a document', scanRequest('home.test', scanParts(ctx)))
      await scanBothSides(ctx)
      for (const { label, request, requirement } of badUploads(ctx.open)) {
        const answer = await ctx.step(label, request('home.test'))
        ctx.expect(
          requirement,
          `${label}: a 4xx error with an error body`,
          isRefused(answer.status) && isObject(at(answer.json, 'error')),
          statusAndCode(answer),
        )
        ctx.expect(
          'SCN-017',
          `${label}: no mode in details`,
          at(answer.json, 'error', 'details', 'mode') === undefined,
          at(answer.json, 'error', 'details'),
        )
      }
      for (const outcome of ['fail', 'pass']) {
        const label = `text instead of an image, where ${outcome} is expected`
        const forced = await scan(ctx, label, 'home.test', [
          [ctx.open.scanImagePart, Buffer.from('I am no picture.')],
          ['expected_outcome', outcome],
        ])
        ctx.expect(
          'SCN-001',
          `${label}: a 4xx error with another code than document_unreadable`,
          isRefused(forced.status) && at(forced.json, 'error', 'code') !== 'document_unreadable',
          statusAndCode(forced),
        )
      }
      const stranger = await ctx.step(
        'scan without a credential',
        scanRequest(undefined, scanParts(ctx)),
      )
      ctx.expect(
        'SCN-017',
        'without a credential: no mode in details',
        at(stranger.json, 'error', 'details', 'mode') === undefined,
        at(stranger.json, 'error', 'details'),
      )
    },
  },
  {
    id: 'id-scan.same-refusals-in-both-modes',
    area: 'id-scan',
    requirements: ['SCN-004'],
    level: 'must',
    needs: { features: ['id_scan'], credentials: ['home.test', 'home.live'] },
    why: 'Error handling is written against test mode, and runs in live mode.',
    async run(ctx) {
      for (const { label, request } of badUploads(ctx.open)) {
        const [test, live] = [
          await ctx.step(`${label}, in test mode`, request('home.test')),
          await ctx.step(`${label}, in live mode`, request('home.live')),
        ]
        ctx.expect(
          'SCN-004',
          `${statusAndCode(test)} in live mode too`,
          statusAndCode(live) === statusAndCode(test),
          statusAndCode(live),
        )
      }
    },
  },
  {
    id: 'id-scan.sizes',
    area: 'id-scan',
    requirements: ['SCN-002', 'SCN-003', 'LIM-012', 'ENV-001', 'ENV-002', 'ENV-003', 'ENV-004'],
    level: 'must',
    needs: { features: ['id_scan'], credentials: ['home.test'] },
    why: 'Cameras make larger pictures every year; the limit must be exact.',
    async run(ctx) {
      const { scanImagePart: front, scanBackPart: back } = ctx.open
      await goodScan(ctx)
      await scanBothSides(ctx)
      const largest = documentImageOf(10 * MIB)
      const cases: [label: string, parts: Part[], taken: boolean, requirements: string[]][] = [
        [
          'two images of 10 MiB',
          [
            [front, largest],
            [back, largest],
          ],
          true,
          ['LIM-012'],
        ],
        [
          'an image of 10 MiB and one byte',
          [[front, documentImageOf(10 * MIB + 1)]],
          false,
          ['SCN-002', 'LIM-012'],
        ],
        [
          'a back of 10 MiB and one byte, where pass is expected',
          [
            [front, documentImage()],
            [back, documentImageOf(10 * MIB + 1)],
            ['expected_outcome', 'pass'],
          ],
          false,
          ['SCN-002', 'LIM-012'],
        ],
        [
          'images of 25 MiB together',
          [
            [front, largest],
            [back, largest],
            [back, documentImageOf(5 * MIB)],
          ],
          false,
          ['SCN-003', 'LIM-012'],
        ],
      ]
      for (const [label, parts, taken, requirements] of cases) {
        const answer = await scan(ctx, `scan ${label}`, 'home.test', parts)
        for (const requirement of requirements) {
          ctx.expect(
            requirement,
            taken ? `${label}: 200` : `${label}: a refusal, 4xx`,
            taken ? answer.status === 200 : isRefused(answer.status),
            statusAndCode(answer),
          )
        }
        // A gateway in front of the service may refuse a larger body, in a form of its own.
        if (requirements.includes('SCN-002') && isRefused(answer.status))
          expectEnvelope(ctx, answer)
      }
      // Without it, a third image may be refused at any size. Bytes outside of the images may not
      // count, so only a third image can exceed the total by little.
      const third = await scan(ctx, 'scan a small third image', 'home.test', [
        [front, documentImage()],
        [back, documentImage()],
        [THIRD, documentImage()],
      ])
      if (third.status !== 200)
        return ctx.observe('GAP-UPLOAD-REFUSALS', `a third image: ${statusAndCode(third)}`)
      // A service may drop parts that it does not know; they are then no images of the upload.
      const text = await scan(ctx, 'scan a text as third image', 'home.test', [
        [front, documentImage()],
        [back, documentImage()],
        [THIRD, Buffer.from('I am no picture.')],
      ])
      if (text.status === 200)
        return ctx.observe('GAP-ID-SCAN-BODY', 'a third part is ignored: the total is not judged')
      const above = await scan(ctx, 'scan three images of 21.5 MiB', 'home.test', [
        [front, largest],
        [back, largest],
        [THIRD, documentImageOf(1.5 * MIB)],
      ])
      for (const requirement of ['SCN-003', 'LIM-012'])
        ctx.expect(
          requirement,
          'images of 10, 10 and 1.5 MiB: a refusal, 4xx',
          isRefused(above.status),
          statusAndCode(above),
        )
    },
  },
]

/**
 * Scans a document with its back, so that a later refusal is not about the name of that part.
 * @throws {Blocked} if the service expects another name than assumed
 */
async function scanBothSides(ctx: Context): Promise<void> {
  const label = 'scan both sides of a document'
  const parts: Part[] = [...scanParts(ctx), [ctx.open.scanBackPart, documentImage()]]
  blockIfAssumed(ctx, 'scan_back_part', label, await scan(ctx, label, 'home.test', parts))
}

interface BadUpload {
  label: string
  requirement: string
  request: (as: StepRequest['as']) => StepRequest
}

/** The contract leaves open which of 413, 415 and 422 each gets (GAP-UPLOAD-REFUSALS). */
function badUploads({ scanImagePart: part, scanBackPart: back }: OpenChoices): BadUpload[] {
  const upload = (label: string, requirement: string, parts: Part[]): BadUpload => ({
    label,
    requirement,
    request: (as) => scanRequest(as, parts),
  })
  return [
    upload('text instead of an image', 'SCN-001', [[part, Buffer.from('I am no picture.')]]),
    upload('text instead of the back', 'SCN-001', [
      [part, documentImage()],
      [back, Buffer.from('I am no picture.')],
    ]),
    upload('a program', 'SCN-001', [[part, PROGRAM]]),
    upload('an image of no bytes', 'SCN-001', [[part, Buffer.alloc(0)]]),
    upload('no image', 'END-016', [['note', 'nothing here']]),
    {
      label: 'JSON instead of a form',
      requirement: 'END-016',
      request: (as) => ({ method: 'POST', path: SCAN, as, json: { image: 'AAAA' } }),
    },
  ]
}
