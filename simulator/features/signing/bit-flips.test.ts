import { createHash } from 'node:crypto'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { controlFor, dataOf } from '../../control/testing.ts'
import type { AgreementDocument } from './crypto/verify.ts'
import { client } from '../../testing/simulator.ts'
import { SIGNED_DOCUMENT } from './signed-documents.ts'
import { rounds } from '../../../tools/testing/rounds.ts'

interface Answer {
  match: boolean
  status: string
  seal?: unknown
}

/** A sealed live document that verifies over HTTP, and a function that alters its stored data. */
async function stage(t: Test) {
  const { simulator, control } = await controlFor(t)
  const region = client(simulator, undefined)
  const made = dataOf<{ document_id: string; sha256: string; pdf_base64: string }>(
    await control('POST', '/organizations/org_acme/sealed_documents', { mode: 'live' }),
  )
  const ask = async (sha256: string) =>
    (await region('POST', '/v1/esign/verify', { sha256 })).json<Answer & Record<string, unknown>>()
  t.equal((await ask(made.sha256)).status, 'verified', 'unaltered')
  const { records } = simulator.ports
  const { scope, body } = (await records.find(SIGNED_DOCUMENT, made.document_id))!
  return {
    made,
    ask,
    document: body as AgreementDocument,
    store: async (altered: AgreementDocument) => {
      const { version } = (await records.read(scope, SIGNED_DOCUMENT, made.document_id))!
      await records.write([
        {
          type: 'put',
          scope,
          kind: SIGNED_DOCUMENT,
          id: made.document_id,
          body: altered,
          ifVersion: version,
        },
      ])
    },
  }
}

t.test('a sealed PDF with any bit flipped is unknown in every region', async (t) => {
  const { made, ask } = await stage(t)
  const file = Buffer.from(made.pdf_base64, 'base64')
  await fc.assert(
    fc.asyncProperty(fc.nat(file.length * 8 - 1), async (bit) => {
      const { match, status } = await ask(
        createHash('sha256').update(flipped(file, bit)).digest('hex'),
      )
      return !match && status === 'not_found'
    }),
    { numRuns: rounds(100) },
  )
})

for (const part of ['token', 'payload_json', 'format'] as const) {
  t.test(`any bit of the stored ${part} flipped: never verified, by the same hash`, async (t) => {
    const { made, ask, document, store } = await stage(t)
    const text = Buffer.from(document.seal![part], 'latin1')
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length * 8 - 1), async (bit) => {
        await store({
          ...document,
          seal: { ...document.seal!, [part]: flipped(text, bit).toString('latin1') },
        })
        const { match, status } = await ask(made.sha256)
        seen.add(status)
        return !match && status !== 'verified'
      }),
      { numRuns: rounds(100) },
    )
    const causes = {
      token: ['bad_signature'],
      payload_json: ['bad_signature', 'unknown_key'],
      format: ['unsupported_format'],
    }
    t.strictSame(
      [...seen].filter((status) => !causes[part].includes(status)),
      [],
      'for the right reason',
    )
    await store(document)
    t.equal((await ask(made.sha256)).status, 'verified', 'unaltered again')
  })
}

function flipped(bytes: Buffer, bit: number): Buffer {
  const altered = Buffer.from(bytes)
  altered[bit >> 3]! ^= 1 << (bit & 7)
  return altered
}
