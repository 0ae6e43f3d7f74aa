import type { Check, StepRequest } from '../../check/check.ts'
import { statusAndCode } from '../../check/idioms.ts'
import { expectExtraction, goodScan, scanParts, scanRequest } from '../../check/resources/scan.ts'

/** Boundaries of common clients, as the parameter of the content type. */
const BOUNDARIES: readonly [label: string, boundary: string, parameter?: string][] = [
  ['capitals, as browsers send it', '----WebKitFormBoundary7MA4YWxkTrZu0gW'],
  ['quotes around it', 'Part_7MA4YWxk', '"Part_7MA4YWxk"'],
  ['a colon and quotes around it', 'b:7MA4?YWxk', '"b:7MA4?YWxk"'],
  ['70 characters, the longest', `${'-'.repeat(30)}${'7MA4YWxkTr'.repeat(4)}`],
]

export const boundaryChecks: readonly Check[] = [
  {
    id: 'id-scan.boundaries',
    area: 'id-scan',
    requirements: ['END-016', 'END-018', 'SCN-015'],
    level: 'must',
    needs: { features: ['id_scan'], credentials: ['home.test'] },
    why: 'Each HTTP client chooses another boundary, and a service that changes or misreads it refuses all of its uploads.',
    async run(ctx) {
      await goodScan(ctx)
      const request = scanRequest('home.test', scanParts(ctx))
      for (const [label, boundary, parameter = boundary] of BOUNDARIES) {
        const answer = await ctx.step(
          `scan a document in a form whose boundary has ${label}`,
          withBoundary(request, boundary, parameter),
        )
        ctx.expect(
          'END-016',
          `200 for a boundary with ${label} (RFC 2046)`,
          answer.status === 200,
          statusAndCode(answer),
        )
        if (answer.status === 200) expectExtraction(ctx, answer, 'test')
      }
    },
  },
]

/** Returns the same form with another boundary. @param parameter the boundary as the header has it */
function withBoundary(request: StepRequest, boundary: string, parameter: string): StepRequest {
  const old = request.headers!['Content-Type']!.split('boundary=')[1]!
  const parts = Buffer.from(request.body as Uint8Array)
    .toString('latin1')
    .split(old)
  return {
    ...request,
    headers: { 'Content-Type': `multipart/form-data; boundary=${parameter}` },
    body: Buffer.from(parts.join(boundary), 'latin1'),
  }
}
