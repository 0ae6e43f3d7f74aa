import t from 'tap'
import { sealVectors } from '../../fixtures/seal-vectors.ts'
import { checkSeal } from './seal.ts'

const CAUSES: Record<string, string> = {
  unsupported_format: 'unknown_format',
  unknown_key: 'unknown_key',
  bad_signature: 'bad',
  revoked_key: 'revoked_key',
}

for (const { name, seal, keys, status } of sealVectors()) {
  t.test(`${name}: ${status}`, async (t) => {
    const result = await checkSeal(seal, { keys })
    // Agreement of claims and record is tested elsewhere.
    t.strictSame(result.holds ? undefined : result.cause, CAUSES[status])
    if (result.holds) t.strictSame(result.claims, JSON.parse(seal.payload_json))
  })
}

t.test('OFF-001 invalid seals and invalid key sets', async (t) => {
  const { seal, keys } = sealVectors().find(({ name }) => name === 'valid')!
  for (const none of [
    undefined,
    null,
    3,
    'x',
    [],
    {},
    { ...seal, token: 1 },
    { ...seal, payload_json: {} },
  ]) {
    t.match(await checkSeal(none, { keys }), { holds: false, cause: 'bad' })
  }
  for (const none of [undefined, null, [], {}, { keys: {} }, { keys: null }]) {
    t.match(await checkSeal(seal, none), { holds: false, cause: 'unusable_key' })
  }
  for (const none of [[], [null, 1, {}]])
    t.match(await checkSeal(seal, { keys: none }), { holds: false, cause: 'unknown_key' })
  const { kid } = JSON.parse(seal.payload_json) as { kid: string }
  const others = [
    { crv: 'Ed448' },
    { kty: 'EC' },
    { use: 'enc' },
    { x: 'AAAA' },
    { x: undefined },
    { status: 'suspended' },
    { status: undefined },
  ]
  for (const other of others)
    t.match(
      await checkSeal(seal, {
        keys: keys.map((key) => (key.kid === kid ? { ...key, ...other } : key)),
      }),
      { holds: false, cause: 'unusable_key' },
      JSON.stringify(other),
    )
})
