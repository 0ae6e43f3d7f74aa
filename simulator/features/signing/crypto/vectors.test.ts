import t from 'tap'
import { sealVectors, signatureVectors } from '../../../../fixtures/seal-vectors.ts'
import { publicKeyOf, signatureHolds, signatureOver } from './ed25519.ts'
import { chain } from './testing.ts'
import { appended } from './chain.ts'
import { type AgreementDocument, statusOf } from './verify.ts'

const bytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

t.test('OFF-006 RFC 8032, section 7.1: keys, signatures and the check', async (t) => {
  t.equal(signatureVectors.length, 5)
  for (const { name, private_key, public_key, message, signature } of signatureVectors) {
    const [secret, key, text] = [bytes(private_key), bytes(public_key), bytes(message)]
    t.equal(Buffer.from(publicKeyOf(secret)).toString('hex'), public_key, name)
    t.equal(Buffer.from(signatureOver(text, secret)).toString('hex'), signature, name)
    t.ok(signatureHolds(bytes(signature), text, key), name)
    t.notOk(
      signatureHolds(bytes(signature), Buffer.concat([text, Buffer.of(0)]), key),
      `${name}, one byte more`,
    )
    t.notOk(
      signatureHolds(bytes(signature.slice(2)), text, key),
      `${name}, signature one byte shorter`,
    )
  }
})

const links = appended(chain, { type: 'downloaded', at: '2026-11-02T09:15:00.000Z', data: {} })

for (const { name, seal, keys, document, status } of sealVectors()) {
  t.test(`${name}: ${status}`, async (t) => {
    const record: AgreementDocument = {
      ...document,
      document_index: 0,
      document_count: 1,
      state: 'sealed',
      presented_hash: 'cd'.repeat(32),
      signature_methods: ['typed_name'],
      attestations: [],
      seal,
    }
    t.equal(
      statusOf({ found: 'document', document: record, chain: links }, { live: keys, test: [] }),
      status,
    )
  })
}
