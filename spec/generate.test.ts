import t from 'tap'
import { drifted, generate } from './generate.ts'

t.test('what is generated is current, and drift is named', async (t) => {
  const wanted = await generate()
  t.strictSame(Object.keys(wanted), ['openapi.json', 'wire.ts', 'errors.ts', 'limits.ts', 'scopes.ts',
    'screening.ts'])
  t.strictSame(drifted(wanted), [], 'run: node spec/generate.ts')
  t.strictSame(drifted({ ...wanted, 'errors.ts': '// another table\n' }), ['errors.ts'])
  t.strictSame(drifted({ 'no-such-file.ts': '' }), ['no-such-file.ts'], 'a missing file has drifted too')
  t.strictSame(await generate(), wanted, 'the same sources make the same bytes')
})
