import t from 'tap'
import { type RequestProperties, type Target, matches } from './fault.ts'

const asked: RequestProperties = {
  operation: 'retrieveSession',
  params: { id: 'vs_1' },
  organization: 'org_a',
  mode: 'test',
  keyId: 'key_1',
}
const nobody: RequestProperties = {
  operation: 'listSealKeys',
  params: {},
  organization: undefined,
  mode: undefined,
  keyId: undefined,
}
const target: Target = { organization: null, operation: '*', match: {} }

t.test('a fault matches requests with all of its properties', async (t) => {
  for (const [change, whose, nobodys] of [
    [{}, true, true],
    [{ operation: 'retrieveSession' }, true, false],
    [{ operation: 'listSealKeys' }, false, true],
    [{ organization: 'org_a' }, true, false],
    [{ organization: 'org_b' }, false, false],
    [{ match: { key_id: 'key_1', mode: 'test', path_params: { id: 'vs_1' } } }, true, false],
    [{ match: { key_id: 'key_2' } }, false, false],
    [{ match: { mode: 'live' } }, false, false],
    [{ match: { path_params: { id: 'vs_2' } } }, false, false],
    [{ match: { path_params: { toString: 'vs_1' } } }, false, false],
    [{ match: { path_params: {} } }, true, true],
  ] as const) {
    const fault = { ...target, ...change } as Target
    t.strictSame(
      [matches(fault, asked), matches(fault, nobody)],
      [whose, nobodys],
      JSON.stringify(change),
    )
  }
})
