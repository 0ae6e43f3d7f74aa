import { Blocked } from '../../conformance/check/outcome.ts'
import type { Context } from '../check.ts'
import { type Verdict, VERDICTS } from '../driver/protocol.ts'
import type { DocumentAnswers, RegionAnswer } from '../service/documents.ts'

export const VERIFIED = {
  status: 'verified',
  match: true,
  seal: true,
} as const satisfies RegionAnswer
export const NOT_FOUND: RegionAnswer = { status: 'not_found' }
/** The answer from each region, while the other one has no record of the file. */
export function byEither(answer: RegionAnswer): DocumentAnswers[] {
  return [
    { us: [answer], eu: [NOT_FOUND] },
    { us: [NOT_FOUND], eu: [answer] },
  ]
}

export async function verdictOn(
  ctx: Context,
  answers: DocumentAnswers,
): Promise<{ verdict: Verdict; asked: Set<string>; failed: '' }> {
  return verdictOnFile(ctx, ctx.document(answers))
}

export async function verdictOnFile(
  ctx: Context,
  document: ReturnType<Context['document']>,
): ReturnType<typeof verdictOn> {
  const { verdict } = await ctx.drive('verify', { ...document })
  if (!VERDICTS.some((one) => one === verdict))
    throw new Error(
      `the answer to "verify" has no "verdict", one of ${VERDICTS.join(', ')}; got ${JSON.stringify(verdict)}`,
    )
  const asked = ctx
    .exchanges({ operation: 'verifySignedDocument' })
    .filter(({ body }) => body.includes(document.sha256))
    .map(({ region }) => region)
  return { verdict: verdict as Verdict, asked: new Set(asked), failed: '' }
}

/** @throws other errors than a failure of the backend */
export function failure(error: Error): { failed: string; verdict: Verdict } {
  if (error instanceof Blocked) return { failed: error.message, verdict: 'undecided' }
  throw error
}

/** Expects that a file of which a region has a sealed record is not reported as unknown to all. */
export function expectKnown(ctx: Context, { status }: { status: string }, verdict: Verdict): void {
  const expected = `not "not_found", as a region has a record (${status})`
  ctx.expect('VFY-017', expected, verdict !== 'not_found', verdict)
}

/** Expects a verdict neither for nor against the file. */
export function isOpen(verdict: Verdict): boolean {
  return verdict === 'undecided'
}
